import { and, eq, sql } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { cashEntry } from './table.ts';

export type CashMove = { day: string; cents: number; text: string; paymentId?: string };

/**
 * Adds rows to the cash book of a club, each with the next number. If the club entered an opening balance, the cash box must never be
 * negative. Its lock is taken after those of payer accounts, at the end of a write.
 */
export async function keepCash(tx: Transaction, club: ClubName, moves: readonly CashMove[]): Promise<void> {
  const rows = moves.filter(({ cents }) => cents !== 0);
  if (rows.length === 0) return;
  await lockCash(tx, club);
  const [last] = await tx
    .select({ no: sql<number>`coalesce(max(${cashEntry.no}), 0)::int` })
    .from(cashEntry)
    .where(eq(cashEntry.club, club));
  const first = (last?.no ?? 0) + 1;
  await tx.insert(cashEntry).values(rows.map((row, at) => ({ ...row, club, no: first + at, createdAt: now() })));
  await refuseLack(tx, club, 'cents');
}

/** Serialises changes to the cash box of a club and its opening balance. */
export function lockCash(tx: Transaction, club: ClubName) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cash:${club}`}, 0))`);
}

/** Throws if the cash box would be negative at the end of a day. */
export async function refuseLack(tx: Transaction, club: ClubName, path: string): Promise<void> {
  const { rows } = await tx.execute<{ day: string; cents: number }>(sql`
    select moved.day::text, (${clubAccount.openingCents} + sum(moved.cents) over (order by moved.day))::float8 as cents
    from ${clubAccount} join (select booked_on as day, sum(cents) as cents from cash_entry where club = ${club} group by booked_on) moved
      on moved.day >= ${clubAccount.openingOn}
    where ${and(eq(clubAccount.club, club), eq(clubAccount.kind, 'cash'))}
    order by moved.day`);
  const lack = rows.find(({ cents }) => cents < 0);
  if (lack) throw fieldProblem(path, `In der Kasse wären am ${germanDate(lack.day)} dann ${euros(lack.cents)}.`);
}
