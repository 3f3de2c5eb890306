import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';

/**
 * Who pays for people, as rows of (id, payer_id): the payer of the membership, else a parent with an own person in the club,
 * else the person itself. At least one person is asked for, within the scope of the club.
 */
export function payingOf(personIds: readonly string[], today: string): SQL {
  const asked = sql.join(
    [...new Set(personIds)].map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  return sql`
    select a.id, coalesce(
      (select m.payer_person_id from member m where m.person_id = a.id and m.payer_person_id is not null
        and m.joined_on <= ${today} and (m.left_on is null or m.left_on >= ${today}) order by m.joined_on desc limit 1),
      (select own.person_id from acting_access child join acting_access own
          on own.user_id = child.user_id and own.club = a.club and own.relation = 'self'
        where child.person_id = a.id and child.relation = 'guardian' order by child.user_id limit 1),
      a.id) as payer_id
    from person a where a.id in (${asked})`;
}

/** Who pays for one person today: the mandate for their fees is that one's. */
export async function payerOf(tx: Transaction, personId: string, today: string): Promise<{ personId: string; name: string }> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select q.id, q.firstname || ' ' || q.lastname as name
    from (${payingOf([personId], today)}) paying join person q on q.id = paying.payer_id and q.anonymised_at is null`);
  const [row] = rows;
  return row ? { personId: row.id, name: row.name } : { personId, name: '' };
}
