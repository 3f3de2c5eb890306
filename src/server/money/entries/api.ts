import { and, desc, eq, sql } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { entriesContract, type Entry } from '#shared/money/entries/contract.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import { openAccount } from '#server/club/bankAccounts/service.ts';
import { allow, clubAsked, signedIn, targetOf } from '#server/platform/http/context.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { closedUntil } from '../books/closing.ts';
import { record } from '../charges/record.ts';
import { ledgerEntry } from './table.ts';
import { addEntry, dropEntry, type EntryRow } from './write.ts';

const os = implementing(entriesContract);

/** Other income and spending of a club: entered by hand here, from bank lines at the lines. */
export const entriesApi = os.router({
  list: os.list.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const rows = await tx
        .select()
        .from(ledgerEntry)
        .where(and(eq(ledgerEntry.club, club), sql`extract(year from ${ledgerEntry.bookedOn}) = ${year}`))
        .orderBy(desc(ledgerEntry.bookedOn), desc(ledgerEntry.createdAt), ledgerEntry.id);
      const closed = await closedUntil(tx, club);
      return rows.map((row) => toEntry(row, closed));
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, cents, ...input } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      if (input.bookedOn > today()) throw fieldProblem('bookedOn', 'Dieser Tag liegt in der Zukunft.');
      const closed = await closedUntil(write.tx, club);
      if (closed && isClosed(input.bookedOn, closed)) throw fieldProblem('bookedOn', `Bis ${germanDate(closed)} ist abgeschlossen.`);
      const signed = categoryOf(input.category).direction === 'in' ? cents : 0 - cents;
      // A transfer is stored by its bank side; that between two accounts once on each of them.
      const account = categoryOf(input.category).transfer ? 'bank' : input.account;
      if (input.accountId) await openAccount(write.tx, club, input.accountId);
      const accountId = account === 'bank' ? input.accountId : undefined;
      const row = await addEntry(write.tx, { ...input, account, accountId, club, cents: signed, createdBy: signedIn(context).name });
      record(write, club, `Eingetragen: ${inWords(row)}`, { entityId: row.id });
      return toEntry(row, closed);
    });
  }),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(ledgerEntry).where(eq(ledgerEntry.id, input.id)).for('update');
      if (!row) throw new Problem('not-found');
      allow(context, 'books.manage', targetOf(context, row.club));
      await enterScope(write.tx, row.club);
      if (row.bankLineId !== null || row.payoutItemId !== null) throw new Problem('wrong-state');
      const closed = await closedUntil(write.tx, row.club);
      if (isClosed(row.bookedOn, closed)) throw new Problem('period-closed');
      await dropEntry(write.tx, row);
      record(write, row.club, `Gelöscht: ${inWords(row)}`, { entityId: row.id, before: { category: row.category, cents: row.cents } });
      return { ok: true } as const;
    }),
  ),
});

function toEntry(
  { id, category, sphere, text, cents, bookedOn, account, accountId, bankLineId, payoutItemId, createdBy }: EntryRow,
  closed: string | null,
): Entry {
  const isLocked = isClosed(bookedOn, closed);
  return {
    id,
    category,
    sphere,
    text,
    cents,
    bookedOn,
    account,
    accountId,
    isOfBank: bankLineId !== null || payoutItemId !== null,
    isLocked,
    createdBy,
  };
}

function inWords({ category, cents, bookedOn, text }: EntryRow): string {
  return `${categoryOf(category).label} ${euros(cents)} am ${germanDate(bookedOn)} (${text})`;
}
