import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { useOneByOne, type Unchanged } from '#web/lib/call/useOneByOne.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { CourseSelect } from '../ActionForm.tsx';
import { mayCharge } from '../actionRules.ts';
import { actionNames } from '../actionWords.ts';
import { useParticipantRefresh } from '../queries.ts';
import { manyActions, noValues, type ManyAction } from './actions.ts';

type ManyFormProps = {
  action: ManyAction;
  course: StaffedList['course'];
  chosen: readonly ListedParticipant[];
  onClose: () => void;
  onDone: (unchanged: readonly Unchanged<ListedParticipant>[]) => void;
};

/** What a bulk action on participants needs to know, and whom it concerns. */
export function ManyForm({ action, course, chosen, onClose, onDone }: ManyFormProps) {
  const { shape, change, done } = manyActions[action];
  const { run, isPending, doneCount } = useOneByOne<ListedParticipant>(useParticipantRefresh());
  const form = useShapeForm(noValues(), shape);
  const isGroup = chosen.some(({ mayLeaveOnDay }) => mayLeaveOnDay);
  const submit = form.onSubmit((values) =>
    run(
      // Seats are given in the order of the waiting list, however the list is sorted.
      { chosen: chosen.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0)), change: (one) => change(one, values) },
      {
        onSuccess: (unchanged) => {
          const count = chosen.length - unchanged.length;
          if (count > 0) notify(done(count));
          onDone(unchanged);
        },
      },
    ),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${actionNames[action]}: ${chosen.length === 1 ? 'eine Person' : `${chosen.length} Personen`}`}
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{chosen.map(fullName).join(', ')}. Sie bekommen eine Mail, bei Kindern die Eltern.</Text>
          {action === 'move' && (
            <CourseSelect
              from={course}
              isGroup={isGroup}
              error={form.errors['courseId']}
              onChoose={(id) => form.setFieldValue('courseId', id ?? '')}
            />
          )}
          {action !== 'move' && (
            <TextInput
              label="Grund"
              data-autofocus
              maxLength={300}
              description={
                action === 'confirm'
                  ? 'Nötig nur außer der Reihe oder ohne freien Platz; er steht im Protokoll.'
                  : 'Freiwillig; er steht im Protokoll.'
              }
              {...form.getInputProps('reason')}
            />
          )}
          {isGroup && action !== 'confirm' && (
            <DayField label={action === 'move' ? 'Ab' : 'Letzter Tag'} hasVisibleLabel min={today()} {...dayInput(form, 'day', today())} />
          )}
          {action === 'cancel' && chosen.some(mayCharge) && (
            <Checkbox label="Gebühr nach der Absageregel" {...form.getInputProps('withFee', { type: 'checkbox' })} />
          )}
          {isPending && <Text size="sm" component="output">{`${doneCount} von ${chosen.length}`}</Text>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" {...(action === 'cancel' && { color: 'danger' })} loading={isPending}>
              {actionNames[action]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
