import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';

/** The title of an offer in a list, linked to the editor. */
export function CourseTitle({ course }: { course: ManagedCourse }) {
  return (
    <Text component={Link} to={`/admin/courses/${course.id}`} c="var(--mantine-color-anchor)" fw={600}>
      {course.title}
    </Text>
  );
}
