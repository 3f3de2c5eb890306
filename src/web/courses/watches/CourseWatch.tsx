import { useQuery } from '@tanstack/react-query';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { isHeld, readHeld } from '../enrolments/heldSignUp.ts';
import { candidatesQuery } from '../offers/queries.ts';
import { WatchPart } from './WatchPart.tsx';

/** Offers to be told about free seats of a course to those for whom none is free and who are not in it. */
export function CourseWatch({ course }: { course: CoursePage }) {
  const { user } = useAuth();
  const { data } = useQuery({ ...candidatesQuery({ of: 'course', id: course.id }), enabled: user !== null });
  if (!mayWatch(course)) return null;
  if (user ? !data || !isWithoutSeat(data) : isHeld(readHeld(course.id))) return null;
  // Where one can wait for a seat, a watch is the other way: it waits for seats that nobody on the list wants.
  const label = course.phase.kind === 'waitlist' ? 'Nicht warten, nur Bescheid bekommen' : 'Bescheid geben, wenn etwas frei wird';
  return <WatchPart target={{ courseId: course.id }} label={label} />;
}

/** Whether a watch is useful: the course is full, or enrolment is not open yet. */
function mayWatch({ hasRegistration, registration, phase, visibility }: CoursePage): boolean {
  const takesPeople = hasRegistration && (registration === 'open' || registration === 'approval') && visibility === 'public';
  return takesPeople && ['notYet', 'full', 'waitlist', 'paused'].includes(phase.kind);
}

/** Whether somebody of a family may still come, and has to wait for it; a family in which nobody may come asks for others. */
function isWithoutSeat(people: readonly Candidate[]): boolean {
  const outside = people.filter(({ state, reasons }) => state === null && reasons.length === 0);
  if (outside.length === 0) return people.every(({ state }) => state === null);
  return outside.every(({ phase }) => phase.action !== 'register');
}
