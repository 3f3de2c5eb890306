import { Alert, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { bookingCheck, type LackingHour } from '#shared/halls/bookingCheck.ts';
import { dayInWords } from '#shared/kernel/calendar.ts';
import { api } from '#web/lib/call/call.ts';

/** Debounce before the check. */
const pauseMs = 400;
const shownAtFirst = 5;

/** A free alternative to an hour. */
export type OtherPlace = LackingHour['otherTimes'][number];
type HallCheckProps = {
  /** Undefined while the form's hours are incomplete. */ ask: z.input<typeof bookingCheck> | undefined;
  /** Applies an alternative; only for forms with a single hour. */ onTake?: ((slot: OtherPlace) => void) | undefined;
};

/** Shows while typing which hours of a hall are unavailable, who holds them, and what is free instead. */
export function HallCheck({ ask, onTake }: HallCheckProps) {
  const [asked] = useDebouncedValue(ask ? JSON.stringify(ask) : '', pauseMs);
  const input = asked === '' ? undefined : bookingCheck.safeParse(JSON.parse(asked)).data;
  const { data } = useQuery({
    queryKey: ['facilities', 'check', input],
    queryFn: () => api.bookingCheck.check(input ?? { hours: [] }),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data || !ask || !input) return null;
  const all = data.free + data.lacking.length;
  if (all === 0) return null;
  if (data.lacking.length === 0)
    return (
      <Text size="sm" component="output">
        {all === 1 ? 'Die Halle ist frei.' : `Die Halle ist an allen ${all} kommenden Terminen frei.`}
      </Text>
    );
  const title = all === 1 ? 'Die Halle ist nicht frei' : `${data.lacking.length} von ${all} Terminen: Halle nicht frei`;
  return (
    <Alert color="waiting" title={title} role="note" aria-live="polite">
      <LackingList lacking={data.lacking} onTake={onTake} />
    </Alert>
  );
}

function LackingList({ lacking, onTake }: { lacking: readonly LackingHour[]; onTake: HallCheckProps['onTake'] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? lacking : lacking.slice(0, shownAtFirst);
  return (
    <>
      {shown.map((one) => (
        <div key={`${one.facilityId} ${one.date} ${one.startTime}`}>
          <Text size="sm">
            <strong>{dayInWords(one.date)}</strong>, {one.startTime}–{one.endTime} Uhr: {one.reason.replace(/\.$/, '')}
            {!onTake && insteadInWords(one)}
          </Text>
          {onTake && <Instead hour={one} onTake={onTake} />}
        </div>
      ))}
      {shown.length < lacking.length && (
        <Button variant="subtle" size="compact-md" onClick={() => setIsWhole(true)}>
          Alle {lacking.length} zeigen
        </Button>
      )}
    </>
  );
}

function Instead({ hour, onTake }: { hour: LackingHour; onTake: (slot: OtherPlace) => void }) {
  const choices = [
    ...hour.otherTimes.map((slot) => ({ slot, words: `${slot.startTime}–${slot.endTime} Uhr` })),
    ...hour.otherHalls.map((slot) => ({ slot, words: slot.facilityName })),
  ];
  if (choices.length === 0) return null;
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm">Frei wäre:</Text>
      {choices.map(({ slot, words }) => (
        <Button key={words} variant="default" size="compact-md" onClick={() => onTake(slot)}>
          {words}
        </Button>
      ))}
    </Group>
  );
}

function insteadInWords({ otherTimes, otherHalls }: LackingHour): string {
  const free = [
    ...otherTimes.map(({ startTime, endTime }) => `${startTime}–${endTime} Uhr`),
    ...otherHalls.map(({ facilityName }) => facilityName),
  ];
  return free.length > 0 ? `. Frei wäre: ${free.join(', ')}.` : '.';
}
