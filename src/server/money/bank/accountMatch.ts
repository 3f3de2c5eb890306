import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { accountNumbersIn, isToTransfer, paidBy } from '#shared/money/payerAccount.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import type { BankKind } from '#shared/money/bankWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { chargesFor } from '../charges/rows.ts';
import { charge } from '../charges/table.ts';
import { payer, payerNumber } from '../payers/view.ts';
import type { StatementLine } from './bankFile.ts';

/** The account that a number names, its reference as text, and the sum to be transferred there. */
type NamedAccount = { id: string; payer: string; named: string; charges: readonly ListedCharge[] };

/** Open transfers of payers, oldest first: by the account number that a line names, and by a sum that equals all of them. */
export type OpenAccounts = {
  byNumber: ReadonlyMap<number, NamedAccount>;
  bySum: ReadonlyMap<number, readonly (readonly ListedCharge[])[]>;
};

/** What a line that names an account pays: charges to the cent, or a proposal for somebody to decide. */
export type AccountVerdict = { message: string; charges: readonly ListedCharge[] } & (
  | { result: 'match' | 'suggestion' }
  | { result: 'rest'; kind: BankKind }
);

/** Reads the accounts that lines name, and the accounts whose open charges add up to the sum of a line. */
export async function openAccounts(tx: Transaction, club: ClubName, lines: readonly StatementLine[]): Promise<OpenAccounts> {
  const numbers = [...new Set(lines.flatMap((line) => numbersIn(line, club)))];
  const sums = [...new Set(lines.flatMap(({ cents }) => (cents !== null && cents > 0 ? cents : [])))];
  const named =
    numbers.length === 0
      ? []
      : await tx
          .select({ id: payer.id, no: payerNumber.accountNo, payer: payer.listedName, accountNo: payer.accountNo })
          .from(payerNumber)
          .innerJoin(payer, eq(payer.id, payerNumber.payerId))
          .where(and(eq(payerNumber.club, club), inArray(payerNumber.accountNo, numbers)));
  const open = await openOf(
    tx,
    club,
    named.map(({ id }) => id),
    sums,
  );
  const byPayer = Map.groupBy(open, ({ payerId }) => payerId);
  return {
    byNumber: new Map(
      named.map(({ no, accountNo, ...of }) => {
        const now = no === accountNo ? '' : `, jetzt ${accountReference(club, accountNo)}`;
        return [no, { ...of, named: `${accountReference(club, no)}${now}`, charges: byPayer.get(of.id) ?? [] }];
      }),
    ),
    bySum: Map.groupBy(
      [...byPayer.values()].filter((of) => of.length > 1),
      (of) => of.reduce((sum, one) => sum + restOf(one), 0),
    ),
  };
}

/** The verdict on a line that names an account; undefined if it names none of the club's. */
export function byAccount(
  line: StatementLine & { cents: number },
  club: ClubName,
  { byNumber }: OpenAccounts,
  taken: ReadonlySet<string>,
): AccountVerdict | undefined {
  // Several numbers may belong to one account.
  const found = [
    ...new Map(
      numbersIn(line, club)
        .flatMap((no) => byNumber.get(no) ?? [])
        .map((account) => [account.id, account]),
    ).values(),
  ];
  const [only, ...others] = found;
  if (!only) return undefined;
  const charges = found.flatMap((one) => one.charges).filter(({ id }) => !taken.has(id));
  const words = `Verwendungszweck nennt das Konto ${only.named} (${only.payer})`;
  if (others.length > 0)
    return { result: 'rest', kind: 'several', message: 'Der Verwendungszweck nennt mehrere Konten. Bitte zuordnen.', charges };
  if (charges.length === 0)
    return { result: 'rest', kind: 'closed', message: `${words}, dort ist nichts zu überweisen. Bitte prüfen.`, charges };
  const paid = paidBy(charges.map(restOf), line.cents);
  if (paid) {
    const chosen = paid.places.flatMap((at) => charges[at] ?? []);
    return paid.isSure
      ? { result: 'match', message: `${words}.`, charges: chosen }
      : { result: 'suggestion', message: `${words}, der Betrag passt zu diesen Forderungen.`, charges: chosen };
  }
  const sum = charges.reduce((total, one) => total + restOf(one), 0);
  const kind = line.cents < sum ? 'part' : 'over';
  return { result: 'rest', kind, message: `${words}: ${euros(line.cents)}, offen sind ${euros(sum)}. Bitte aufteilen.`, charges };
}

function numbersIn({ purpose, endToEndId }: StatementLine, club: ClubName): number[] {
  return accountNumbersIn(`${purpose} ${endToEndId}`, club);
}

async function openOf(tx: Transaction, club: ClubName, payerIds: readonly string[], sums: readonly number[]): Promise<ListedCharge[]> {
  const isOpen = and(eq(charge.club, club), inArray(charge.state, [...chargeSets.due]), sql`${charge.cents} > 0`);
  const isTransfer = or(eq(charge.state, 'returned'), eq(charge.method, 'transfer'));
  const rest = sql`sum(${charge.cents} - ${charge.settledCents})`;
  const whole = tx
    .select({ id: charge.payerId })
    .from(charge)
    .where(and(isOpen, isTransfer))
    .groupBy(charge.payerId)
    .having(sql`count(*) > 1 and ${rest} = any(${sql.param(sums)}::bigint[])`);
  const payers: (SQL | undefined)[] = [
    payerIds.length > 0 ? inArray(charge.payerId, [...payerIds]) : undefined,
    sums.length > 0 ? inArray(charge.payerId, whole) : undefined,
  ];
  if (payers.every((one) => one === undefined)) return [];
  return (await chargesFor(tx, and(isOpen, or(...payers)))).filter(isToTransfer);
}
