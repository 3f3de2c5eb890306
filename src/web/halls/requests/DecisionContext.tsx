import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageGroupNames, bookingKindNames } from '#shared/halls/bookingStates.ts';
import { dayInWords, timesInWords } from '#shared/kernel/calendar.ts';
import { waitingQuery, type Booking, type Waiting } from '../bookings/queries.ts';
import classes from '../plan/plan.module.css';

const shownAtFirst = 6;

/** What a decision is about: every date with what stands there, and who else asks for the same time. */
export function DecisionContext({ booking }: { booking: Booking }) {
  const { data = [] } = useQuery(waitingQuery());
  const [isWhole, setIsWhole] = useState(false);
  const dates = data.filter((one) => isOfRequest(one, booking));
  const rivals = [
    ...Map.groupBy(
      data.filter((one) => !dates.includes(one) && dates.some((date) => isSameTime(date, one))),
      ({ seriesId, id }) => seriesId ?? id,
    ).values(),
  ];
  const taken = dates.filter(({ conflicts }) => conflicts.length > 0).length;
  if (dates.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm">
        {dates.length === 1 ? 'Der Termin' : `${dates.length} Termine, ${taken === 0 ? 'alle frei' : `${taken} belegt`}`}
      </Text>
      <ul className={classes['plain']} aria-label="Termine der Anfrage">
        {dates.slice(0, isWhole ? undefined : shownAtFirst).map((one) => (
          <li key={one.id}>
            <Text size="sm">
              {dayInWords(one.date)}, {timesInWords(one)}: {standsThere(one)}
            </Text>
          </li>
        ))}
      </ul>
      {dates.length > shownAtFirst && !isWhole && (
        <Button variant="subtle" size="compact-md" onClick={() => setIsWhole(true)}>
          Alle {dates.length} Termine zeigen
        </Button>
      )}
      {rivals.length > 0 && (
        <>
          <Text fw={600} size="sm" mt="xs">
            Zur selben Zeit fragen auch
          </Text>
          <ul className={classes['plain']} aria-label="Andere Anfragen">
            {rivals.map((ofOne) => (
              <li key={ofOne[0]?.id}>
                <Text size="sm">{rivalWords(ofOne)}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function isOfRequest(one: Waiting, { id, seriesId, facilityId }: Booking): boolean {
  return one.facilityId === facilityId && (seriesId === null ? one.id === id : one.seriesId === seriesId);
}

function isSameTime(a: Waiting, b: Waiting): boolean {
  return (
    a.facilityId === b.facilityId && a.startsAt < b.endsAt && b.startsAt < a.endsAt && a.unitIds.some((unit) => b.unitIds.includes(unit))
  );
}

function standsThere({ conflicts }: Waiting): string {
  if (conflicts.length === 0) return 'frei';
  const words = conflicts.map(({ holder, title, startsAt, endsAt }) =>
    [[holder, title].filter(Boolean).join(', '), timesInWords({ startsAt, endsAt })].join(' '),
  );
  return `belegt durch ${[...new Set(words)].join(' und ')}`;
}

/** "SCB · Training · Jugend · 20 Personen · Vorrang 2 · 3 Termine" */
function rivalWords(dates: readonly Waiting[]): string {
  const [first] = dates;
  if (!first) return '';
  return [
    first.holder,
    first.kind && bookingKindNames[first.kind],
    first.ageGroup && ageGroupNames[first.ageGroup],
    first.expectedParticipants && `${first.expectedParticipants} Personen`,
    first.priority && `Vorrang ${first.priority}`,
    dates.length > 1 && `${dates.length} Termine`,
  ]
    .filter(Boolean)
    .join(' · ');
}
