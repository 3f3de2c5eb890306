import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { listOf } from '../lists.ts';
import { useCourseMutations } from '../queries.ts';

/** Deletes what nobody signed up for: a draft or a template, after a question; for those who may. */
export function DeleteDraft({ course }: { course: EditedCourse }) {
  const { remove } = useCourseMutations();
  const navigate = useNavigate();
  const { user } = useAuth();
  if (!may({ role: user?.role.name }, 'courses.delete', 'club')) return null;
  const drop = () =>
    confirm({
      title: course.isTemplate ? 'Vorlage löschen?' : 'Entwurf löschen?',
      text: `„${course.title}“ wird endgültig gelöscht.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(course.id, { onError: notifyProblem, onSuccess: () => void navigate({ to: listOf(course) }) }),
    });
  return (
    <Button variant="default" onClick={drop}>
      Löschen
    </Button>
  );
}
