import { and, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addMonths } from '#shared/kernel/calendar.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { installmentsOf } from '#shared/money/terms/installments.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { nextReference } from '../charges/make.ts';
import { charge } from '../charges/table.ts';
import { addPayments, paymentsFor, reversePayment } from '../payments/movements.ts';

type Plan = { count: number; firstOn: string; reason: string };

/** The last day on which the first installment may be due. */
const firstAtMostMonths = 12;

/** Replaces the remainder of a locked charge by installments. Returns their ids, the earliest due first. */
export async function splitCharge(tx: Transaction, row: ChargeRow, { count, firstOn, reason }: Plan, createdBy: string): Promise<string[]> {
  if (!chargeSets.due.includes(row.state) || row.cents <= 0 || row.splitOf !== null) throw new Problem('wrong-state');
  const rest = restOf(row);
  if (firstOn < today()) throw fieldProblem('firstOn', 'Bitte ein Tag ab heute.');
  if (firstOn > addMonths(today(), firstAtMostMonths)) throw fieldProblem('firstOn', 'Höchstens in einem Jahr.');
  if (rest < count) throw fieldProblem('count', 'So wenig lässt sich nicht in so viele Raten teilen.');
  const rows = installmentsOf(rest, count, firstOn).map(({ cents, dueOn }, at) => ({
    ...installmentOf(row),
    cents,
    dueOn,
    label: `${row.label}, Rate ${at + 1} von ${count}`,
  }));
  await tx.insert(charge).values(rows);
  const { club, payerId } = row;
  const shares = [{ chargeId: row.id, cents: rest }];
  await addPayments(tx, [{ club, payerId, kind: 'split', cents: rest, bookedOn: today(), createdBy, note: reason, shares }]);
  await tx.update(charge).set({ reason }).where(eq(charge.id, row.id));
  return rows.map(({ id }) => id);
}

/** The columns that an installment takes from its charge; the price and the months are billed by that charge alone. */
function installmentOf({ id, club, personId, payerPersonId, organisationId, source, courseId, method, state, taxSphere }: ChargeRow) {
  return {
    id: randomUUID(),
    club,
    reference: nextReference(club),
    personId,
    payerPersonId,
    organisationId,
    source,
    courseId,
    splitOf: id,
    // A returned debit is not collected again automatically.
    method: state === 'returned' ? ('transfer' as const) : method,
    state: 'open' as const,
    taxSphere,
    createdAt: now(),
  };
}

/** Cancels the installments of a locked charge while all are untouched; the charge is open again. */
export async function joinCharge(tx: Transaction, row: ChargeRow, reason: string, createdBy: string): Promise<void> {
  const parts = await tx
    .select()
    .from(charge)
    .where(and(eq(charge.splitOf, row.id), sql`${charge.state} <> 'cancelled'`))
    .orderBy(charge.id)
    .for('update');
  const split = (await paymentsFor(tx, row.id)).find(({ row: { kind } }) => kind === 'split');
  if (!split || parts.length === 0) throw new Problem('wrong-state');
  const touched = parts.filter((one) => !isUntouched(one)).length;
  if (touched > 0)
    throw fieldProblem('reason', `${touched} von ${parts.length} Raten sind schon bezahlt, angemahnt oder im Einzug. Es bleibt dabei.`);
  const ids = parts.map(({ id }) => id);
  await tx
    .update(charge)
    .set({ state: 'cancelled', reason: `Raten zurückgenommen: ${reason}`, version: sql`${charge.version} + 1` })
    .where(inArray(charge.id, ids));
  await reversePayment(tx, split.row, { bookedOn: today(), createdBy, note: reason });
}

/** Unchanged since it was written. */
export function isUntouched({ state, settledCents, dunningLevel, remindedOn }: ChargeRow): boolean {
  return state === 'open' && settledCents === 0 && dunningLevel === null && remindedOn === null;
}
