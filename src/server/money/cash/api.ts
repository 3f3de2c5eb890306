import { and, eq, sql } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { cashContract, type CashLine } from '#shared/money/cash/contract.ts';
import { moneyAccountNames } from '#shared/money/cash/words.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import { payer } from '../payers/view.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { closedUntil } from '../books/closing.ts';
import { payment } from '../payments/table.ts';
import { moneyOf } from './balances.ts';
import { cashEntry, openingBalance } from './table.ts';
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

  setOpening: os.setOpening.handler(({ context, input: { account, club: asked, cents, day, version } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      const { tx } = write;
      await enterScope(tx, club);
      await lockCash(tx, club);
      const [before] = await tx
        .select()
        .from(openingBalance)
        .where(and(eq(openingBalance.club, club), eq(openingBalance.account, account)));
      if ((before?.version ?? 0) !== version) throw new Problem('conflict');
      if (day > today()) throw fieldProblem('day', 'Dieser Tag liegt in der Zukunft.');
      if (account === 'cash' && cents < 0) throw fieldProblem('cents', 'In einer Kasse liegt nie weniger als nichts.');
      const closed = await closedUntil(tx, club);
      if (before && isClosed(before.day, closed)) throw new Problem('period-closed');
      if (closed && isClosed(day, closed)) throw fieldProblem('day', `Bis ${germanDate(closed)} ist abgeschlossen.`);
      const values = { cents, day, version: version + 1 };
      await tx
        .insert(openingBalance)
        .values({ ...values, club, account })
        .onConflictDoUpdate({ target: [openingBalance.club, openingBalance.account], set: values });
      if (account === 'cash') await refuseLack(tx, club, 'cents');
      const what = `Anfangsbestand ${moneyAccountNames[account]}: ${euros(cents)} am ${germanDate(day)}`;
      write.audit('books.manage', { club, entity: 'books' as const }, what, { before, after: values });
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

/** The cash book of a year by day and number, starting with the opening balance. */
async function cashBook(tx: Transaction, club: ClubName, year: number): Promise<CashLine[]> {
  const { balances } = await moneyOf(tx, club, year);
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
