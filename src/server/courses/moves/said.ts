import { moveInWords, movePlan, type GroupPrice, type MovePlan } from '#shared/courses/moves/moveRules.ts';
import { comingPricesInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';

type Price = { fullCents: number | null; per: GroupPrice['per'] };

/** The days of a change of groups from the seat of `row`. */
export function planOf(row: EnrolmentRow, startsOn: LocalDate): MovePlan {
  return movePlan(startsOn, priceOf(row), row.startsOn);
}

function priceOf({ priceCents, fullPriceCents, pricePer }: EnrolmentRow): Pick<GroupPrice, 'cents' | 'per'> {
  return { cents: priceCents ?? fullPriceCents, per: pricePer };
}

/** The days of a change of groups, and its sentences. */
export function said(from: CourseRow, to: CourseRow, row: EnrolmentRow, price: Price | undefined, startsOn: LocalDate) {
  const old: GroupPrice = { title: from.title, ...priceOf(row) };
  const plan = planOf(row, startsOn);
  const words = moveInWords(old, { title: to.title, cents: price?.fullCents ?? null, per: price?.per ?? null }, plan);
  return { plan, words: [...words, ...comingPricesInWords(to.comingPrices)] };
}
