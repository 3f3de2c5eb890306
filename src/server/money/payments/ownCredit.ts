import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';

/** The credit of the people for whom a user may act, by club. */
export async function ownCredit(tx: Transaction, userId: string): Promise<{ club: ClubName; cents: number }[]> {
  const ids = (await ownPeople(tx, userId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  await enterScope(tx, everyClub.club);
  const { rows } = await tx.execute<{ club: ClubName; cents: number }>(sql`
    select p.club, sum(p.cents - coalesce(used.cents, 0))::int as cents from payment p
      left join (select payment_id, sum(cents) as cents from allocation group by payment_id) used on used.payment_id = p.id
    where p.payer_person_id = any(${sql.param(ids)}::uuid[]) group by p.club order by p.club`);
  return rows.filter(({ cents }) => cents > 0);
}
