import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countOfLetters } from '../charges/letters.ts';
import { charge } from '../charges/table.ts';
import { feeExclusion, feeRun } from './table.ts';

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
      cancelled: sql<number>`(select count(*)::int from ${charge} c where c.fee_run_id = ${feeRun}.id and c.state = 'cancelled')`,
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
