import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Closing } from '#shared/money/books/contract.ts';
import { closableDays, isClosed } from '#shared/money/books/rules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { checksUntil } from './checks.ts';
import { hashOf, reportOf } from './report.ts';
import { closedPeriod } from './table.ts';

export type ClosingRow = typeof closedPeriod.$inferSelect;

/** The last closed day of a club's books; null if there is none. */
export async function closedUntil(tx: Transaction, club: ClubName): Promise<string | null> {
  const [row] = await tx
    .select({ until: sql<string | null>`max(${closedPeriod.until})::text` })
    .from(closedPeriod)
    .where(and(eq(closedPeriod.club, club), isNull(closedPeriod.reopenedAt)));
  return row?.until ?? null;
}

/** The booking day of something that happened on `day`: that day, or today if its books are closed. */
export function bookingDay(day: string, closed: string | null): string {
  return isClosed(day, closed) ? today() : day;
}

/** Closes the books of a club up to a day, if all required checks pass. */
export async function closeBooks(
  tx: Transaction,
  club: ClubName,
  { until, typed }: { until: string; typed: string },
  by: { name: string; userId: string },
): Promise<ClosingRow> {
  await lockBooks(tx, club);
  const year = until.slice(0, 4);
  if (typed !== year) throw fieldProblem('typed', `Bitte ${year} eingeben.`);
  if (!closableDays(Number(year), today(), await closedUntil(tx, club)).includes(until))
    throw fieldProblem('until', 'Bitte der letzte Tag eines vergangenen Monats, der noch nicht abgeschlossen ist.');
  const missing = (await checksUntil(tx, club, until)).filter(({ isBlocking, count }) => isBlocking && count > 0);
  if (missing.length > 0) throw new Problem('not-ready', { fields: missing.map(({ text }) => ({ path: 'until', message: text })) });
  const [row] = await tx
    .insert(closedPeriod)
    .values({
      id: randomUUID(),
      club,
      until,
      hash: hashOf(await reportOf(tx, club, `${year}-01-01`, until)),
      closedAt: now(),
      closedBy: by.name,
      closedById: by.userId,
    })
    .returning();
  if (!row) throw new Error('The closing was not written.');
  return row;
}

/** Reopens the period that was closed last. */
export async function reopenBooks(
  tx: Transaction,
  row: ClosingRow,
  reason: string,
  by: { name: string; userId: string },
): Promise<ClosingRow> {
  await lockBooks(tx, row.club);
  if (row.reopenedAt || row.until !== (await closedUntil(tx, row.club))) throw new Problem('wrong-state');
  const [opened] = await tx
    .update(closedPeriod)
    .set({ reopenedAt: now(), reopenedBy: by.name, reopenedById: by.userId, reason })
    .where(eq(closedPeriod.id, row.id))
    .returning();
  if (!opened) throw new Problem('not-found');
  return opened;
}

/** Every closing of a year, latest first, and whether its figures are unchanged. */
export async function closingsOf(tx: Transaction, club: ClubName, year: number): Promise<Closing[]> {
  const rows = await tx
    .select()
    .from(closedPeriod)
    .where(and(eq(closedPeriod.club, club), sql`extract(year from ${closedPeriod.until}) = ${year}`))
    .orderBy(desc(closedPeriod.closedAt), closedPeriod.id)
    .limit(50);
  const shown: Closing[] = [];
  for (const row of rows) shown.push(await toClosing(tx, row));
  return shown;
}

/** A closing as shown to the board. */
export async function toClosing(tx: Transaction, row: ClosingRow): Promise<Closing> {
  const { id, club, until, hash, closedAt, closedBy, reopenedAt, reopenedBy, reason } = row;
  const isUnchanged = hashOf(await reportOf(tx, club, `${until.slice(0, 4)}-01-01`, until)) === hash;
  const at = { closedAt: closedAt.toISOString(), reopenedAt: reopenedAt?.toISOString() ?? null };
  return { id, until, ...at, closedBy, isUnchanged, reopenedBy, reason };
}

/** Serialises closing and reopening the books of a club. */
function lockBooks(tx: Transaction, club: ClubName) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`books:${club}`}, 0))`);
}
