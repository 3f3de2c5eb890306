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
import { hashOfAccount } from '#server/platform/database/sealing.ts';
import { sepaMandate } from '../mandates/table.ts';
import { payment } from '../payments/table.ts';
import { payeeAccount } from '../payouts/table.ts';
import type { StatementLine } from './bankFile.ts';
import { bankLine } from './table.ts';

/** The account that a number names, its reference as text, and the sum to be transferred there. */
type NamedAccount = { id: string; payer: string; named: string; charges: readonly ListedCharge[] };

/** Open transfers of payers, oldest first: by the account number that a line names, and by a sum that equals all of them. */
export type OpenAccounts = {
  byNumber: ReadonlyMap<number, NamedAccount>;
  /** By the keyed hash of a bank account from which a payer paid before, or that a mandate or a payout names. */
  byHash: ReadonlyMap<string, readonly NamedAccount[]>;
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
  const known = await payersByHash(tx, club, lines);
  const open = await openOf(
    tx,
    club,
    [...named, ...known].map(({ id }) => id),
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
    byHash: new Map(
      [...Map.groupBy(known, ({ hash }) => hash)].map(([hash, payers]) => [
        hash,
        payers.map(({ id, payer: name, accountNo }) => ({
          id,
          payer: name,
          named: accountReference(club, accountNo),
          charges: byPayer.get(id) ?? [],
        })),
      ]),
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
  return verdictOn(charges, line.cents, words);
}

/**
 * The verdict on a line from a bank account that is known: never more than a proposal, since anybody may pay from it. Undefined if it is
 * not known, or if nothing is open there.
 */
export function byBankAccount(
  { cents, ibanHash = '' }: StatementLine,
  { byHash }: OpenAccounts,
  taken: ReadonlySet<string>,
): AccountVerdict | undefined {
  if (cents === null || cents <= 0 || ibanHash === '') return undefined;
  const owing = (byHash.get(ibanHash) ?? []).flatMap((one) => {
    const charges = one.charges.filter(({ id }) => !taken.has(id));
    return charges.length > 0 ? [{ ...one, charges }] : [];
  });
  const [only, ...others] = owing;
  if (!only) return undefined;
  if (others.length > 0) {
    const names = owing.map(({ payer: name }) => name).join(' und ');
    const charges = owing.flatMap((one) => one.charges);
    return { result: 'rest', kind: 'several', message: `Dieses Bankkonto nutzen ${names}. Bitte zuordnen.`, charges };
  }
  const verdict = verdictOn(only.charges, cents, `Dieses Bankkonto gehört zu ${only.payer}, das Zeichen fehlt`);
  return verdict.result === 'match' ? { ...verdict, result: 'suggestion' } : verdict;
}

/** What a sum pays of the charges of one payer. */
function verdictOn(charges: readonly ListedCharge[], cents: number, words: string): AccountVerdict {
  const paid = paidBy(charges.map(restOf), cents);
  if (paid) {
    const chosen = paid.places.flatMap((at) => charges[at] ?? []);
    return paid.isSure
      ? { result: 'match', message: `${words}.`, charges: chosen }
      : { result: 'suggestion', message: `${words}, der Betrag passt zu diesen Forderungen.`, charges: chosen };
  }
  const sum = charges.reduce((total, one) => total + restOf(one), 0);
  const kind = cents < sum ? 'part' : 'over';
  return { result: 'rest', kind, message: `${words}: ${euros(cents)}, offen sind ${euros(sum)}. Bitte aufteilen.`, charges };
}

type KnownPayer = { hash: string; id: string; payer: string; accountNo: number };

/** The payers of the club whose bank accounts lines come from: by earlier payments, mandates and accounts for payouts. */
async function payersByHash(tx: Transaction, club: ClubName, lines: readonly StatementLine[]): Promise<KnownPayer[]> {
  const hashes = [...new Set(lines.flatMap(({ ibanHash, cents }) => (ibanHash && cents !== null && cents > 0 ? ibanHash : [])))];
  if (hashes.length === 0) return [];
  const wanted = sql`any(${sql.param(hashes)}::text[])`;
  const known = sql`(
    select ${bankLine.ibanHash} as hash, ${payment.payerId} as payer_id from ${bankLine} join ${payment} on ${payment.bankLineId} = ${bankLine.id}
      where ${bankLine.club} = ${club} and ${bankLine.ibanHash} = ${wanted} and ${payment.reverses} is null and ${payment.cents} > 0
        and not exists (select 1 from payment twin where twin.reverses = ${payment.id})
    union select ${hashOfAccount(sepaMandate.iban)}, ${sepaMandate.payerPersonId} from ${sepaMandate}
      where ${sepaMandate.club} = ${club} and ${hashOfAccount(sepaMandate.iban)} = ${wanted}
    union select ${hashOfAccount(payeeAccount.iban)}, ${payeeAccount.personId} from ${payeeAccount}
      where ${payeeAccount.club} = ${club} and ${hashOfAccount(payeeAccount.iban)} = ${wanted})`;
  return tx
    .select({ hash: sql<string>`known.hash`, id: payer.id, payer: payer.listedName, accountNo: payer.accountNo })
    .from(sql`${known} as known`)
    .innerJoin(payer, sql`${payer.id} = known.payer_id`)
    .orderBy(payer.listedName, payer.id);
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
