import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { Booking } from '../bookings/queries.ts';
import type { BookingGroup } from './groups.ts';
import { useManyHours } from './queries.ts';

const [typedFrom, namedAtMost] = [20, 6];

/** Gives the hours of some days to others at once, as in the holidays; a slip is taken back. */
export function ReleaseShown({ groups }: { groups: readonly BookingGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  const hours = groups
    .flatMap(({ dates }) => dates)
    .filter(({ may }) => may.includes('release'))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (hours.length < 2 && !isOpen) return null;
  return (
    <>
      <Button className="no-print" variant="default" mb="sm" onClick={() => setOpen(true)}>
        Stunden eines Zeitraums freigeben …
      </Button>
      {isOpen && <ReleaseDialog hours={hours} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Asks for which days; what is given away is named and counted, and of many the number is typed. */
function ReleaseDialog({ hours, onClose }: { hours: readonly Booking[]; onClose: () => void }) {
  const { release, takeBack } = useRelease();
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const [typed, setTyped] = useState('');
  const chosen = hours.filter(({ date }) => from && to && from <= date && date <= to);
  const isTyped = chosen.length <= typedFrom || typed.trim() === String(chosen.length);
  const ids = chosen.map(({ id }) => id);
  const give = () =>
    release.mutate(ids, {
      onSuccess: ({ changed }) => {
        notify(`${changed === 1 ? 'Eine Stunde ist' : `${changed} Stunden sind`} freigegeben.`, () => takeBack(ids));
        onClose();
      },
      onError: notifyProblem,
    });
  return (
    <Modal opened onClose={onClose} title="Stunden freigeben">
      <Stack gap="sm">
        <Text size="sm">{`Von den gezeigten Terminen (${daysOf(hours)}) die der Tage, die Sie hier wählen. Andere Vereine können sie dann sofort übernehmen.`}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <DayField label="Von" hasVisibleLabel value={from} onChange={setFrom} />
          <DayField label="Bis" hasVisibleLabel value={to} min={from} onChange={setTo} />
        </SimpleGrid>
        {from && to && <Text size="sm">{chosenWords(chosen)}</Text>}
        {chosen.length > typedFrom && (
          <TextInput
            label={`Das sind viele. Zur Bestätigung die Zahl ${chosen.length} eingeben`}
            inputMode="numeric"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button disabled={chosen.length === 0 || !isTyped} loading={release.isPending} onClick={give}>
            {chosen.length === 0 ? 'Freigeben' : chosen.length === 1 ? 'Eine Stunde freigeben' : `${chosen.length} Stunden freigeben`}
          </Button>
        </Group>
      </Stack>
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

/** "12 Stunden: Handball-Minis (4), Yoga (8)" */
function chosenWords(chosen: readonly Booking[]): string {
  if (chosen.length === 0) return 'In diesen Tagen steht keine Stunde, die Sie freigeben können.';
  const groups = [...Map.groupBy(chosen, ({ title, holder }) => title ?? holder)].map(([name, some]) => `${name} (${some.length})`);
  const more = groups.length - namedAtMost;
  return `${chosen.length === 1 ? 'Eine Stunde' : `${chosen.length} Stunden`}: ${groups.slice(0, namedAtMost).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`;
}

function daysOf(hours: readonly Booking[]): string {
  return `${germanDate(hours[0]?.date ?? '')} bis ${germanDate(hours.at(-1)?.date ?? '')}`;
}
