import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { priceCategoryNames, priceUnitNames, type PriceCategory, type PriceUnit } from '../courseWords.ts';

/** The notice period of a price change in days. */
export const priceNoticeDays = 42;

/** Announced prices that are not valid yet. */
export type ComingPrices = { from: LocalDate; prices: readonly { category: PriceCategory; cents: number; per: PriceUnit }[] };

/** The price stored with the enrolment. */
type Paid = { priceCategory: PriceCategory | null; priceCents: number | null };

/** The earliest start of a new price: the start of a month, quarter or year, at least six weeks ahead. */
export function earliestPriceDay(today: LocalDate, units: readonly PriceUnit[]): LocalDate {
  const months = units.includes('year') ? 12 : units.includes('quarter') ? 3 : 1;
  let at = addDays(today, priceNoticeDays);
  while (!isPeriodStart(at, months)) at = addDays(at, 1);
  return at;
}

/** Whether a day is the start of a period for all of the units. */
export function beginsPeriod(day: LocalDate, units: readonly PriceUnit[]): boolean {
  return isPeriodStart(day, units.includes('year') ? 12 : units.includes('quarter') ? 3 : 1);
}

/** The future price of an enrolment, if affected by an announced change. */
export function comingPriceOf({ priceCategory, priceCents }: Paid, coming: ComingPrices | null) {
  const next = coming?.prices.find(({ category }) => category === priceCategory);
  return coming && next && next.cents !== priceCents ? { ...next, from: coming.from, isMore: next.cents > (priceCents ?? 0) } : undefined;
}

/** The last day after a notice: if a price increase was announced, at the latest the day before it, whatever the notice period. */
export function endBeforeRise(end: LocalDate, paid: Paid, coming: ComingPrices | null, today: LocalDate): LocalDate {
  const next = comingPriceOf(paid, coming);
  if (!next?.isMore || today >= next.from) return end;
  const dayBefore = addDays(next.from, -1);
  return end < dayBefore ? end : dayBefore;
}

/** The announced prices as a public German sentence; empty if there are none. */
export function comingPricesInWords(coming: ComingPrices | null): string[] {
  if (!coming) return [];
  const prices = coming.prices.map(({ category, cents, per }) => `${priceCategoryNames[category]} ${priceInWords(cents, per)}`);
  return [`Neue Preise ab ${germanDate(coming.from)}: ${prices.join(', ')}.`];
}

/** The effect of a price increase for a participant, as German sentences. */
export function riseInWords(paid: Paid, coming: ComingPrices | null): string[] {
  const next = comingPriceOf(paid, coming);
  if (!next) return [];
  const day = germanDate(next.from);
  return [
    `Ab ${day} kostet es ${priceInWords(next.cents, next.per)}.`,
    ...(next.isMore ? [`Wer deshalb bis zum ${germanDate(addDays(next.from, -1))} kündigt, zahlt den neuen Preis nicht mehr.`] : []),
  ];
}

/** A price with its unit in German. */
export function priceInWords(cents: number, per: PriceUnit): string {
  return cents === 0 ? 'nichts' : `${euros(cents)} ${priceUnitNames[per]}`;
}

function isPeriodStart(day: LocalDate, months: number): boolean {
  return day.endsWith('-01') && (Number(day.slice(5, 7)) - 1) % months === 0;
}
