import { inArray } from 'drizzle-orm';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { restOf, type Shares } from '#shared/money/paymentRules.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { bookingDay, closedUntil } from '../books/closing.ts';
import type { ChargeRow } from '../charges/facts.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { StatementLine } from './bankFile.ts';
import { matchLines } from './bankMatch.ts';
import { lockRows } from '../charges/changes.ts';
import { accountOf } from '../payments/accounts.ts';
import { bookPayment } from '../payments/actions.ts';
import { addPayments } from '../payments/movements.ts';
import { charge } from '../charges/table.ts';
import { decide, lockBank } from './keep.ts';

/**
 * Marks the charges of the chosen lines as paid on the bank's booking date. Bookings of a club are serialised, and the
 * state of the kept line holds it once; charges paid or changed by now are left out and shown again.
 */
export async function bookLines(
  tx: Transaction,
  club: ClubName,
  lines: readonly StatementLine[],
  chosen: ReadonlySet<string>,
  createdBy: string,
): Promise<{ booked: number; cents: number; references: string[] }> {
  await lockBank(tx, club);
  const isWanted = ({ fingerprint, result }: { fingerprint: string; result: string }) =>
    chosen.has(fingerprint) && (result === 'match' || result === 'suggestion');
  const first = (await matchLines(tx, club, lines)).filter(isWanted);
  const ids = first.flatMap(({ charges }) => charges.map(({ id }) => id));
  const done: { booked: number; cents: number; references: string[] } = { booked: 0, cents: 0, references: [] };
  if (ids.length === 0) return done;
  // Locked together with their accounts, then matched once more.
  const rows = await lockRows(tx, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const closed = await closedUntil(tx, club);
  for (const line of (await matchLines(tx, club, lines)).filter(isWanted)) {
    const held = line.charges.flatMap(({ id }) => byId.get(id) ?? []);
    if (held.length < line.charges.length || !line.day || !line.cents) continue;
    const references = held.map(({ reference }) => reference);
    const { fingerprint, cents } = line;
    const bookedOn = bookingDay(line.day, closed);
    const bankLineId = await decide(tx, { club, fingerprint }, { state: 'done', references }, createdBy);
    if (!bankLineId) continue;
    const shares = held.map((row) => ({ chargeId: row.id, cents: restOf(row) }));
    await bookShares(tx, { club, bookedOn, createdBy, cents, bankLineId }, held, shares);
    done.booked++;
    done.cents += cents;
    done.references.push(...references);
  }
  return done;
}

type Assigned = { club: ClubName; lines: readonly StatementLine[]; createdBy: string };

/** Books one line as allocated by hand: shares for charges; the excess is kept as credit. A line is booked once. */
export async function assignLine(
  tx: Transaction,
  { club, lines, createdBy }: Assigned,
  fingerprint: string,
  shares: Shares,
): Promise<{ cents: number; references: string[] }> {
  const { cents, bookedOn } = await freeLine(tx, club, lines, fingerprint);
  if (sumOfCents(shares) > cents) throw fieldProblem('shares', `Es sind nur ${euros(cents)} zu verteilen.`);
  const ids = shares.map(({ chargeId }) => chargeId);
  const rows = await lockRows(tx, ids);
  if (rows.length < ids.length || rows.some((row) => row.club !== club)) throw new Problem('not-found');
  for (const row of rows) {
    if (!chargeSets.due.includes(row.state) || row.cents < 0) throw new Problem('wrong-state');
    const given = shares.find(({ chargeId }) => chargeId === row.id)?.cents ?? 0;
    if (given > restOf(row)) throw fieldProblem('shares', `${row.reference}: Offen sind nur noch ${euros(restOf(row))}.`);
  }
  const references = rows.map(({ reference }) => reference);
  const state = shares.length > 1 ? 'split' : 'done';
  const bankLineId = await decide(tx, { club, fingerprint }, { state, references }, createdBy);
  if (!bankLineId) throw new Problem('wrong-state');
  const held = ids.flatMap((of) => rows.find((row) => row.id === of) ?? []);
  await bookShares(tx, { club, bookedOn, createdBy, cents, bankLineId }, held, shares);
  return { cents, references };
}

/** Books one line on the account of a payer: what is due first is paid, the rest is credit. A line is booked once. */
export async function creditLine(
  tx: Transaction,
  { club, lines, createdBy }: Assigned,
  fingerprint: string,
  payerId: string,
): Promise<{ cents: number; references: string[] }> {
  const { cents, bookedOn } = await freeLine(tx, club, lines, fingerprint);
  const { reference } = await accountOf(tx, club, payerId);
  const bankLineId = await decide(tx, { club, fingerprint }, { state: 'done', references: [reference] }, createdBy);
  if (!bankLineId) throw new Problem('wrong-state');
  await bookPayment(tx, { club, payerId, cents, bookedOn, kind: 'transfer', note: '', bankLineId }, createdBy);
  return { cents, references: [reference] };
}

/** A line that can be allocated by hand, with the day on which it is booked. */
async function freeLine(tx: Transaction, club: ClubName, lines: readonly StatementLine[], fingerprint: string) {
  await lockBank(tx, club);
  const line = (await matchLines(tx, club, lines)).find((one) => one.fingerprint === fingerprint);
  if (!line?.mayAssign || !line.day || !line.cents || line.cents < 0) throw new Problem('wrong-state');
  return { cents: line.cents, bookedOn: bookingDay(line.day, await closedUntil(tx, club)) };
}

type Line = { club: ClubName; bookedOn: string; createdBy: string; cents: number; bankLineId: string };

/** One payment for each payer; what is not allocated is credit of the first. */
async function bookShares(tx: Transaction, { cents: all, ...line }: Line, held: readonly ChargeRow[], shares: Shares): Promise<void> {
  let left = all - sumOfCents(shares);
  const ids = held.map(({ id }) => id);
  await tx.update(charge).set({ method: 'transfer', reason: '' }).where(inArray(charge.id, ids));
  for (const [payerId, rows] of Map.groupBy(held, (row) => row.payerId)) {
    const own = shares.filter(({ chargeId }) => rows.some(({ id }) => id === chargeId));
    const cents = sumOfCents(own) + left;
    left = 0;
    await addPayments(tx, [{ ...line, payerId, kind: 'transfer', cents, shares: own }]);
  }
}
