import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { usualCategory } from '#shared/money/expenses/rules.ts';
import type { ExpenseState } from '#shared/money/expenses/words.ts';
import { expense } from '#server/money/expenses/table.ts';
import type { Write } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';

type Spent = { daysAgo: number; cents: number; km?: number; purpose: string; state: ExpenseState; reason?: string };

/** The invented expenses of RWA, each of another person; the first is that of the demo account of a member. */
const spent: readonly Spent[] = [
  { daysAgo: 6, cents: 2520, km: 84, purpose: 'Fahrt zum Turnier in Neudorf', state: 'submitted' },
  { daysAgo: 9, cents: 1890, purpose: 'Kuchen und Getränke für das Elterncafé', state: 'submitted' },
  { daysAgo: 20, cents: 4990, purpose: 'Fünf Trainingsbälle', state: 'approved' },
  {
    daysAgo: 31,
    cents: 1200,
    km: 40,
    purpose: 'Fahrt zur Fortbildung',
    state: 'rejected',
    reason: 'Welche Fortbildung war das? Bitte beim Zweck ergänzen.',
  },
];

/** Expenses of RWA in several states; those by voucher get it with the demonstration files. */
export async function fillExpenses({ tx }: Write): Promise<void> {
  const club: ClubName = 'RWA';
  const { rows } = await tx.execute<{ personId: string; departmentId: string | null }>(sql`
    select p.id as "personId", (select d.id from department d where d.club = ${club} and d.ended_on is null order by d.position, d.id limit 1) as "departmentId"
    from person p left join person_access a on a.person_id = p.id and a.relation = 'self' left join app_user u on u.id = a.user_id
    where p.club = ${club} and p.merged_into is null and p.birth_date < current_date - interval '20 years' and (u.id is null or u.role = 'reader')
    order by u.id is null, p.account_no limit ${spent.length}`);
  for (const [at, { daysAgo, reason = '', state, km = null, ...facts }] of spent.entries()) {
    const who = rows[at];
    if (!who) return;
    const submittedAt = new Date(now().getTime() - daysAgo * 24 * 60 * 60 * 1000);
    const isDecided = state !== 'submitted';
    await tx.insert(expense).values({
      ...who,
      ...facts,
      id: randomUUID(),
      club,
      km,
      state,
      spentOn: addDays(localOf(submittedAt).date, -1),
      category: state === 'approved' ? usualCategory({ km }) : null,
      rejectReason: reason,
      submittedAt,
      decidedAt: isDecided ? now() : null,
    });
  }
}
