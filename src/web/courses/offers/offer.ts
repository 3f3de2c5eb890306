import { timesInWords } from '#shared/kernel/calendar.ts';
import { timesOfOffer } from '#shared/courses/courseText.ts';
import { formatDay } from '#web/lib/format.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { CourseRule } from '#shared/courses/eligibility.ts';

/** What people enrol in: the part of a course or an event that the enrolment needs. */
export type Offer = CourseRule &
  Pick<
    CoursePage,
    | 'id'
    | 'club'
    | 'phase'
    | 'registration'
    | 'hasRegistration'
    | 'externalUrl'
    | 'requiredConsents'
    | 'cancelRule'
    | 'prices'
    | 'waysToPay'
  > & {
    of: 'course' | 'event';
    /** Runs until notice is given. */
    isPermanent?: boolean;
    /** Title, time and location, as the last step repeats them. */
    what: string;
    /** The facts of a course that determine the price of late enrolments. */
    dated?: Pick<CoursePage, 'kind' | 'lateJoin' | 'sessions'>;
    /** The next session as text. */
    next?: string | undefined;
  };

/** Converts a course to an Offer. */
export function offerOf(course: CoursePage): Offer {
  const { title, halls, place, sessions, kind } = course;
  const where = halls.map(({ name }) => name).join(', ') || place;
  const next = sessions.find(({ state, endsAt }) => state !== 'cancelled' && Date.parse(endsAt) > Date.now());
  return {
    of: 'course',
    ...course,
    isPermanent: kind === 'permanent',
    dated: course,
    what: [title, timesOfOffer(course).join(' und '), where].filter(Boolean).join(', '),
    next: next && `${formatDay(next.startsAt)}, ${timesInWords(next)}`,
  };
}
