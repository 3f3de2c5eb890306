import { and, eq, sql } from 'drizzle-orm';
import { phaseOfRound } from '#shared/courses/holiday/rules.ts';
import type { RoundRow } from '#shared/courses/holiday/shapes.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { computeRound } from './match.ts';
import { roundFor, written } from './rounds.ts';
import { holidayChild, holidayOffer, holidayRound, holidayWish } from './table.ts';

/** Fixes who gets what, from the end of the wishes on. Nothing goes out by that: the job does it on the day of the round. */
export async function drawRound(context: Context, write: Write, id: string, version: number): Promise<RoundRow> {
  const { tx } = write;
  const round = await roundFor(context, tx, id, 'holidayRounds.manage', true);
  if (round.version !== version) throw new Problem('conflict');
  if (phaseOfRound(round, now()) !== 'closed') throw new Problem('wrong-state');
  const { offers, children, counts, lots, decisions } = await computeRound(tx, round);
  for (const { childId, courseId, outcome, reason } of decisions)
    await tx
      .update(holidayWish)
      .set({ outcome, reason })
      .where(and(eq(holidayWish.childId, childId), eq(holidayWish.courseId, courseId)));
  for (const { row } of children)
    await tx
      .update(holidayChild)
      .set({ lot: lots.get(row.id) ?? null })
      .where(eq(holidayChild.id, row.id));
  for (const { row, listed } of offers)
    await tx
      .update(holidayOffer)
      .set({ seats: listed.free, wishes: counts.get(row.id) ?? 0 })
      .where(and(eq(holidayOffer.roundId, id), eq(holidayOffer.courseId, row.id)));
  const [after] = await tx
    .update(holidayRound)
    .set({ state: 'drawn', drawnAt: now(), version: sql`${holidayRound.version} + 1` })
    .where(eq(holidayRound.id, id))
    .returning();
  return written(write, after, 'Plätze festgelegt', round);
}
