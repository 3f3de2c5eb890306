import type { ClubName } from '#shared/kernel/clubs.ts';
import { bareIban } from '#shared/kernel/iban.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { bankAccountsOf, type AccountRow } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { fingerprintOf, type ReadLine } from './bankFile.ts';

/** The account of a statement, and all accounts of its club. */
export type OfStatement = { account: AccountRow | undefined; isMain: boolean; own: readonly AccountRow[] };

/**
 * The account of the club that a file is about: the one that it names, otherwise the chosen one, otherwise the one that collects or the
 * only open one. A file of another account is refused. Before a club has an account, its statements are those of its first one.
 */
export async function accountOfStatement(
  tx: Transaction,
  club: ClubName,
  { accounts, chosenId }: { accounts: readonly string[]; chosenId: string | undefined },
): Promise<OfStatement> {
  const own = await bankAccountsOf(tx, club);
  const account = own.length === 0 ? undefined : (namedIn(own, accounts) ?? chosenAmong(own, chosenId));
  return { account, isMain: account === undefined || account.id === own[0]?.id, own };
}

function namedIn(own: readonly AccountRow[], accounts: readonly string[]): AccountRow | undefined {
  const [iban, ...more] = new Set(accounts);
  if (iban === undefined) return undefined;
  const found = own.find((one) => one.iban === iban);
  // As long as the only account has no IBAN, it may be the one of the file.
  const unset = own.length === 1 && own[0]?.iban === '' ? own[0] : undefined;
  if (!found && !unset) throw fieldProblem('content', `Das ist der Auszug eines anderen Kontos (${ends(iban)}).`);
  const other = more.find((one) => one !== iban);
  if (other)
    throw fieldProblem('content', `Die Datei hat Auszüge von mehreren Konten (${ends(iban)}, ${ends(other)}). Bitte je Konto eine Datei.`);
  return found ?? unset;
}

function chosenAmong(own: readonly AccountRow[], chosenId: string | undefined): AccountRow {
  const open = own.filter(({ endedOn }) => endedOn === null);
  const usual = open.length === 1 ? open[0] : open.find(({ isCollect }) => isCollect);
  const chosen = chosenId ? own.find(({ id }) => id === chosenId) : usual;
  if (!chosen) throw fieldProblem('accountId', 'In dieser Datei steht kein Konto. Bitte wählen Sie, von welchem sie ist.');
  return chosen;
}

/** Nothing is booked on an account after it was closed. */
export function refuseAfterEnd({ account }: OfStatement, lines: readonly ReadLine[]): void {
  const endedOn = account?.endedOn;
  if (!endedOn) return;
  const late = lines.find(({ day }) => day !== null && day > endedOn);
  if (late?.day)
    throw fieldProblem(
      'content',
      `„${account.name}“ ist seit ${germanDate(endedOn)} beendet, die Datei hat Umsätze vom ${germanDate(late.day)}.`,
    );
}

/**
 * The lines of a statement with fingerprints of their account: banks number the bookings of each account alone, and both sides of an own
 * transfer may bear the same number. Those of the first account are as they were before there were several.
 */
export function linesOfAccount({ account, isMain, own }: OfStatement, lines: readonly ReadLine[]): ReadLine[] {
  const ibans = new Map(own.flatMap(({ id, iban }) => (iban && id !== account?.id ? [[iban, id]] : [])));
  const turns = new Map<string, number>();
  return lines.map((line) => {
    const of = { accountId: account?.id ?? null, otherAccountId: ibans.get(bareIban(line.iban)) ?? null };
    if (isMain || !account) return { ...line, ...of };
    const same = `${account.id} ${line.sameAs ?? line.fingerprint}`;
    const turn = (turns.get(same) ?? 0) + 1;
    turns.set(same, turn);
    return { ...line, ...of, fingerprint: fingerprintOf(same, turn), sameAs: line.sameAs === null ? null : same };
  });
}

/** The last four characters of an account number: enough to recognise it, too few to use it. */
export function ends(iban: string): string {
  const bare = iban.replaceAll(/\s/g, '');
  return bare.length > 8 ? `•••• ${bare.slice(-4)}` : '';
}
