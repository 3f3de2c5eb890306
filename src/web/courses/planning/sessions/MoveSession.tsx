import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { localOf } from '#shared/kernel/calendar.ts';
import { movedSession } from '#shared/courses/courses.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { alone } from '#web/ui/forms/alone.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { HallField } from '../HallField.tsx';
import { useCourseMutations } from '../queries.ts';
import { useReturn } from './useReturn.ts';

export type Session = EditedCourse['sessions'][number];

type MoveProps = { courseId: string; session: Session; onClose: () => void };

/** Moves one session to another day, time or facility; all participants are notified by mail. */
export function MoveSession(props: MoveProps) {
  return (
    <Modal opened onClose={props.onClose} title="Termin verlegen" centered>
      <MoveForm {...props} />
    </Modal>
  );
}

const shape = movedSession.omit({ id: true });

function MoveForm({ courseId, session, onClose }: MoveProps) {
  const { moveSession } = useCourseMutations();
  const takeBack = useReturn(courseId);
  const [from, to] = [localOf(new Date(session.startsAt)), localOf(new Date(session.endsAt))];
  const form = useShapeForm(
    {
      date: from.date,
      startTime: from.time,
      endTime: to.time,
      place: session.hall ? '' : session.place,
      facilityId: session.hall?.facilityId ?? null,
      unitIds: session.hall?.unitIds ?? [],
      reason: '',
    },
    shape,
    { fieldOf: { unitIds: 'facilityId' } },
  );
  const submit = form.onSubmit((values) =>
    moveSession.mutate(
      { id: session.id, ...values },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: () => {
          notify('Der Termin ist verlegt, alle Angemeldeten erhalten eine Mail.', () => takeBack([session.id]));
          onClose();
        },
      },
    ),
  );
  const { values, errors } = form;
  return (
    <form noValidate onSubmit={alone(submit)}>
      <Stack gap="sm">
        <DayField label="Neuer Tag" hasVisibleLabel {...dayInput(form, 'date', from.date)} />
        <Group grow align="flex-start">
          <TimeField label="Von" {...form.getInputProps('startTime')} />
          <TimeField label="Bis" {...form.getInputProps('endTime')} />
        </Group>
        <HallField value={values} error={errors['facilityId']} onChange={(hall) => form.setValues(hall)} />
        <TextInput label="Grund" maxLength={300} {...form.getInputProps('reason')} />
        <FormProblem error={moveSession.error} fields={['date', 'startTime', 'endTime', 'facilityId', 'unitIds', 'reason']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" loading={moveSession.isPending}>
            Verlegen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
