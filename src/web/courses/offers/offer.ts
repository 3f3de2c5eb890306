import { timesInWords } from '#shared/kernel/calendar.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import { formatDay } from '#web/lib/format.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { CourseRule } from '#shared/courses/eligibility.ts';

/** What people sign up for: a course or an event, as far as the way in needs it. */
export type Offer = CourseRule &
  Pick<
    CoursePage,
    'id' | 'club' | 'phase' | 'registration' | 'hasRegistration' | 'externalUrl' | 'requiredConsents' | 'cancelRule' | 'prices'
  > & {
    of: 'course' | 'event';
    /** Goes on until notice is given. */
    isPermanent?: boolean;
    /** What it is, when and where, as the last step says it once more. */
    what: string;
    /** The facts of a course that decide about the price of late enrolments. */
    dated?: Pick<CoursePage, 'kind' | 'lateJoin' | 'sessions'>;
    /** The next date, in words. */
    next?: string | undefined;
  };

/** The course as its way in needs it. */
export function offerOf(course: CoursePage): Offer {
  const { title, slots, halls, place, sessions, kind } = course;
  const where = halls.map(({ name }) => name).join(', ') || place;
  const next = sessions.find(({ state, endsAt }) => state !== 'cancelled' && Date.parse(endsAt) > Date.now());
  return {
    of: 'course',
    ...course,
    isPermanent: kind === 'permanent',
    dated: course,
    what: [title, slots.map(slotInWords).join(' und '), where].filter(Boolean).join(', '),
    next: next && `${formatDay(next.startsAt)}, ${timesInWords(next)}`,
  };
}
