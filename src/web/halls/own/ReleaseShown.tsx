import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { localDate } from '#shared/kernel/fields.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { Booking } from '../bookings/queries.ts';
import type { BookingGroup } from './groups.ts';
import { faultsOf } from '../parts/manyDays.ts';
import { daysOf } from './chosen.ts';
import { ChosenHours, ManyShown } from './ManyShown.tsx';
import { useManyHours } from './queries.ts';

/** Releases the hours of a range of days for others, e.g. in holidays; with undo. */
export function ReleaseShown({ groups }: { groups: readonly BookingGroup[] }) {
  return (
    <ManyShown
      groups={groups}
      may="release"
      label="Stunden freigeben …"
      renderDialog={(hours, onClose) => <ReleaseDialog hours={hours} onClose={onClose} />}
    />
  );
}

const shape = z.object({ from: localDate, to: localDate, typed: z.string().max(10) });
type Range = z.output<typeof shape>;

/** Asks for the days; the affected bookings are listed and counted, and many have to be confirmed by typing the number. */
function ReleaseDialog({ hours, onClose }: { hours: readonly Booking[]; onClose: () => void }) {
  const { release, takeBack } = useRelease();
  const chosenIn = ({ from, to }: Range) => hours.filter(({ date }) => from <= date && date <= to);
  const form = useShapeForm<Range>({ from: '', to: '', typed: '' }, shape, {
    check: (values) => faultsOf(values, chosenIn(values).length, 'In diesen Tagen steht keine Stunde, die Sie freigeben können.'),
  });
  const chosen = form.values.from && form.values.to ? chosenIn(form.values) : [];
  const give = (values: Range) => {
    const ids = chosenIn(values).map(({ id }) => id);
    release.mutate(ids, {
      onSuccess: ({ changed }) => {
        notify(`${changed === 1 ? 'Eine Stunde ist' : `${changed} Stunden sind`} freigegeben.`, () => takeBack(ids));
        onClose();
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title="Stunden freigeben">
      <form onSubmit={form.onSubmit(give)} noValidate>
        <Stack gap="sm">
          <Text size="sm">{`Von den gezeigten Terminen (${daysOf(hours)}) die der Tage, die Sie hier wählen. Andere Vereine können sie dann sofort übernehmen.`}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            <DayField label="Von" hasVisibleLabel {...dayInput(form, 'from')} />
            <DayField label="Bis" hasVisibleLabel min={form.values.from || undefined} {...dayInput(form, 'to')} />
          </SimpleGrid>
          <ChosenHours chosen={chosen} words={['Eine Stunde', 'Stunden']} typed={form.getInputProps('typed')} />
          <FormProblem error={release.error} fields={[]} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" loading={release.isPending}>
              {chosen.length === 0 ? 'Freigeben' : chosen.length === 1 ? 'Eine Stunde freigeben' : `${chosen.length} Stunden freigeben`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useRelease() {
  const { release, reclaim } = useManyHours();
  const takeBack = (ids: string[]) =>
    reclaim.mutate(ids, {
      onSuccess: ({ changed }) =>
        changed < ids.length
          ? notifyRefusal(`${changed} von ${ids.length} Stunden sind wieder Ihre; die übrigen hat inzwischen jemand anders.`)
          : notify(changed === 1 ? 'Die Stunde ist wieder Ihre.' : `${changed} Stunden sind wieder Ihre.`),
      onError: notifyProblem,
    });
  return { release, takeBack };
}
