import { and, eq, inArray, sql } from 'drizzle-orm';
import { expenseSets } from '#shared/money/expenses/words.ts';
import { deleteOwnFilesBefore } from '#server/files/objects/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { expense } from './table.ts';
import { deleteExpenses, vouchersOf, yearOfExpense } from './vouchers.ts';

/** The expenses of a person with their vouchers, which are kept as long as those of payouts. */
export const expensesData: PersonalData = {
  records: [{ title: 'Auslagen', by: [expense.personId] }],
  beside: [
    {
      title: 'Belege der Auslagen',
      tables: [],
      read: (tx, { people }) =>
        vouchersOf(
          tx,
          people.map(({ id }) => id),
        ),
    },
  ],
  blockers: async (tx, { id }) => {
    const open = await tx.$count(expense, and(eq(expense.personId, id), inArray(expense.state, expenseSets.open)));
    return open > 0 ? [`Auslagen noch nicht erstattet: ${open}. Bitte zuerst auszahlen oder zurückgeben.`] : [];
  },
  stays: async (tx, { id }) => {
    const count = await tx.$count(expense, and(eq(expense.personId, id), inArray(expense.state, expenseSets.settled)));
    return [
      {
        what: count === 1 ? 'Auslage mit Belegen' : 'Auslagen mit Belegen',
        count,
        until: null,
        why: 'Beleg für gezahltes Geld (§ 147 AO), nur noch mit Pseudonym',
      },
    ];
  },
  erase: async (tx, { id }) => {
    await deleteExpenses(tx, and(eq(expense.personId, id), eq(expense.state, 'rejected')));
    await tx.update(expense).set({ rejectReason: '' }).where(eq(expense.personId, id));
  },
  retention: [
    { name: 'expenses', forget: forgetOld },
    { name: 'voucherUploads', forget: forgetUploads },
  ],
  moves: [expense.personId],
  accounts: [expense.decidedBy],
  mayName: [expense.purpose, expense.rejectReason],
};

async function forgetOld({ tx }: Write): Promise<number> {
  const years = await readParameter(tx, 'retention.voucherYears');
  return deleteExpenses(
    tx,
    and(
      inArray(expense.state, [...expenseSets.settled, 'rejected']),
      sql`${yearOfExpense} + ${years} < extract(year from ${today()}::date)`,
    ),
  );
}

/** For how many days an uploaded voucher waits to become part of an expense. */
const uploadDays = 7;

/** Uploads whose form was left without submitting. */
function forgetUploads({ tx }: Write): Promise<number> {
  return deleteOwnFilesBefore(tx, 'vouchers', new Date(now().getTime() - uploadDays * 24 * 60 * 60 * 1000));
}
