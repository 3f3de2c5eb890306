import { and, eq, sql } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { cashContract, type CashLine } from '#shared/money/cash/contract.ts';
import { moneyAccountNames } from '#shared/money/cash/words.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import { payer } from '../payers/view.ts';
import {
  bankAccountsOf,
  cashBoxOf,
  insertAccount,
  lockClubAccounts,
  setAccount,
  type AccountRow,
} from '#server/club/bankAccounts/service.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { closedUntil } from '../books/closing.ts';
import { payment } from '../payments/table.ts';
import { moneyOf } from './balances.ts';
import { cashEntry } from './table.ts';
import { lockCash, refuseLack } from './write.ts';

const os = implementing(cashContract);

/** The balances of a club's money accounts, and its cash book. */
export const cashApi = os.router({
  balances: os.balances.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return moneyOf(tx, club, year);
    });
  }),

  setOpening: os.setOpening.handler(({ context, input: { account, accountId, club: asked, cents, day, version } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      const { tx } = write;
      await enterScope(tx, club);
      await (account === 'cash' ? lockCash(tx, club) : lockClubAccounts(tx, club));
      if (day > today()) throw fieldProblem('day', 'Dieser Tag liegt in der Zukunft.');
      if (account === 'cash' && cents < 0) throw fieldProblem('cents', 'In einer Kasse liegt nie weniger als nichts.');
      const before = await (account === 'cash' ? cashBox(tx, club) : bankAccount(tx, club, accountId));
      if ((before.openingOn === null ? 0 : before.version) !== version) throw new Problem('conflict');
      const closed = await closedUntil(tx, club);
      if (before.openingOn !== null && isClosed(before.openingOn, closed)) throw new Problem('period-closed');
      if (closed && isClosed(day, closed)) throw fieldProblem('day', `Bis ${germanDate(closed)} ist abgeschlossen.`);
      const after = await setAccount(tx, before, { openingCents: cents, openingOn: day });
      const values = { cents, day, version: after.version };
      if (account === 'cash') await refuseLack(tx, club, 'cents');
      const what = `Anfangsbestand ${before.name}: ${euros(cents)} am ${germanDate(day)}`;
      const earlier = { cents: before.openingCents, day: before.openingOn };
      write.audit('books.manage', { club, entity: 'books' as const }, what, { before: earlier, after: values });
      write.changed({ collection: 'books', club });
      return values;
    });
  }),

  book: os.book.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return cashBook(tx, club, year);
    });
  }),
});

/** The cash box, which comes into being with its opening balance; locked by the caller. */
async function cashBox(tx: Transaction, club: ClubName): Promise<AccountRow> {
  const known = await cashBoxOf(tx, club);
  if (known) return known;
  return insertAccount(tx, { club, kind: 'cash', name: moneyAccountNames.cash, version: 0 });
}

async function bankAccount(tx: Transaction, club: ClubName, accountId: string | undefined): Promise<AccountRow> {
  const rows = await bankAccountsOf(tx, club);
  const row = accountId ? rows.find(({ id }) => id === accountId) : rows[0];
  if (!row && accountId) throw new Problem('not-found');
  if (!row) throw fieldProblem('cents', 'Bitte legen Sie zuerst unter „Einstellungen“ das Bankkonto an.');
  return row;
}

/** The cash book of a year by day and number, starting with the opening balance. */
async function cashBook(tx: Transaction, club: ClubName, year: number): Promise<CashLine[]> {
  const balances = await moneyOf(tx, club, year);
  const cash = balances.find(({ account }) => account === 'cash');
  const rows = await tx
    .select({
      no: cashEntry.no,
      day: cashEntry.day,
      cents: cashEntry.cents,
      text: cashEntry.text,
      who: payer.name,
    })
    .from(cashEntry)
    .leftJoin(payment, eq(payment.id, cashEntry.paymentId))
    .leftJoin(payer, eq(payer.id, payment.payerId))
    .where(
      and(
        eq(cashEntry.club, club),
        sql`extract(year from ${cashEntry.day}) = ${year}`,
        cash?.opening ? sql`${cashEntry.day} >= ${cash.opening.day}` : undefined,
      ),
    )
    .orderBy(cashEntry.day, cashEntry.no);
  let balanceCents = cash?.startCents ?? 0;
  return rows.map(({ who, text, ...row }) => {
    balanceCents += row.cents;
    return { ...row, text: [text, who].filter(Boolean).join(': '), balanceCents };
  });
}
