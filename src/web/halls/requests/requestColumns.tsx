import { Stack, Text } from '@mantine/core';
import { formatDate } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import type { Hall } from '../bookings/queries.ts';
import { countOf, placeOf, whenOf } from '../own/groups.ts';
import { moveOf, purposeOf, availabilityInWords, type HallRequest } from './requests.ts';

/** The columns of the list of requests. */
export function requestColumns(halls: readonly Hall[]): readonly Column<HallRequest>[] {
  return [
    { name: 'holder', label: 'Wer', isName: true, cell: (one) => <Who one={one} /> },
    { name: 'when', label: 'Wann', cell: (one) => <When one={one} /> },
    { name: 'place', label: 'Halle', cell: ({ first }) => placeOf(first, halls) },
    { name: 'priority', label: 'Vorrang', isNumber: true, cell: ({ first }) => first.priority ?? '–' },
    { name: 'way', label: 'Zur selben Zeit', cell: (one) => <Way one={one} /> },
    { name: 'asked', label: 'Angefragt', cell: ({ first }) => formatDate(first.askedAt) },
  ];
}

/** A request as a card for phones. */
export function RequestCard({ one, halls }: { one: HallRequest; halls: readonly Hall[] }) {
  const { askedAt, priority } = one.first;
  return (
    <Stack gap={2}>
      <Who one={one} />
      <Text size="sm">{placeOf(one.first, halls)}</Text>
      <When one={one} />
      <Way one={one} />
      <Text size="sm" c="dimmed">
        {[`Angefragt ${formatDate(askedAt)}`, priority && `Vorrang ${priority}`].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}

function Who({ one: { first } }: { one: HallRequest }) {
  return (
    <>
      <Text component="span" fw={600} display="block">
        {first.holder}
      </Text>
      <Text component="span" size="sm" c="dimmed" display="block">
        {purposeOf(first)}
      </Text>
      {first.state === 'counter_offered' && <StateMark tone="quiet">Gegenvorschlag liegt vor</StateMark>}
    </>
  );
}

function When({ one }: { one: HallRequest }) {
  const more = [one.dates.length > 1 && countOf(one), moveOf(one.first)].filter(Boolean);
  return (
    <>
      <Text component="span" size="sm" display="block">
        {whenOf(one)}
      </Text>
      {more.length > 0 && (
        <Text component="span" size="sm" c="dimmed" display="block">
          {more.join(' · ')}
        </Text>
      )}
    </>
  );
}

function Way({ one }: { one: HallRequest }) {
  const isFree = one.dates.every(({ conflicts }) => conflicts.length === 0);
  return <StateMark tone={isFree ? 'good' : 'waiting'}>{availabilityInWords(one)}</StateMark>;
}
