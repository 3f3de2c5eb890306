import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ledgerContract, type LedgerAccount } from '#shared/money/ledger/contract.ts';
import { allow, clubAsked, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { bookSources, lockAccounts, toAccounts, type AccountRow } from './write.ts';
import { ledgerAccount } from './table.ts';

const os = implementing(ledgerContract);

/** A club's own ledger accounts, to which charges are booked in the annual report and in the export for the tax adviser. */
export const ledgerApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'books.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const rows = await tx
        .select()
        .from(ledgerAccount)
        .where(eq(ledgerAccount.club, club))
        .orderBy(sql`${ledgerAccount.endedOn} is not null`, asc(ledgerAccount.name), asc(ledgerAccount.id));
      return toAccounts(tx, rows);
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, sources, ...input } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      await lockAccounts(write.tx, club);
      await refuseName(write.tx, club, input.name);
      const [row] = await write.tx
        .insert(ledgerAccount)
        .values({ ...input, id: randomUUID(), club })
        .returning();
      if (!row) throw new Error('The account was not written.');
      await bookSources(write.tx, row, sources);
      return finish(write, row, `Buchungskonto angelegt: ${row.name}`);
    });
  }),

  update: os.update.handler(({ context, input: { id, version, sources, ...input } }) =>
    context.write(async (write) => {
      const before = await lockAccount(context, write.tx, id, version);
      const [view] = await toAccounts(write.tx, [before]);
      const fixed = (['name', 'sphere'] as const).find((field) => input[field] !== before[field]);
      if (view?.isUsed && fixed)
        throw fieldProblem(fixed, 'Auf dieses Konto ist schon gebucht. Beenden Sie es, und legen Sie ein neues an.');
      await refuseName(write.tx, before.club, input.name, id);
      const row = await change(write.tx, before, input);
      await bookSources(write.tx, row, sources);
      return finish(write, row, `Buchungskonto geändert: ${row.name}`, view);
    }),
  ),

  setEnded: os.setEnded.handler(({ context, input: { id, isEnded, version } }) =>
    context.write(async (write) => {
      const before = await lockAccount(context, write.tx, id, version);
      if (isEnded === (before.endedOn !== null)) throw new Problem('wrong-state');
      const row = await change(write.tx, before, { endedOn: isEnded ? today() : null });
      return finish(write, row, `Buchungskonto ${isEnded ? 'beendet' : 'wieder geöffnet'}: ${row.name}`);
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await lockAccount(context, write.tx, input.id);
      const [view] = await toAccounts(write.tx, [row]);
      if (view && (view.isUsed || view.rules.length > 0)) throw new Problem('wrong-state');
      await write.tx.delete(ledgerAccount).where(eq(ledgerAccount.id, row.id));
      write.audit('books.manage', row, `Buchungskonto gelöscht: ${row.name}`, { before: view });
      write.changed({ collection: 'books', club: row.club, entityId: row.id });
      return { ok: true } as const;
    }),
  ),
});

async function lockAccount(context: Context, tx: Transaction, id: string, version?: number): Promise<AccountRow> {
  const [row] = await tx.select().from(ledgerAccount).where(eq(ledgerAccount.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'books.manage', targetOf(context, row.club));
  if (version !== undefined && row.version !== version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  await lockAccounts(tx, row.club);
  return row;
}

async function refuseName(tx: Transaction, club: ClubName, name: string, ownId?: string): Promise<void> {
  const [same] = await tx
    .select({ id: ledgerAccount.id })
    .from(ledgerAccount)
    .where(
      and(
        eq(ledgerAccount.club, club),
        sql`lower(${ledgerAccount.name}) = lower(${name})`,
        ownId ? ne(ledgerAccount.id, ownId) : undefined,
      ),
    );
  if (same) throw fieldProblem('name', 'Ein Buchungskonto mit diesem Namen gibt es schon.');
}

async function change(tx: Transaction, before: AccountRow, values: Partial<AccountRow>): Promise<AccountRow> {
  const [row] = await tx
    .update(ledgerAccount)
    .set({ ...values, version: before.version + 1 })
    .where(eq(ledgerAccount.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  return row;
}

async function finish(write: Write, row: AccountRow, content: string, before?: LedgerAccount): Promise<LedgerAccount> {
  const [view] = await toAccounts(write.tx, [row]);
  if (!view) throw new Problem('not-found');
  write.audit('books.manage', row, content, { before, after: view });
  write.changed({ collection: 'books', club: row.club, entityId: row.id });
  write.changed({ collection: 'charges', club: row.club });
  return view;
}
