import { asc } from 'drizzle-orm';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import type { GroupChange } from '#shared/courses/priceChanges/priceGroupRules.ts';
import { priceInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { EnrolmentRow } from '../enrolments/counting.ts';
import { enrolmentPriceGroup } from './table.ts';

/** The changes of price groups of enrolments, by enrolment id, earliest first. */
export async function groupChangesOf(tx: Transaction, enrolmentIds: readonly string[]): Promise<Map<string, GroupChange[]>> {
  if (enrolmentIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(enrolmentPriceGroup)
    .where(isAmong(enrolmentPriceGroup.enrolmentId, enrolmentIds))
    .orderBy(asc(enrolmentPriceGroup.fromOn));
  const byEnrolment = Map.groupBy(rows, ({ enrolmentId }) => enrolmentId);
  return new Map(
    [...byEnrolment].map(([id, list]) => [
      id,
      list.map(({ fromOn, category, cents, before }) => ({ from: fromOn, category, cents, before })),
    ]),
  );
}

/** The price group with which an enrolment began: its row names that of today. */
export function firstGroup({ priceCategory }: Pick<EnrolmentRow, 'priceCategory'>, changes: readonly GroupChange[]) {
  return changes[0] ? changes[0].before : priceCategory;
}

/** What families read of the changes that are still to come, by enrolment id. */
export async function comingGroupsInWords(tx: Transaction, rows: readonly EnrolmentRow[]): Promise<Map<string, string[]>> {
  const changes = await groupChangesOf(
    tx,
    rows.filter(({ state }) => state === 'confirmed').map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, changesInWords(row, changes.get(row.id) ?? [])]));
}

/** The changes to come that change the price, until the last day. */
function changesInWords({ pricePer, priceCents, leavesOn }: EnrolmentRow, changes: readonly GroupChange[]): string[] {
  const coming = changes.filter(({ from }) => from > today() && (leavesOn === null || from <= leavesOn));
  return coming
    .filter(({ cents }, at) => cents !== (coming[at - 1]?.cents ?? priceCents))
    .map(({ from, cents, category }) => {
      const price = priceInWords(cents, pricePer ?? 'month');
      return `Ab ${germanDate(from)} kostet es ${price} (${priceCategoryNames[category]}).`;
    });
}
