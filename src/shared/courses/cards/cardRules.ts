import { addDays, addMonths, type LocalDate } from '#shared/kernel/calendar.ts';

/** The sales states of a kind of card: sold to families online, sold by the office only, or no longer sold. */
export const cardProductStates = ['offered', 'office', 'ended'] as const;
type CardProductState = (typeof cardProductStates)[number];

/** The German names of the sales states. */
export const cardProductStateNames: { readonly [state in CardProductState]: string } = {
  offered: 'Familien kaufen sie selbst',
  office: 'nur über die Geschäftsstelle',
  ended: 'wird nicht mehr verkauft',
};

/** Sets of sales states that rules refer to. */
export const cardProductSets: { readonly sold: readonly CardProductState[] } = {
  /** New cards of this kind can be issued. */
  sold: ['offered', 'office'],
};

/** The stored states of a card; whether it is used up or expired is derived from its visits and its last day. */
export const cardStates = ['sold', 'cancelled'] as const;

/** The derived state of a card: valid, used up, expired, or cancelled. */
export const cardStandings = ['valid', 'empty', 'over', 'cancelled'] as const;
export type CardStanding = (typeof cardStandings)[number];

/** The German names of the derived states. */
export const cardStandingNames: { readonly [standing in CardStanding]: string } = {
  valid: 'gültig',
  empty: 'aufgebraucht',
  over: 'abgelaufen',
  cancelled: 'storniert',
};

/** The visits of a card: bought, used by attendance, and deducted by the office (negative: added). */
type CardNumbers = { visits: number; used: number; corrected: number };

/** The number of remaining visits of a card. */
export function visitsLeft({ visits, used, corrected }: CardNumbers): number {
  return visits - used - corrected;
}

/** The derived state of a card on a day. */
export function standingOf(
  card: CardNumbers & { state: (typeof cardStates)[number]; validUntil: LocalDate },
  today: LocalDate,
): CardStanding {
  if (card.state === 'cancelled') return 'cancelled';
  if (visitsLeft(card) === 0) return 'empty';
  return card.validUntil < today ? 'over' : 'valid';
}

/** The last day of a card that is valid for a number of months: twelve months from 27.11.2026 end on 26.11.2027. */
export function lastDayOf(from: LocalDate, months: number): LocalDate {
  return addDays(addMonths(from, months), -1);
}

/** The part of the price in cents that the club keeps when a card is cancelled: the share of the used visits. */
export function keptOfCancelled({ cents, ...card }: CardNumbers & { cents: number }): number {
  return Math.round((cents * (card.visits - visitsLeft(card))) / card.visits);
}

/** The number of remaining visits at which the family is notified. */
export const fewVisits = 2;
/** The number of days before the last day of a card at which the family is notified. */
export const endSoonDays = 30;

/** A number of visits in German. */
export function visitsInWords(count: number): string {
  return count === 1 ? '1 Besuch' : `${count} Besuche`;
}

/** A number of visits in German after "mit" and "von" (dative). */
export function withVisits(count: number): string {
  return count === 1 ? '1 Besuch' : `${count} Besuchen`;
}

/** A kind of card in brief: "10 Besuche, 12 Monate gültig". */
export function productInWords({ visits, validMonths }: { visits: number; validMonths: number }): string {
  return `${visitsInWords(visits)}, ${validMonths === 1 ? '1 Monat' : `${validMonths} Monate`} gültig`;
}
