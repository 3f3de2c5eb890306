import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { statementYears } from '#shared/money/accounts/yearStatement.ts';
import { creditOf, restOf, type Allocated } from '#shared/money/paymentRules.ts';
import { paymentKindNames, paymentSets } from '#shared/money/paymentWords.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import type { AccountEntry, PayerAccount } from '#shared/money/payments.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { addressOf } from '../charges/payers.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { chargesFor } from '../charges/rows.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { dunningStop } from '../dunning/table.ts';
import { allocationsOf, paidByFile, type PaymentRow } from './movements.ts';
import { remindable } from './reminders.ts';
import { payerOf } from '../payers/read.ts';
import type { PayerRow } from '../payers/view.ts';
import { payment } from './table.ts';

export type Account = { payer: PayerRow; payments: PaymentRow[]; allocations: Allocated[] };

/** The number of entries that is always shown, however old they are. */
const entriesAtMost = 500;

/** All bookings on the account of a payer at a club; refused if the club does not know the payer. */
export async function bookedOn(tx: Transaction, club: ClubName, payerId: string): Promise<Account> {
  const holder = await payerOf(tx, club, payerId);
  const payments = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.club, club), eq(payment.payerId, payerId)))
    .orderBy(asc(payment.bookedOn), asc(payment.createdAt), asc(payment.id));
  const ids = payments.map(({ id }) => id);
  return { payer: holder, payments, allocations: await allocationsOf(tx, ids) };
}

/** The account of a payer for the office: with all entries of the years that have statements, or from the beginning. */
export async function accountOf(tx: Transaction, club: ClubName, payerId: string, isWhole = false): Promise<PayerAccount> {
  const { payer, payments, allocations } = await bookedOn(tx, club, payerId);
  const of = and(eq(charge.club, club), eq(charge.payerId, payerId));
  const open = await chargesFor(tx, and(of, inArray(charge.state, [...chargeSets.owed])));
  const charges = await tx
    .select()
    .from(charge)
    .where(and(of, notInArray(charge.state, [...chargeSets.hidden])))
    .orderBy(asc(charge.createdAt), asc(charge.id));
  const labelOf = await labelsOf(tx, charges);
  const ids = payments.map(({ id }) => id);
  const filed = await paidByFile(tx, ids);
  const entries = withBalance([
    ...charges.map((row) => chargeEntry(row, labelOf(row))),
    ...payments.flatMap((row) => paymentEntry(row, payments, filed)),
  ]);
  const kept = isWhole ? entries : keptOf(entries);
  const due = open.filter(({ cents }) => cents > 0);
  const isLate = (one: (typeof open)[number]) =>
    one.state !== 'in_collection' && one.dueOn < today() && (one.deferredUntil === null || one.deferredUntil < today());
  return {
    payerId,
    name: payer.listedName,
    isOrganisation: payer.isOrganisation,
    reference: accountReference(club, payer.accountNo),
    openCents: sumOf(due.map(restOf)),
    overdueCents: sumOf(due.filter(isLate).map(restOf)),
    creditCents: creditOf(payments, allocations),
    mandate: await mandateOf(tx, club, payerId),
    stop: await stopOf(tx, payerId),
    ...(await remindable(tx, club, payerId)),
    address: addressOf(payer),
    mailTo: isMinor(payer.birthDate, today()) ? null : payer.email || null,
    charges: open,
    entries: kept,
    isCut: kept.length < entries.length,
  };
}

/** The latest entries, and complete years that have statements: a truncated year would begin with a wrong balance. */
function keptOf(entries: readonly AccountEntry[]): AccountEntry[] {
  const since = `${Number(today().slice(0, 4)) - statementYears + 1}-01-01`;
  const first = entries.findIndex(({ day }) => day >= since);
  return entries.slice(Math.max(0, Math.min(first < 0 ? entries.length : first, entries.length - entriesAtMost)));
}

async function stopOf(tx: Transaction, payerId: string): Promise<PayerAccount['stop']> {
  const [row] = await tx
    .select({ reason: dunningStop.reason, until: dunningStop.until })
    .from(dunningStop)
    .where(eq(dunningStop.payerId, payerId));
  return row ?? null;
}

type Plain = Omit<AccountEntry, 'balanceCents'>;

function chargeEntry({ createdAt, reference, cents }: typeof charge.$inferSelect, label: string): Plain {
  return {
    day: localOf(createdAt).date,
    label: `${reference} ${label}`,
    kind: null,
    chargedCents: Math.max(0, cents),
    paidCents: Math.max(0, 0 - cents),
    paymentId: null,
    mayReverse: false,
  };
}

/** A set-off moves nothing on the account, so it has no line. */
function paymentEntry(
  { id, kind, cents, bookedOn: day, note, reverses }: PaymentRow,
  payments: readonly PaymentRow[],
  filed: ReadonlyMap<string, string>,
): Plain[] {
  if (cents === 0) return [];
  const isReversed = payments.some((one) => one.reverses === id);
  const isReturn = kind === 'debit_return';
  const words = `${reverses && !isReturn ? 'Zurückgenommen: ' : ''}${paymentKindNames[kind]}${note && ` (${note})`}`;
  return [
    {
      day,
      label: words,
      kind,
      chargedCents: Math.max(0, 0 - cents),
      paidCents: Math.max(0, cents),
      paymentId: id,
      // A debit is returned through its run, with the bank's reason, and a transfer through its file.
      mayReverse: !reverses && !isReversed && !filed.has(id) && kind !== 'debit' && !paymentSets.withoutMoney.includes(kind),
    },
  ];
}

function withBalance(entries: readonly Plain[]): AccountEntry[] {
  let balanceCents = 0;
  return entries
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .map((entry) => {
      balanceCents += entry.chargedCents - entry.paidCents;
      return { ...entry, balanceCents };
    });
}

async function mandateOf(tx: Transaction, club: ClubName, payerId: string): Promise<string | null> {
  const [row] = await tx
    .select({ iban: sepaMandate.iban })
    .from(sepaMandate)
    .where(and(eq(sepaMandate.club, club), eq(sepaMandate.payerPersonId, payerId), eq(sepaMandate.state, 'active')))
    .limit(1);
  return row ? maskedIban(row.iban) : null;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
