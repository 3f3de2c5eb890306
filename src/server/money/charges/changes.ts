import { eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mayMoveCharge, type ChargeMethod } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { ChargeRow } from './facts.ts';
import { numbered } from './make.ts';
import { charge } from './table.ts';

type Item = { id: string; version: number };
export type Change = {
  to: 'open' | 'paid' | 'written_off' | 'cancelled';
  paidOn?: string | undefined;
  method?: ChargeMethod | undefined;
  reason: string;
};

/** Locks charges in the order of their ids, so that two writes on the same ones wait instead of blocking each other. */
export async function lockCharges(tx: Transaction, items: readonly Item[]): Promise<ChargeRow[]> {
  const versions = new Map(items.map(({ id, version }) => [id, version]));
  const rows = await tx
    .select()
    .from(charge)
    .where(inArray(charge.id, [...versions.keys()]))
    .orderBy(charge.id)
    .for('update');
  if (rows.length !== versions.size) throw new Problem('not-found');
  if (rows.some(({ id, version }) => versions.get(id) !== version)) throw new Problem('conflict');
  return rows;
}

/** Brings locked charges into another state, all or none. */
export async function changeStates(tx: Transaction, rows: readonly ChargeRow[], { to, paidOn, method, reason }: Change): Promise<void> {
  if (paidOn && paidOn > today()) throw fieldProblem('paidOn', 'Bitte kein Tag in der Zukunft.');
  if (to === 'written_off' && !reason) throw fieldProblem('reason', 'Bitte nennen Sie einen Grund.');
  for (const row of rows) {
    if (!mayMoveCharge(row.state, to)) throw new Problem('wrong-state');
    // Money that went back cannot become unpaid or unsaid again.
    if (row.state === 'paid' && to === 'open' && (await refundedCents(tx, row.id)) > 0) throw new Problem('wrong-state');
    if (row.source === 'refund' && to === 'written_off') throw new Problem('wrong-state');
    await tx
      .update(charge)
      .set({
        state: to,
        paidOn: to === 'paid' ? (paidOn ?? today()) : null,
        method: to === 'open' && row.method === 'free' ? 'transfer' : (method ?? row.method),
        reason: to === 'open' || to === 'paid' ? (row.source === 'refund' ? row.reason : '') : reason,
        version: row.version + 1,
      })
      .where(eq(charge.id, row.id));
  }
}

/** Writes what is to be paid back of a locked, paid charge, as a row of its own. */
export async function makeRefund(tx: Transaction, row: ChargeRow, cents: number, reason: string): Promise<string> {
  if (row.state !== 'paid' || row.source === 'refund') throw new Problem('wrong-state');
  const left = row.cents - (await refundedCents(tx, row.id));
  if (cents > left)
    throw fieldProblem('cents', left > 0 ? `Höchstens ${euros(left)} sind noch zu erstatten.` : 'Alles ist schon erstattet.');
  const id = randomUUID();
  await tx.insert(charge).values({
    id,
    club: row.club,
    reference: numbered(row.club),
    personId: row.personId,
    payerPersonId: row.payerPersonId,
    source: 'refund',
    sourceId: row.sourceId,
    period: row.period,
    courseId: row.courseId,
    refundOf: row.id,
    label: `Erstattung zu ${row.reference}: ${row.label}`,
    cents: -cents,
    dueOn: today(),
    method: row.method === 'sepa' || row.method === 'free' ? 'transfer' : row.method,
    state: 'open',
    reason,
    taxSphere: row.taxSphere,
    createdAt: now(),
  });
  // Whoever pays back twice at once is told that the charge has changed.
  await tx
    .update(charge)
    .set({ version: row.version + 1 })
    .where(eq(charge.id, row.id));
  return id;
}

async function refundedCents(tx: Transaction, id: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: number }>(
    sql`select coalesce(-sum(cents), 0)::int as cents from charge where refund_of = ${id} and state <> 'cancelled'`,
  );
  return rows[0]?.cents ?? 0;
}
