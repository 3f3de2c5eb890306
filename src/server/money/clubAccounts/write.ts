import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { ClubAccount, ClubAccountInput } from '#shared/club/bankAccounts/contract.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { pendingRuns } from '#shared/money/chargeWords.ts';
import { pendingPayouts } from '#shared/money/payouts/words.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { bankAccountsOf, freeUse, insertAccount, setAccount, type AccountRow } from '#server/club/bankAccounts/service.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { notMoney } from '../cash/balances.ts';

/** The bank accounts of a club as shown to the board, the open ones first. */
export async function toAccounts(tx: Transaction, club: ClubName, viewerId: string): Promise<ClubAccount[]> {
  const rows = await bankAccountsOf(tx, club);
  const fourEyes = await readParameter(tx, 'sepa.fourEyes');
  const used = await usedAmong(tx, rows);
  const main = rows[0]?.id;
  return rows
    .map(({ club: _club, kind: _kind, changedById, openingCents: _cents, openingOn: _on, createdAt: _at, ...row }) => ({
      ...row,
      isMain: row.id === main,
      isUsed: used.has(row.id),
      mayConfirm: !row.isConfirmed && !(fourEyes && changedById === viewerId),
      line: [row.name, maskedIban(row.iban)].filter(Boolean).join(', '),
    }))
    .toSorted((one, other) => Number(one.endedOn !== null) - Number(other.endedOn !== null));
}

/** The accounts with statements, runs or money; what has no account lies on the first one. */
async function usedAmong(tx: Transaction, accounts: readonly AccountRow[]): Promise<Set<string>> {
  const [main] = accounts;
  if (!main) return new Set();
  const anything = (
    isHere: SQL,
  ) => sql`(exists (select from bank_statement where ${isHere}) or exists (select from sepa_run where ${isHere})
    or exists (select from payout_run where ${isHere}) or exists (select from ledger_entry where ${isHere} and account = 'bank')
    or exists (select from payment where ${isHere} and kind not in ${notMoney} and kind <> 'cash' and not in_cash)
    or exists (select from donation where ${isHere} and kind = 'money' and not in_cash))`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select own.id from ${clubAccount} own where own.club = ${main.club} and own.kind = 'bank' and (${anything(sql`account_id = own.id`)}
      or (own.id = ${main.id} and ${anything(sql`club = ${main.club} and account_id is null`)}))`);
  return new Set(rows.map(({ id }) => id));
}

/** Adds an account. With four eyes it waits for a second person, and neither collects nor pays before. */
export async function addAccount(tx: Transaction, club: ClubName, input: ClubAccountInput, byId: string): Promise<AccountRow> {
  const isConfirmed = !(await readParameter(tx, 'sepa.fourEyes'));
  await refuseTaken(tx, club, input);
  refuseUnconfirmed(input, isConfirmed);
  await freeUses(tx, club, input);
  return insertAccount(tx, { ...input, club, isConfirmed, changedById: byId });
}

/** Changes a locked account. Its IBAN is fixed as soon as money lies on it; with four eyes a new one waits for a second person. */
export async function changeAccount(tx: Transaction, before: AccountRow, input: ClubAccountInput, byId: string): Promise<AccountRow> {
  if (before.endedOn) throw new Problem('wrong-state');
  const isOtherIban = input.iban !== before.iban;
  if (isOtherIban && before.iban !== '' && (await usedAmong(tx, await bankAccountsOf(tx, before.club))).has(before.id))
    throw fieldProblem('iban', 'Auf diesem Konto ist schon gebucht. Legen Sie für eine neue IBAN bitte ein neues an.');
  const waits = isOtherIban && (await readParameter(tx, 'sepa.fourEyes'));
  const isConfirmed = before.isConfirmed && !waits;
  await refuseTaken(tx, before.club, input, before.id);
  refuseUnconfirmed(input, isConfirmed);
  await freeUses(tx, before.club, input, before);
  return setAccount(tx, before, { ...input, isConfirmed, ...(isOtherIban && { changedById: byId }) });
}

/** Confirms an account as the second person. */
export async function confirmAccount(tx: Transaction, before: AccountRow, byId: string): Promise<AccountRow> {
  if (before.isConfirmed || before.endedOn) throw new Problem('wrong-state');
  if (before.changedById === byId && (await readParameter(tx, 'sepa.fourEyes'))) throw new Problem('second-person');
  return setAccount(tx, before, { isConfirmed: true });
}

/** Closes an account on a day, or opens it again. What uses it has to find another one first. */
export async function endAccount(tx: Transaction, before: AccountRow, endedOn: string | null): Promise<AccountRow> {
  if ((endedOn === null) === (before.endedOn === null)) throw new Problem('wrong-state');
  if (endedOn !== null) {
    if (endedOn > today()) throw fieldProblem('endedOn', 'Bitte kein Tag in der Zukunft.');
    if (before.isCollect || before.isPay)
      throw fieldProblem(
        'endedOn',
        `Dieses Konto ${before.isCollect ? 'zieht noch ein' : 'zahlt noch'}. Bitte zuerst ein anderes dafür wählen.`,
      );
    await refuseRunning(tx, before, endedOn);
  }
  return setAccount(tx, before, { endedOn });
}

async function refuseRunning(tx: Transaction, { id, club }: AccountRow, endedOn: string): Promise<void> {
  const { rows } = await tx.execute<{ runs: number; last: string | null }>(sql`
    select (select count(*)::int from sepa_run where club = ${club} and account_id = ${id} and state in ${oneOf(pendingRuns)})
      + (select count(*)::int from payout_run where club = ${club} and account_id = ${id} and state in ${oneOf(pendingPayouts)}) as runs,
      (select max(booked_on)::text from bank_line where club = ${club} and account_id = ${id}) as last`);
  const [found] = rows;
  if (found && found.runs > 0)
    throw fieldProblem('endedOn', 'Ein Lastschriftlauf oder eine Sammelüberweisung dieses Kontos ist noch nicht abgeschlossen.');
  if (found?.last && found.last > endedOn)
    throw fieldProblem('endedOn', `Der letzte gelesene Umsatz ist vom ${germanDate(found.last)}. Bitte diesen Tag oder einen späteren.`);
}

async function refuseTaken(tx: Transaction, club: ClubName, { iban, name }: ClubAccountInput, ownId?: string): Promise<void> {
  const others = await tx
    .select({ iban: clubAccount.iban, name: clubAccount.name })
    .from(clubAccount)
    .where(and(eq(clubAccount.club, club), ownId ? ne(clubAccount.id, ownId) : undefined));
  const same = others.find((one) => one.iban === iban);
  if (same) throw fieldProblem('iban', `Diese IBAN hat schon „${same.name}“.`);
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw fieldProblem('name', 'Ein Konto mit diesem Namen gibt es schon.');
}

function refuseUnconfirmed({ isCollect, isPay }: ClubAccountInput, isConfirmed: boolean): void {
  if (isConfirmed || !(isCollect || isPay)) return;
  throw fieldProblem(isCollect ? 'isCollect' : 'isPay', 'Erst wenn eine zweite Person das Konto bestätigt hat.');
}

/** One account collects and one pays: the one that did so before no longer does. */
async function freeUses(tx: Transaction, club: ClubName, input: ClubAccountInput, before?: AccountRow): Promise<void> {
  for (const use of ['isCollect', 'isPay'] as const) if (input[use] && !before?.[use]) await freeUse(tx, club, use);
}
