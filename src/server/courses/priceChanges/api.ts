import { desc, eq } from 'drizzle-orm';
import { priceChangesContract, type PriceChanges } from '#shared/courses/priceChanges/priceChanges.ts';
import { earliestPriceDay } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { allow, targetOf } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { courseAt } from '../offers/page.ts';
import { coursePrices } from '../offers/service.ts';
import { announce, changeablePrices, isChangeable, stayingUntil, withdraw } from './announce.ts';
import { coursePriceChange } from './table.ts';

const os = implementing(priceChangesContract);
const ok = { ok: true } as const;

/** Endpoints of price changes for the participants of a permanent group. */
export const priceChangesApi = os.router({
  list: os.list.handler(({ context, input }) =>
    context.read(async (tx) => {
      const row = await courseAt(tx, input.id);
      allow(context, 'courses.readDraft', targetOf(context, row.club));
      await enterScope(tx, row.club);
      return listOf(tx, row);
    }),
  ),
  announce: os.announce.handler(async ({ context, input }) => {
    await announce(context, input);
    return ok;
  }),
  withdraw: os.withdraw.handler(async ({ context, input }) => {
    await withdraw(context, input.id);
    return ok;
  }),
});

async function listOf(tx: Transaction, row: CourseRow): Promise<PriceChanges> {
  const prices = changeablePrices(await coursePrices(tx, row.id));
  const units = prices.map(({ per }) => per);
  const changes = await tx
    .select({ row: coursePriceChange, by: fullNameOf(appUser) })
    .from(coursePriceChange)
    .leftJoin(appUser, eq(appUser.id, coursePriceChange.announcedBy))
    .where(eq(coursePriceChange.courseId, row.id))
    .orderBy(desc(coursePriceChange.announcedAt), desc(coursePriceChange.id))
    .limit(50);
  return {
    mayAnnounce: isChangeable(row) && row.comingPrices === null && prices.length > 0,
    earliest: earliestPriceDay(today(), units),
    people: (await stayingUntil(tx, row.id, today())).length,
    prices,
    changes: changes.map(({ row: one, by }) => ({
      id: one.id,
      validFrom: one.validFrom,
      prices: [...one.prices],
      reason: one.reason,
      announcedAt: one.announcedAt.toISOString(),
      announcedBy: by ?? '',
      state: one.withdrawnAt ? ('withdrawn' as const) : one.validFrom <= today() ? ('applied' as const) : ('coming' as const),
    })),
  };
}
