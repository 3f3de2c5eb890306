import { and, eq } from 'drizzle-orm';
import { clubAccountsContract, type ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { tellBoard } from './mails.ts';
import { lockClubAccounts, type AccountRow } from '#server/club/bankAccounts/service.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { addAccount, changeAccount, confirmAccount, endAccount, toAccounts } from './write.ts';

const os = implementing(clubAccountsContract);

/** The bank accounts of a club: which one collects and which one pays. */
export const clubAccountsApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'clubAccount.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return toAccounts(tx, club, signedIn(context).userId);
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, ...input } }) => {
    const club = clubAsked(context, 'clubAccount.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      await lockClubAccounts(write.tx, club);
      const row = await addAccount(write.tx, club, input, signedIn(context).userId);
      return finish(context, write, row, `„${row.name}“ angelegt`);
    });
  }),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await lockAccount(context, write.tx, id, version);
      const row = await changeAccount(write.tx, before, input, signedIn(context).userId);
      return finish(context, write, row, `„${row.name}“ geändert`, before);
    }),
  ),

  confirm: os.confirm.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const before = await lockAccount(context, write.tx, id, version);
      const row = await confirmAccount(write.tx, before, signedIn(context).userId);
      return finish(context, write, row, `„${row.name}“ bestätigt`, before);
    }),
  ),

  setEnded: os.setEnded.handler(({ context, input: { id, endedOn, version } }) =>
    context.write(async (write) => {
      const before = await lockAccount(context, write.tx, id, version);
      const row = await endAccount(write.tx, before, endedOn);
      const what = row.endedOn ? `beendet zum ${germanDate(row.endedOn)}` : 'wieder geöffnet';
      return finish(context, write, row, `„${row.name}“ ${what}`, before);
    }),
  ),
});

async function lockAccount(context: Context, tx: Transaction, id: string, version: number): Promise<AccountRow> {
  const found = and(eq(clubAccount.id, id), eq(clubAccount.kind, 'bank'));
  const [known] = await tx.select({ club: clubAccount.club }).from(clubAccount).where(found);
  if (!known) throw new Problem('not-found');
  allow(context, 'clubAccount.manage', targetOf(context, known.club));
  await enterScope(tx, known.club);
  await lockClubAccounts(tx, known.club);
  const [row] = await tx.select().from(clubAccount).where(found).for('update');
  if (!row) throw new Problem('not-found');
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

async function finish(context: Context, write: Write, row: AccountRow, what: string, before?: AccountRow): Promise<ClubAccount> {
  const { userId, name } = signedIn(context);
  const view = (await toAccounts(write.tx, row.club, userId)).find(({ id }) => id === row.id);
  if (!view) throw new Problem('not-found');
  const about = { entity: 'books' as const, club: row.club, id: row.id };
  write.audit('clubAccount.manage', about, `Bankverbindung des Vereins: ${what}, ${maskedIban(row.iban)}`, {
    before: before && factsOf(before),
    after: factsOf(row),
  });
  write.changed({ collection: 'books', club: row.club, entityId: row.id });
  write.changed({ collection: 'charges', club: row.club });
  // The pages of the offers name how one pays.
  write.changed({ collection: 'config', club: row.club });
  await tellBoard(write.tx, context.settings, row, { what, by: name });
  return view;
}

/** An account as in the audit log. */
function factsOf({ name, holder, iban, bic, creditorId, formerCreditorId, isCollect, isPay, isConfirmed, endedOn }: AccountRow) {
  return { name, holder, iban: maskedIban(iban), bic, creditorId, formerCreditorId, isCollect, isPay, isConfirmed, endedOn };
}
