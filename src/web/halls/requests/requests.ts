import { ageGroupNames, bookingKindNames } from '#shared/halls/bookingStates.ts';
import type { RequestedDate } from '#shared/halls/bookingRequests.ts';
import { dayInWords, timesInWords } from '#shared/kernel/calendar.ts';
import type { BookingGroup } from '../own/groups.ts';

/** Dates that are decided together: a single one, or those of a series at one hall. */
export type HallRequest = Omit<BookingGroup, 'first' | 'dates'> & { first: RequestedDate; dates: readonly RequestedDate[] };

/** Groups dates into requests, keeping the order. */
export function requestsOf(dates: readonly RequestedDate[]): HallRequest[] {
  const groups = Map.groupBy(dates, ({ seriesId, facilityId, id }) => `${seriesId ?? id} ${facilityId}`);
  return [...groups].flatMap(([key, all]): HallRequest[] => {
    const [first] = all;
    return first ? [{ key, first, dates: all, lost: 0 }] : [];
  });
}

/** "Training · Jugend · 20 Personen"; number and noun are joined by a no-break space. */
export function purposeOf({ kind, ageGroup, expectedParticipants }: RequestedDate): string {
  return [
    kind && bookingKindNames[kind],
    ageGroup && ageGroupNames[ageGroup],
    expectedParticipants && `${expectedParticipants}\u00A0Personen`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** "frei", "2 von 12 belegt: SCB" */
export function availabilityInWords({ dates }: HallRequest): string {
  const taken = dates.filter(({ conflicts }) => conflicts.length > 0);
  if (taken.length === 0) return dates.length === 1 ? 'frei' : 'alle frei';
  const holders = [...new Set(taken.flatMap(({ conflicts }) => conflicts.map(({ holder }) => holder)))].join(', ');
  return `${dates.length === 1 ? 'belegt' : `${taken.length} von ${dates.length} belegt`}: ${holders}`;
}

/** "Verlegung, bisher Dienstag, 01.12.2026, 18:00–19:30 Uhr"; empty unless it is a move. */
export function moveOf({ movesFrom, facilityId }: RequestedDate): string {
  if (!movesFrom) return '';
  const elsewhere = movesFrom.facilityId === facilityId ? '' : ' in einer anderen Halle';
  return `Verlegung, bisher ${dayInWords(movesFrom.date)}, ${timesInWords(movesFrom)}${elsewhere}`;
}
