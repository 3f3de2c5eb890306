import { and, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { monthOf, monthWords } from '#shared/money/fees/feeMonths.ts';
import type { FeeLine } from '#shared/money/fees/feeTypes.ts';
import type { MemberMethod } from '#shared/money/fees/feeWords.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import { careNote } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { agreedMethods } from './agreed.ts';
import { bookable, computeFees, hashOf } from './facts.ts';
import { feeRun } from './table.ts';

type Order = { from: string; to: string; dueOn: string; hash: string };
export type FeeRunRow = typeof feeRun.$inferSelect;
const atOnce = 2000;

/** Charges what the rules ask for now, if it is what was shown. One run at a time works on the fees of a club. */
export async function bookRun(tx: Transaction, club: ClubName, order: Order, by: { name: string; userId: string }): Promise<FeeRunRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fees:${club}`}, 0))`);
  const lines = bookable((await computeFees(tx, club, order)).lines);
  if (hashOf(lines) !== order.hash) throw new Problem('changed-since-preview');
  if (lines.length === 0)
    throw new Problem('not-ready', { fields: [{ path: 'from', message: '0 neue Zeilen: Alles ist schon gefordert.' }] });
  const [run] = await tx
    .insert(feeRun)
    .values({
      ...order,
      id: randomUUID(),
      club,
      lines: lines.length,
      totalCents: lines.reduce((sum, { cents }) => sum + cents, 0),
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!run) throw new Error('The run was not written.');
  const methodOf = await methods(tx, club);
  for (let at = 0; at < lines.length; at += atOnce) await insertCharges(tx, run, lines.slice(at, at + atOnce), methodOf);
  return run;
}

type MethodOf = (line: Pick<FeeLine, 'memberId' | 'personId' | 'payerPersonId'>) => 'sepa' | MemberMethod;

/** How a fee is paid: as agreed with the member, by the office, by a mandate for the person or for all, else by transfer. */
export async function methods(tx: Transaction, club: ClubName): Promise<MethodOf> {
  const mandates = await tx
    .select({ payerId: sepaMandate.payerPersonId, forId: sepaMandate.forPersonId })
    .from(sepaMandate)
    .where(
      and(eq(sepaMandate.club, club), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent'), sql`not ${sepaMandate.isPaused}`),
    );
  const covered = new Set(mandates.map(({ payerId, forId }) => `${payerId} ${forId ?? ''}`));
  const offices = await tx
    .select({ id: careNote.personId })
    .from(careNote)
    .where(sql`${careNote.butReference} <> ''`);
  const helped = new Set(offices.map(({ id }) => id));
  const agreed = await agreedMethods(tx, club);
  return ({ memberId, personId, payerPersonId }) => {
    const method = agreed.get(memberId);
    if (method) return method;
    if (helped.has(personId)) return 'but';
    return covered.has(`${payerPersonId} `) || covered.has(`${payerPersonId} ${personId}`) ? 'sepa' : 'transfer';
  };
}

async function insertCharges(
  tx: Transaction,
  { id, club, dueOn }: FeeRunRow,
  lines: readonly FeeLine[],
  methodOf: MethodOf,
): Promise<void> {
  const rows = lines.map((line) => ({
    ...line,
    id: randomUUID(),
    label: `${line.label} ${monthsWords(line)}${line.reason && `, ${line.reason}`}`,
    method: methodOf(line),
  }));
  await tx.execute(sql`
    insert into ${charge} (id, club, reference, person_id, payer_person_id, source, source_id, period, label, cents, due_on, method, state,
      tax_sphere, created_at, fee_slot, covers, fee_run_id)
    select r.id, ${club}, ${club} || '-' || nextval('charge_number_seq'), r."personId", r."payerPersonId", 'membership', r."ruleId", r."from"::text,
      r.label, r.cents, ${dueOn}, r.method, 'open', 'ideal', ${now()}, r.slot, daterange(r."from", r."to", '[]'), ${id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "personId" uuid, "payerPersonId" uuid, "ruleId" uuid, "from" date,
      "to" date, slot text, label text, cents int, method text)`);
}

function monthsWords({ from, to }: FeeLine): string {
  const [first, last] = [monthOf(from), monthOf(to)];
  return first === last ? monthWords(first) : `${monthWords(first)} bis ${monthWords(last)}`;
}

/** Takes a locked run back: its charges are cancelled, and the months can be charged anew. */
export async function undoRun(tx: Transaction, run: FeeRunRow, reason: string): Promise<FeeRunRow> {
  if (run.state !== 'booked') throw new Problem('wrong-state');
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fees:${run.club}`}, 0))`);
  const rows = await tx
    .select({ state: charge.state, settledCents: charge.settledCents })
    .from(charge)
    .where(eq(charge.feeRunId, run.id))
    .for('update');
  const touched = rows.filter(({ state, settledCents }) => (state !== 'open' && state !== 'cancelled') || settledCents !== 0).length;
  if (touched > 0)
    throw fieldProblem('reason', `${touched} von ${rows.length} Forderungen sind schon bezahlt, erlassen oder im Einzug. Der Lauf bleibt.`);
  await tx
    .update(charge)
    .set({ state: 'cancelled', reason: `Lauf rückgängig: ${reason}`, version: sql`${charge.version} + 1` })
    .where(and(eq(charge.feeRunId, run.id), eq(charge.state, 'open')));
  const [undone] = await tx
    .update(feeRun)
    .set({ state: 'undone', reason, version: run.version + 1 })
    .where(eq(feeRun.id, run.id))
    .returning();
  if (!undone) throw new Problem('not-found');
  return undone;
}

/** The last runs of a club, the newest first. */
export async function listRuns(tx: Transaction, club: ClubName): Promise<FeeRun[]> {
  return (await tx.select().from(feeRun).where(eq(feeRun.club, club)).orderBy(desc(feeRun.createdAt), feeRun.id).limit(50)).map(toRun);
}

/** A run as the board sees it. */
export function toRun({ id, from, to, dueOn, state, lines, totalCents, createdBy, createdAt, reason, version }: FeeRunRow): FeeRun {
  return { id, from, to, dueOn, state, lines, totalCents, createdBy, createdAt: createdAt.toISOString(), reason, version };
}
