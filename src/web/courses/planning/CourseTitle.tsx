import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';

/** The title of an offer in a list, linked to the editor. */
export function CourseTitle({ course }: { course: ManagedCourse }) {
  return <RecordLink to={`/admin/courses/${course.id}`}>{course.title}</RecordLink>;
}
