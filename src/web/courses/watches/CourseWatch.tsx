import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { isHeld, readHeld } from '../enrolments/heldSignUp.ts';
import { WatchPart } from './WatchPart.tsx';

const FamilyWatch = lazyPart(async () => (await import('./FamilyWatch.tsx')).FamilyWatch, null);

/** Offers to be told about free seats of a course to those for whom none is free and who are not in it. */
export function CourseWatch({ course }: { course: CoursePage }) {
  const { user } = useAuth();
  if (!mayWatch(course)) return null;
  const watch = {
    target: { courseId: course.id },
    // Where one can wait for a seat, a watch is the other way: it waits for seats that nobody on the list wants.
    label: course.phase.kind === 'waitlist' ? 'Nicht warten, nur Bescheid bekommen' : 'Bescheid geben, wenn etwas frei wird',
  };
  if (user) return <FamilyWatch {...watch} />;
  return isHeld(readHeld(course.id)) ? null : <WatchPart {...watch} />;
}

/** Whether a watch is useful: the course is full, or enrolment is not open yet. */
function mayWatch({ hasRegistration, registration, phase, visibility }: CoursePage): boolean {
  const takesPeople = hasRegistration && takesSignUps(registration) && visibility === 'public';
  return takesPeople && ['notYet', 'full', 'waitlist', 'paused'].includes(phase.kind);
}
