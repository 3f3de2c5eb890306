import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskingHolder, RequestedDate } from '#shared/halls/bookingRequests.ts';
import { dayInWords, germanDate, timesInWords } from '#shared/kernel/calendar.ts';
import { planQuery, type Booking } from '../bookings/queries.ts';
import { labelOf } from '../bookings/words.ts';
import { hoursOf } from '../parts/hours.ts';
import classes from '../plan/plan.module.css';
import { requestQuery } from './queries.ts';
import { purposeOf, requestsOf, type HallRequest } from './requests.ts';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

const shownAtFirst = 6;
const aroundMs = 2 * 60 * 60 * 1000;

/** The context of a decision: other bookings around each date, and competing requests. */
export function DecisionContext({ booking }: { booking: Booking }) {
  const query = useQuery(requestQuery(booking.id));
  const { data } = query;
  const [isWhole, setIsWhole] = useState(false);
  if (!data) return <LostParts of={[['was zu diesen Zeiten belegt ist', query]]} />;
  if (data.dates.length === 0) return null;
  const { dates } = data;
  const rivals = requestsOf(data.rivals);
  const taken = dates.filter(({ conflicts }) => conflicts.length > 0).length;
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
      <Around booking={booking} />
      {rivals.length > 0 && (
        <>
          <Text fw={600} size="sm" mt="xs">
            Zur selben Zeit fragen auch
          </Text>
          <ul className={classes['plain']} aria-label="Andere Anfragen">
            {rivals.map((one) => (
              <li key={one.key}>
                <Text size="sm">{rivalWords(one)}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className={classes['plain']} aria-label="Was die Anfragenden haben">
        {data.holders.map((one) => (
          <li key={one.holder}>
            <Text size="sm" c="dimmed">
              {holderWords(one)}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The hall's bookings from two hours before to two hours after. */
function Around({ booking }: { booking: Booking }) {
  const { facilityId, date, startsAt, endsAt } = booking;
  const { data } = useQuery(planQuery(date, date, facilityId));
  const [from, to] = [Date.parse(startsAt) - aroundMs, Date.parse(endsAt) + aroundMs];
  const near = (data?.bookings ?? [])
    .filter(
      (one) => one.facilityId === facilityId && one.id !== booking.id && Date.parse(one.endsAt) > from && Date.parse(one.startsAt) < to,
    )
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (!data) return null;
  return (
    <>
      <Text fw={600} size="sm" mt="xs">
        {`Zwei Stunden davor bis zwei danach, ${germanDate(date)}`}
      </Text>
      {near.length === 0 && <Text size="sm">Sonst steht dort nichts.</Text>}
      <ul className={classes['plain']} aria-label="Vorher und nachher">
        {near.map((one) => (
          <li key={one.id}>
            <Text size="sm">{`${timesInWords(one)}: ${labelOf(one)}`}</Text>
          </li>
        ))}
      </ul>
    </>
  );
}

/** "SCB hat 12,5 Std. je Woche, 34 von 40 vermerkten Terminen genutzt" */
function holderWords({ holder, weeklyMinutes, marked, used }: AskingHolder): string {
  const has = `${holder} hat ${weeklyMinutes === 0 ? 'keine feste Zeit' : `${hoursOf(weeklyMinutes)} Std. je Woche`} in Ihren Hallen`;
  return marked === 0 ? `${has}.` : `${has}; genutzt ${used} von ${marked} vermerkten Terminen eines Jahres.`;
}

function standsThere({ conflicts }: RequestedDate): string {
  if (conflicts.length === 0) return 'frei';
  const words = conflicts.map(({ holder, title, startsAt, endsAt }) =>
    [[holder, title].filter(Boolean).join(', '), timesInWords({ startsAt, endsAt })].join(' '),
  );
  return `belegt durch ${[...new Set(words)].join(' und ')}`;
}

/** "SCB · Training · Jugend · 20 Personen · Vorrang 2 · 3 Termine" */
function rivalWords({ first, dates }: HallRequest): string {
  return [first.holder, purposeOf(first), first.priority && `Vorrang ${first.priority}`, dates.length > 1 && `${dates.length} Termine`]
    .filter(Boolean)
    .join(' · ');
}
