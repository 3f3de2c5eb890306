import { bookingSets, bookingStateNames, type BookingState } from '#shared/halls/bookingStates.ts';
import { statesShown, type ShownBookings } from '#shared/halls/ownBookings.ts';
import { dayInWords, germanDate, timesInWords, weekdayNames, weekdayOf, timeRange } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import { partsOf } from '../bookings/words.ts';

/** The shown bookings of a series, or a single booking. */
export type BookingGroup = {
  key: string;
  first: Booking;
  dates: readonly Booking[];
  /** The number of omitted days without a replacement. */ lost: number;
};

export const orders = ['date', 'hall', 'title'] as const;
export type Order = (typeof orders)[number];

/** Groups bookings by series, in the given order. */
export function groupsOf(bookings: readonly Booking[], shown: ShownBookings, order: Order, halls: readonly Hall[]): BookingGroup[] {
  const names = new Map(halls.map(({ id, name }) => [id, name]));
  const groups = [...Map.groupBy(bookings, ({ seriesId, id }) => seriesId ?? id)].flatMap(([key, all]): BookingGroup[] => {
    const dates = all.filter(({ state }) => statesShown[shown].includes(state));
    const [first] = dates;
    return first ? [{ key, first, dates, lost: shown === 'current' ? lostDays(all) : 0 }] : [];
  });
  const wordOf = ({ first }: BookingGroup) => (order === 'hall' ? names.get(first.facilityId) : first.title) ?? '';
  if (order === 'date') return groups.toSorted((a, b) => a.first.startsAt.localeCompare(b.first.startsAt));
  return groups.toSorted((a, b) => compareNames(wordOf(a), wordOf(b)));
}

/** Days with only cancelled bookings; a booking whose time was changed has its replacement on that day. */
function lostDays(dates: readonly Booking[]): number {
  const isGone = ({ state }: Booking) => bookingSets.gone.includes(state);
  const standing = new Set(dates.filter((one) => !isGone(one)).map(({ date }) => date));
  return new Set(dates.filter((one) => isGone(one) && !standing.has(one.date)).map(({ date }) => date)).size;
}

/** "Mo 18:00–19:30", or the day of a single booking. */
export function whenOf({ first, dates }: BookingGroup): string {
  if (dates.length === 1) return `${dayInWords(first.date)}, ${timesInWords(first)}`;
  const weekly = weeklyOf(first);
  const isSame = dates.every((one) => weeklyOf(one) === weekly);
  return `${weekly}${isSame ? '' : ', einzelne Termine anders'}`;
}

/** "Dreifachhalle Teil 1" */
export function placeOf(booking: Booking, halls: readonly Hall[]): string {
  const hall = halls.find(({ id }) => id === booking.facilityId);
  return [hall?.name, partsOf(booking, hall)].filter(Boolean).join(', ');
}

/** "14 Termine bis 23.03.2027 · 2 fallen aus" */
export function countOf({ first, dates, lost }: BookingGroup): string {
  const last = dates.at(-1) ?? first;
  return [`${dates.length} Termine bis ${germanDate(last.date)}`, lostWords(lost)].filter(Boolean).join(' · ');
}

/** "2 fallen aus"; empty for none. */
export function lostWords(lost: number): string {
  return lost === 0 ? '' : `${lost} ${lost === 1 ? 'fällt' : 'fallen'} aus`;
}

/** "Zugesagt", or "12 Zugesagt, 2 Angefragt", with its colour. */
export function stateOf({ dates }: BookingGroup): { words: string; tone: 'good' | 'quiet' | 'waiting' } {
  const counts = [...Map.groupBy(dates, ({ state }) => state)];
  const [only] = counts;
  if (counts.length === 1 && only) return { words: bookingStateNames[only[0]], tone: toneOf(only[0]) };
  const words = counts.map(([state, { length }]) => `${length} ${bookingStateNames[state]}`).join(', ');
  return { words, tone: counts.some(([state]) => toneOf(state) === 'waiting') ? 'waiting' : 'quiet' };
}

function toneOf(state: BookingState): 'good' | 'quiet' | 'waiting' {
  // A displaced date waits for its club.
  if (bookingSets.waiting.includes(state) || state === 'displaced') return 'waiting';
  return bookingSets.used.includes(state) ? 'good' : 'quiet';
}

function weeklyOf(booking: Booking): string {
  return `${weekdayNames[weekdayOf(booking.date) - 1]?.slice(0, 2) ?? ''} ${timeRange(booking)}`;
}
