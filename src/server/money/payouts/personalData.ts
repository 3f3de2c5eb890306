import { and, eq, inArray, sql } from 'drizzle-orm';
import { pendingPayouts } from '#shared/money/payouts/words.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { sealedAccount } from '#server/platform/database/sealing.ts';
import { today } from '#server/platform/process/clock.ts';
import { payeeAccount, payoutItem, payoutRun } from './table.ts';

/** The bank accounts of payees; payouts are kept as long as the vouchers. */
export const payoutsData: PersonalData = {
  records: [
    { title: 'Konto für Auszahlungen', by: [payeeAccount.personId] },
    { title: 'Auszahlungen', by: [payoutItem.personId] },
  ],
  blockers: async (tx, { id }) => {
    const open = tx
      .select({ id: payoutRun.id })
      .from(payoutRun)
      .where(inArray(payoutRun.state, [...pendingPayouts]));
    const count = await tx.$count(
      payoutItem,
      and(eq(payoutItem.personId, id), eq(payoutItem.failedReason, ''), inArray(payoutItem.runId, open)),
    );
    return count > 0 ? [`Auszahlungen unterwegs: ${count}.`] : [];
  },
  stays: async (tx, { id }) => {
    const count = await tx.$count(payoutItem, eq(payoutItem.personId, id));
    return [
      {
        what: count === 1 ? 'Auszahlung' : 'Auszahlungen',
        count,
        until: null,
        why: 'Beleg für gezahltes Geld (§ 147 AO), nur noch mit Pseudonym',
      },
    ];
  },
  erase: async (tx, { id }) => {
    await tx.delete(payeeAccount).where(eq(payeeAccount.personId, id));
  },
  sealed: [sealedAccount(payeeAccount.iban), sealedAccount(payoutItem.iban)],
  retention: [{ name: 'payouts', forget: forgetRuns }],
  moves: [payeeAccount.personId, payoutItem.personId],
  beforeMerge: async (tx, { kept, other }) => {
    const [own] = await tx.select({ id: payeeAccount.personId }).from(payeeAccount).where(eq(payeeAccount.personId, kept));
    if (own) await tx.delete(payeeAccount).where(eq(payeeAccount.personId, other));
  },
  accounts: [payoutRun.createdById],
  mayName: [
    payoutRun.createdBy,
    payoutRun.debtorName,
    payeeAccount.changedBy,
    payeeAccount.holder,
    payoutItem.failedReason,
    payoutItem.remittance,
    payoutItem.holder,
  ],
};

async function forgetRuns({ tx }: Write): Promise<number> {
  const years = await readParameter(tx, 'retention.voucherYears');
  const rows = await tx
    .delete(payoutRun)
    .where(sql`extract(year from ${payoutRun.createdAt} at time zone 'Europe/Berlin') + ${years} < extract(year from ${today()}::date)`)
    .returning({ id: payoutRun.id });
  return rows.length;
}
