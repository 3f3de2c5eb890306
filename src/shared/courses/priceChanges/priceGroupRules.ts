import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceCategory, PriceUnit } from '../courseWords.ts';
import { priceFor, type Price, type PriceFacts } from '../eligibility.ts';
import { beginsPeriod, earliestPriceDay, priceNoticeDays, type ComingPrices } from './priceChangeRules.ts';

/**
 * From when a seat in a permanent group costs the price of another price group, because the person comes of age, joins the club or leaves it.
 * Each period costs the price of its first day, so a change begins with a period.
 */
export type GroupChange = {
  from: LocalDate;
  category: PriceCategory;
  /** The price of the new group in cents, as the offer had it when the family was told. */
  cents: number;
  /** The price group until then. */
  before: PriceCategory | null;
};

/** A seat with its price group as it began, and the changes since, earliest first. */
export type PricedSeat = { category: PriceCategory | null; per: PriceUnit; changes: readonly GroupChange[] };

/** The groups that follow from a person's age and membership; all others were agreed with the office and stay. */
const followed: readonly (PriceCategory | null)[] = ['member', 'partner_member', 'non_member', 'child', 'reduced'];

/** The price group of a seat on a day. */
export function groupOn({ category, changes }: Pick<PricedSeat, 'category' | 'changes'>, day: LocalDate): PriceCategory | null {
  return changes.findLast(({ from }) => from <= day)?.category ?? category;
}

/**
 * The next change of a seat's price group: to a lower price from the next period on, to a higher one from the first period that begins at least
 * six weeks later. Undefined if nothing changes, or if the offer has no price for the person in the same unit; then the office decides.
 */
export function dueChange(
  seat: PricedSeat,
  {
    today,
    pricesOn,
    factsOn,
  }: { today: LocalDate; pricesOn: (day: LocalDate) => readonly Price[]; factsOn: (day: LocalDate) => PriceFacts },
): GroupChange | undefined {
  for (const day of daysOf(today, seat.per)) {
    const now = groupOn(seat, day);
    const prices = pricesOn(day);
    // The proof for a reduced price and the partner club are not read again.
    const proven = { isReduced: now === 'reduced', isPartnerMember: now === 'partner_member' };
    const next = followed.includes(now) ? priceFor(prices, { ...factsOn(day), ...proven }) : undefined;
    if (!next || next.category === now || next.per !== seat.per) continue;
    const isMore = next.cents > (prices.find(({ category }) => category === now)?.cents ?? 0);
    if (isMore && day < addDays(today, priceNoticeDays)) continue;
    return { from: day, category: next.category, cents: next.cents, before: groupOn(seat, addDays(day, -1)) };
  }
  return undefined;
}

/** The days on which a seat is looked at: the first days of its next periods, up to the first one that is at least six weeks away. */
export function daysOf(today: LocalDate, per: PriceUnit): LocalDate[] {
  const last = earliestPriceDay(today, [per]);
  const days: LocalDate[] = [];
  for (let day = addDays(today, 1); day <= last; day = addDays(day, 1)) if (beginsPeriod(day, [per])) days.push(day);
  return days;
}

/** The prices of a seat after its first one, earliest first: what the offer changed for its group, and the groups that it changed to. */
export function laterPricesOf(
  { category, changes }: Pick<PricedSeat, 'category' | 'changes'>,
  ofOffer: readonly Pick<ComingPrices, 'from' | 'prices'>[],
): { from: LocalDate; cents: number }[] {
  const days = [...new Set([...changes, ...ofOffer].map(({ from }) => from))].toSorted();
  return days.flatMap((from) => {
    const group = groupOn({ category, changes }, from);
    const listed = ofOffer.findLast((one) => one.from <= from)?.prices.find((one) => one.category === group)?.cents;
    const told = changes.find((one) => one.from === from)?.cents;
    const cents = listed ?? told;
    return cents === undefined ? [] : [{ from, cents }];
  });
}
