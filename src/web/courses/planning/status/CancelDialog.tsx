import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { cancelReasonNames, cancelReasons, courseKindNames, type CancelReason } from '#shared/courses/courseWords.ts';
import { line } from '#shared/kernel/fields.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from '../queries.ts';

type CancelDialogProps = { course: EditedCourse; isOpen: boolean; onClose: () => void };

const cancelShape = z.object({ cancelReason: z.enum(cancelReasons), reason: line(300) });
type CancelValues = { cancelReason: CancelReason | null; reason: string };

/** Asks for the reason why an offer is cancelled and the text for participants; shows their number. */
export function CancelDialog({ course, isOpen, onClose }: CancelDialogProps) {
  const { setStatus } = useCourseMutations();
  const what = courseKindNames[course.kind];
  const enrolled = course.occupied + course.waiting;
  const form = useShapeForm<CancelValues>({ cancelReason: null, reason: '' }, cancelShape);
  const submit = form.onSubmit(({ cancelReason, reason }) =>
    setStatus.mutate(
      { id: course.id, to: 'cancelled', version: course.version, reason, ...(cancelReason && { cancelReason }) },
      {
        onSuccess: () => (
          notify(`„${course.title}“ ist abgesagt.${enrolled > 0 ? ' Alle Angemeldeten erhalten eine Mail.' : ''}`),
          onClose()
        ),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <Modal opened={isOpen} onClose={onClose} title={`${what} absagen`} centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{whatFalls(course)}</Text>
          <Select
            label="Grund"
            required
            data={cancelReasons.map((value) => ({ value, label: cancelReasonNames[value] }))}
            {...form.getInputProps('cancelReason')}
          />
          <TextInput label="Satz für die Mail" maxLength={300} {...form.getInputProps('reason')} />
          <FormProblem error={setStatus.error} fields={Object.keys(form.values)} />
          <Button type="submit" color="danger" loading={setStatus.isPending}>
            {what} absagen
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function whatFalls({ occupied, waiting }: EditedCourse): string {
  const count = occupied + waiting;
  if (count === 0) return 'Künftige Termine fallen aus. Angemeldet ist niemand.';
  const enrolled = count === 1 ? '1 Anmeldung wird' : `${count} Anmeldungen werden`;
  return `${enrolled} aufgehoben, künftige Termine fallen aus, und alle erhalten eine Mail.`;
}
