import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { refundShares } from '#shared/money/fees/feeChanges.ts';
import { monthOf, monthWords, partDueOn } from '#shared/money/fees/feeMonths.ts';
import type { FeeExclusion } from '#shared/money/fees/fees.ts';
import type { FeeCorrection, FeeLine } from '#shared/money/fees/feeTypes.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { moveCharges } from '../charges/move.ts';
import { charge } from '../charges/table.ts';
import { bookable, computeFees, correctable, hashOf, keyOf } from './facts.ts';
import { methods, type MethodOf } from './methods.ts';
import { notifyPayers } from './notices.ts';
import { lockRefunded, setOff } from './settingOff.ts';
import { feeExclusion, feeRun, type FeeRunRow } from './table.ts';

type Order = {
  from: string;
  to: string;
  dueOn: string;
  isSpread: boolean;
  hash: string;
  excluded: readonly FeeExclusion[];
  tells: boolean;
};
const atOnce = 2000;

/** A charge to be inserted by a run. */
type Written = {
  id: string;
  personId: string;
  payerId: string;
  source: 'membership' | 'adjustment' | 'refund';
  sourceId: string | null;
  period: string;
  refundOf: string | null;
  label: string;
  cents: number;
  method: ReturnType<MethodOf>;
  slot: string;
  from: string;
  to: string;
};

/** Charges fees by the current rules if the result equals that of the preview. Runs of a club are serialised. */
export async function bookRun(tx: Transaction, club: ClubName, order: Order, by: { name: string; userId: string }): Promise<FeeRunRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fees:${club}`}, 0))`);
  const computed = await computeFees(tx, club, order);
  if (hashOf(computed) !== order.hash) throw new Problem('changed-since-preview');
  const reasons = new Map(order.excluded.map(({ key, reason }) => [key, reason]));
  const isLeft = (line: FeeLine) => reasons.has(keyOf(line));
  const fresh = bookable(computed.lines).filter((line) => !isLeft(line));
  const corrections = correctable(computed.corrections).filter(({ lines }) => !lines.some(isLeft));
  if (fresh.length === 0 && corrections.length === 0)
    throw new Problem('not-ready', { fields: [{ path: 'from', message: '0 neue Zeilen: Alles ist schon gefordert.' }] });
  const methodOf = await methods(tx, club);
  const id = randomUUID();
  const rows = [...fresh.map((line) => charged(line, methodOf)), ...corrections.flatMap((one) => correcting(one, id, methodOf))];
  const [run] = await tx
    .insert(feeRun)
    .values({
      ...order,
      id,
      club,
      lines: rows.length,
      totalCents: sumOfCents(rows),
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!run) throw new Error('The run was not written.');
  await lockRefunded(tx, corrections);
  await replace(tx, run, corrections);
  for (const block of blocksOf(rows, atOnce)) await insertCharges(tx, run, block);
  await setOff(tx, run, by.name);
  await keepExclusions(tx, run, computed.lines.filter(isLeft), reasons);
  if (!order.tells) return run;
  const told = await notifyPayers(tx, run);
  await tx.update(feeRun).set({ told }).where(eq(feeRun.id, id));
  return { ...run, told };
}

function charged(line: FeeLine, methodOf: MethodOf): Written {
  const { personId, payerId, slot, from, to, cents, ruleId } = line;
  const label = `${line.label} ${monthsWords(line)}${line.reason && `, ${line.reason}`}`;
  const of = { personId, payerId, slot, from, to, cents, label, method: methodOf(line) };
  return { ...of, id: randomUUID(), source: 'membership', sourceId: ruleId, period: from, refundOf: null };
}

/** The charges that settle a difference. */
function correcting(correction: FeeCorrection, runId: string, methodOf: MethodOf): Written[] {
  const { kind, lines, charged: before, cents } = correction;
  const [line] = lines;
  if (!line) return [];
  if (kind === 'rewrite') return lines.filter((one) => one.cents > 0).map((one) => charged(one, methodOf));
  if (kind === 'refund') return refunds(correction, line.reason);
  const [first] = before;
  return [
    {
      ...charged(line, methodOf),
      source: 'adjustment',
      sourceId: first?.id ?? null,
      period: runId,
      label: `Nachberechnung: ${line.label} ${monthsWords(line)}${line.reason && `, ${line.reason}`}`,
      cents,
    },
  ];
}

/** The refunds, one for each charge that is reduced or refunded. */
function refunds(correction: FeeCorrection, why: string): Written[] {
  return refundShares(correction).map(({ of: one, cents }): Written => {
    const { id: refundOf, personId, payerId, slot, from, to } = one;
    const label = `Erstattung: ${one.label}${why && ` (${why})`}`;
    const of = { personId, payerId, slot, from, to, refundOf, label, cents: 0 - cents };
    return { ...of, id: randomUUID(), source: 'refund', sourceId: null, period: '', method: 'transfer' };
  });
}

/** Replaces charges of which nothing has been paid. */
async function replace(tx: Transaction, run: FeeRunRow, corrections: readonly FeeCorrection[]): Promise<void> {
  const ids = corrections.filter(({ kind }) => kind === 'rewrite').flatMap(({ charged: before }) => before.map(({ id }) => id));
  await moveCharges(tx, ids, { state: 'cancelled', reason: 'Neu berechnet', replacedByRunId: run.id });
}

async function insertCharges(tx: Transaction, { id, club, dueOn, isSpread }: FeeRunRow, written: readonly Written[]): Promise<void> {
  const rows = written.map((row) => ({ ...row, dueOn: isSpread && row.cents > 0 ? partDueOn(dueOn, row.from) : dueOn }));
  await tx.execute(sql`
    insert into ${charge} (id, club, reference, person_id, payer_person_id, organisation_id, source, source_id, period, refund_of, label, cents, due_on, method, state,
      tax_sphere, created_at, fee_slot, covers, fee_run_id)
    select r.id, ${club}, ${club} || '-' || nextval('charge_number_seq'), r."personId", case when o.id is null then r."payerId" end, o.id, r.source, r."sourceId", r.period, r."refundOf",
      r.label, r.cents, r."dueOn", r.method, 'open', 'ideal', ${now()}, r.slot, daterange(r."from", r."to", '[]'), ${id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "personId" uuid, "payerId" uuid, source text, "sourceId" uuid,
      period text, "refundOf" uuid, label text, cents int, method text, slot text, "from" date, "to" date, "dueOn" date)
      left join ${organisation} o on o.id = r."payerId"`);
}

async function keepExclusions(
  tx: Transaction,
  run: FeeRunRow,
  lines: readonly FeeLine[],
  reasons: ReadonlyMap<string, string>,
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => {
    const { personId, slot, from, label, cents } = line;
    return { runId: run.id, club: run.club, personId, slot, from, label, cents, reason: reasons.get(keyOf(line)) ?? '' };
  });
  await tx.insert(feeExclusion).values(rows);
}

function monthsWords({ from, to }: FeeLine): string {
  const [first, last] = [monthOf(from), monthOf(to)];
  return first === last ? monthWords(first) : `${monthWords(first)} bis ${monthWords(last)}`;
}
