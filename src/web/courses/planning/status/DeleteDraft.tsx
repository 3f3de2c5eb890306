import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { may } from '#shared/kernel/rights.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { listOf } from '../lists.ts';
import { useCourseMutations } from '../queries.ts';

/** Deletes a draft or a template, which nobody has enrolled in; for users with the right. */
export function DeleteDraft({ course }: { course: EditedCourse }) {
  const { remove } = useCourseMutations();
  const navigate = useNavigate();
  const { user } = useAuth();
  const onDeleted = useDeleted();
  if (!may({ role: user?.role.name }, 'courses.delete', 'club')) return null;
  const drop = () =>
    remove.mutate(course.id, {
      onError: notifyProblem,
      onSuccess: () => {
        onDeleted(course.id, `„${course.title}“ ist gelöscht.`);
        void navigate({ to: listOf(course) });
      },
    });
  return (
    <Button variant="default" loading={remove.isPending} onClick={drop}>
      Löschen
    </Button>
  );
}
