import { eq, sql } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { dunningLevel, dunningNotice, dunningRun, dunningStop } from './table.ts';

/** Dunning notices to payers, and stops. A payer who still owes is not erased, so it may all be deleted then. */
export const dunningData: PersonalData = {
  records: [
    { title: 'Mahnungen', by: [dunningNotice.payerPersonId] },
    { title: 'Mahnsperren', by: [dunningStop.payerPersonId] },
  ],
  erase: async (tx, { id }) => {
    await tx.delete(dunningStop).where(eq(dunningStop.payerPersonId, id));
    await tx.delete(dunningNotice).where(eq(dunningNotice.payerPersonId, id));
  },
  retention: [{ name: 'dunning', forget: forgetRuns }],
  moves: [dunningNotice.payerPersonId, dunningStop.payerPersonId],
  // The stop of the record that stays holds; the board sees it there.
  beforeMerge: async (tx, { kept, other }) => {
    const [own] = await tx.select({ id: dunningStop.payerPersonId }).from(dunningStop).where(eq(dunningStop.payerPersonId, kept));
    if (own) await tx.delete(dunningStop).where(eq(dunningStop.payerPersonId, other));
  },
  leftAlone: [{ table: dunningLevel, why: 'What the club says at each level, which names nobody.' }],
  accounts: [dunningRun.createdById],
  mayName: [dunningRun.createdBy, dunningStop.createdBy, dunningStop.reason],
};

async function forgetRuns({ tx }: Write): Promise<number> {
  const years = await readParameter(tx, 'retention.voucherYears');
  const rows = await tx
    .delete(dunningRun)
    .where(sql`extract(year from ${dunningRun.createdOn}) + ${years} < extract(year from ${today()}::date)`)
    .returning({ id: dunningRun.id });
  return rows.length;
}
