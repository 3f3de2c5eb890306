import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countOfLetters } from '../charges/letters.ts';
import { charge } from '../charges/table.ts';
import { notifyOfUndoing } from './notices.ts';
import { reverseSetOff } from './settingOff.ts';
import { feeExclusion, feeRun, type FeeRunRow } from './table.ts';

/** Undoes a locked run: its charges are cancelled, those that it replaced apply again, and the months can be charged again. */
export async function undoRun(tx: Transaction, run: FeeRunRow, reason: string, by: string): Promise<FeeRunRow> {
  if (run.state !== 'booked') throw new Problem('wrong-state');
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fees:${run.club}`}, 0))`);
  await reverseSetOff(tx, run, by);
  const rows = await tx
    .select({ state: charge.state, settledCents: charge.settledCents, payerId: charge.payerId })
    .from(charge)
    .where(eq(charge.feeRunId, run.id))
    .for('update');
  const touched = rows.filter(({ state, settledCents }) => !chargeSets.untouched.includes(state) || settledCents !== 0).length;
  if (touched > 0)
    throw fieldProblem('reason', `${touched} von ${rows.length} Forderungen sind schon bezahlt, erlassen oder im Einzug. Der Lauf bleibt.`);
  await tx
    .update(charge)
    .set({ state: 'cancelled', reason: `Lauf rückgängig: ${reason}`, version: sql`${charge.version} + 1` })
    .where(and(eq(charge.feeRunId, run.id), eq(charge.state, 'open')));
  const held = await tx
    .update(charge)
    .set({ state: 'open', reason: '', replacedByRunId: null, version: sql`${charge.version} + 1` })
    .where(and(eq(charge.replacedByRunId, run.id), eq(charge.state, 'cancelled')))
    .returning({ payerId: charge.payerId });
  const again = new Set(held.map(({ payerId }) => payerId));
  const payers = new Set(rows.map(({ payerId }) => payerId));
  if (run.told > 0) await notifyOfUndoing(tx, run, new Set([...payers, ...again]), again);
  const [undone] = await tx
    .update(feeRun)
    .set({ state: 'undone', reason, version: run.version + 1 })
    .where(eq(feeRun.id, run.id))
    .returning();
  if (!undone) throw new Problem('not-found');
  return undone;
}

/** Runs of a club, newest first. */
export async function listRuns(tx: Transaction, club: ClubName, { limit, cursor }: PageAsked) {
  const found = await runsWhere(tx, and(eq(feeRun.club, club), earlierThan(feeRun.createdAt, feeRun.id, cursor))).limit(limit + 1);
  const { page, next } = pageByTime(found, 'createdAt', limit);
  return { rows: page.map(toRun), next };
}

/** One run as shown to the board. */
export async function readRun(tx: Transaction, id: string): Promise<FeeRun> {
  const [row] = await runsWhere(tx, eq(feeRun.id, id));
  if (!row) throw new Problem('not-found');
  return toRun(row);
}

function runsWhere(tx: Transaction, where: SQL | undefined) {
  return tx
    .select({
      id: feeRun.id,
      from: feeRun.from,
      to: feeRun.to,
      dueOn: feeRun.dueOn,
      laterDays: sql<string[]>`case when ${feeRun}.is_spread then array(select distinct c.due_on::text from ${charge} c
        where c.fee_run_id = ${feeRun}.id and c.due_on > ${feeRun}.due_on order by 1) else array[]::text[] end`,
      state: feeRun.state,
      lines: feeRun.lines,
      totalCents: feeRun.totalCents,
      excluded: sql<number>`(select count(*)::int from ${feeExclusion} where ${feeExclusion.runId} = ${feeRun.id})`,
      told: feeRun.told,
      letters: countOfLetters(sql`c.fee_run_id = ${feeRun}.id`, sql`c.replaced_by_run_id = ${feeRun}.id`),
      postedOn: feeRun.postedOn,
      createdBy: feeRun.createdBy,
      createdAt: feeRun.createdAt,
      reason: feeRun.reason,
      version: feeRun.version,
    })
    .from(feeRun)
    .where(where)
    .orderBy(desc(feeRun.createdAt), desc(feeRun.id))
    .$dynamic();
}

function toRun(row: Awaited<ReturnType<typeof runsWhere>>[number]): FeeRun {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
