import { addDays, addMonths, type LocalDate } from '#shared/kernel/calendar.ts';

/** How a kind of card is sold: by families themselves, only at the office, or not any more. */
export const cardProductStates = ['offered', 'office', 'ended'] as const;
type CardProductState = (typeof cardProductStates)[number];

/** The German words for the states of a kind of card. */
export const cardProductStateNames: { readonly [state in CardProductState]: string } = {
  offered: 'Familien kaufen sie selbst',
  office: 'nur über die Geschäftsstelle',
  ended: 'wird nicht mehr verkauft',
};

/** Sets of states that decide about something. */
export const cardProductSets: { readonly sold: readonly CardProductState[] } = {
  /** New cards of this kind can be made. */
  sold: ['offered', 'office'],
};

/** The states of a card that are kept; whether it is used up or over follows from its visits and its last day. */
export const cardStates = ['sold', 'cancelled'] as const;

/** Where a card stands: it can be used, all visits are taken, its time is over, or it was taken back. */
export const cardStandings = ['valid', 'empty', 'over', 'cancelled'] as const;
export type CardStanding = (typeof cardStandings)[number];

/** The German words for where a card stands. */
export const cardStandingNames: { readonly [standing in CardStanding]: string } = {
  valid: 'gültig',
  empty: 'aufgebraucht',
  over: 'abgelaufen',
  cancelled: 'storniert',
};

/** The numbers of a card: visits bought, visits taken by attendance, and visits taken off by the office (negative: given). */
type CardNumbers = { visits: number; used: number; corrected: number };

/** How many visits a card still has. */
export function visitsLeft({ visits, used, corrected }: CardNumbers): number {
  return visits - used - corrected;
}

/** Where a card stands on a day. */
export function standingOf(
  card: CardNumbers & { state: (typeof cardStates)[number]; validUntil: LocalDate },
  today: LocalDate,
): CardStanding {
  if (card.state === 'cancelled') return 'cancelled';
  if (visitsLeft(card) === 0) return 'empty';
  return card.validUntil < today ? 'over' : 'valid';
}

/** The last day of a card that is valid for so many months: twelve from 27.11.2026 end on 26.11.2027. */
export function lastDayOf(from: LocalDate, months: number): LocalDate {
  return addDays(addMonths(from, months), -1);
}

/** What is kept of the price when a card is taken back: the share of the visits that were taken, in cents. */
export function keptOfCancelled({ cents, ...card }: CardNumbers & { cents: number }): number {
  return Math.round((cents * (card.visits - visitsLeft(card))) / card.visits);
}

/** With how many visits left the family is told. */
export const fewVisits = 2;
/** How many days before the last day of a card its family is told. */
export const endSoonDays = 30;

/** A number of visits in words. */
export function visitsInWords(count: number): string {
  return count === 1 ? '1 Besuch' : `${count} Besuche`;
}

/** A number of visits after "mit" and "von". */
export function withVisits(count: number): string {
  return count === 1 ? '1 Besuch' : `${count} Besuchen`;
}

/** What a card of a kind gives, in a few words: "10 Besuche, 12 Monate gültig". */
export function productInWords({ visits, validMonths }: { visits: number; validMonths: number }): string {
  return `${visitsInWords(visits)}, ${validMonths === 1 ? '1 Monat' : `${validMonths} Monate`} gültig`;
}
