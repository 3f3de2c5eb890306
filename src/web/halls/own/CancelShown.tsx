import { Button, Group, Modal, MultiSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { localDate, requiredLine } from '#shared/kernel/fields.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { Booking } from '../bookings/queries.ts';
import { faultsOf } from '../parts/manyDays.ts';
import { daysOf } from './chosen.ts';
import type { BookingGroup } from './groups.ts';
import { ChosenHours, ManyShown } from './ManyShown.tsx';
import { useManyHours } from './queries.ts';

/** Cancels the bookings of a range of days, of all or some of the shown groups; with undo. */
export function CancelShown({ groups }: { groups: readonly BookingGroup[] }) {
  return (
    <ManyShown
      groups={groups}
      may="cancel"
      label="Termine absagen …"
      renderDialog={(hours, onClose) => <CancelDialog hours={hours} onClose={onClose} />}
    />
  );
}

const shape = z.object({
  from: localDate,
  to: localDate,
  /** Group keys; empty means all. */ groups: z.array(z.string()),
  reason: requiredLine(300),
  typed: z.string().max(10),
});
type Values = z.output<typeof shape>;

/** Asks for days and reason; the affected bookings are listed and counted, and many have to be confirmed by typing the number. */
function CancelDialog({ hours, onClose }: { hours: readonly Booking[]; onClose: () => void }) {
  const { cancel, takeBack } = useCancel();
  const chosenIn = ({ from, to, groups }: Values) =>
    hours.filter((one) => from <= one.date && one.date <= to && (groups.length === 0 || groups.includes(nameOf(one))));
  const form = useShapeForm<Values>({ from: '', to: '', groups: [], reason: '', typed: '' }, shape, {
    check: (values) => faultsOf(values, chosenIn(values).length, 'In diesen Tagen steht kein Termin, den Sie absagen können.'),
  });
  const chosen = form.values.from && form.values.to ? chosenIn(form.values) : [];
  const names = [...new Set(hours.map(nameOf))].toSorted(compareNames);
  const callOff = (values: Values) => {
    const ids = chosenIn(values).map(({ id }) => id);
    cancel.mutate(
      { ids, reason: values.reason },
      {
        onSuccess: ({ changed }) => {
          notify(`${changed === 1 ? 'Ein Termin ist' : `${changed} Termine sind`} abgesagt.`, () => takeBack(ids));
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Termine absagen">
      <form onSubmit={form.onSubmit(callOff)} noValidate>
        <Stack gap="sm">
          <Text size="sm">{`Von den gezeigten Terminen (${daysOf(hours)}) die der Tage, die Sie hier wählen. Die Zeit ist danach für andere frei; wer eingetragen ist, bekommt eine Mail.`}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            <DayField label="Von" hasVisibleLabel {...dayInput(form, 'from')} />
            <DayField label="Bis" hasVisibleLabel min={form.values.from || undefined} {...dayInput(form, 'to')} />
          </SimpleGrid>
          {names.length > 1 && (
            <MultiSelect label="Nur diese Gruppen" placeholder="Alle" searchable data={names} {...form.getInputProps('groups')} />
          )}
          <TextInput label="Grund" required maxLength={300} {...form.getInputProps('reason')} />
          <ChosenHours chosen={chosen} words={['Ein Termin', 'Termine']} typed={form.getInputProps('typed')} />
          <FormProblem error={cancel.error} fields={['reason']} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" color="danger" loading={cancel.isPending}>
              {chosen.length === 0 ? 'Absagen' : chosen.length === 1 ? 'Einen Termin absagen' : `${chosen.length} Termine absagen`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function nameOf({ title, holder }: Booking): string {
  return title ?? holder;
}

function useCancel() {
  const { cancel, restore } = useManyHours();
  const takeBack = (ids: string[]) =>
    restore.mutate(ids, {
      onSuccess: ({ changed, asked }) => {
        const words = `${changed === 1 ? 'Ein Termin steht' : `${changed} Termine stehen`} wieder${asked > 0 ? `, ${asked} davon als Anfrage` : ''}.`;
        if (changed < ids.length) notifyRefusal(`${words} Für die übrigen ist die Zeit inzwischen vergeben oder die Halle geschlossen.`);
        else notify(words);
      },
      onError: notifyProblem,
    });
  return { cancel, takeBack };
}
