import { eq, sql } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { dunningLevel, dunningNotice, dunningRun, dunningStop } from './table.ts';

/** Dunning notices to payers, and stops. A payer who still owes cannot be erased, so everything may be deleted then; the person's name is removed from notices to others. */
export const dunningData: PersonalData = {
  records: [
    { title: 'Mahnungen', by: [dunningNotice.payerPersonId] },
    { title: 'Mahnsperren', by: [dunningStop.payerPersonId] },
  ],
  erase: async (tx, { id }) => {
    await tx.delete(dunningStop).where(eq(dunningStop.payerPersonId, id));
    await tx.delete(dunningNotice).where(eq(dunningNotice.payerPersonId, id));
    await tx.execute(sql`
      update dunning_notice n set lines = (
          select jsonb_agg(case when c.id is null then line else line - 'name' end order by at)
          from jsonb_array_elements(n.lines) with ordinality of_notice(line, at)
          left join charge c on c.id = (line ->> 'chargeId')::uuid and c.person_id = ${id})
      where exists (select 1 from charge c where c.person_id = ${id} and n.lines @> jsonb_build_array(jsonb_build_object('chargeId', c.id)))`);
  },
  retention: [{ name: 'dunning', forget: forgetRuns }],
  moves: [dunningNotice.payerPersonId, dunningStop.payerPersonId],
  // The stop of the remaining record applies; the board sees it there.
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
