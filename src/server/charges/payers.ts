import { sql } from 'drizzle-orm';
import type { Transaction } from '../platform/database.ts';

/** Who pays for somebody, and how: by his mandate, by the office that pays for children, or by transfer. */
export type Payer = { personId: string; name: string; mandate: string | null; hasOffice: boolean };

/**
 * Who pays for people: the payer of the membership, else a parent with an own person in the club, else the person itself.
 * The transaction must be in the scope of the club.
 */
export async function payersOf(tx: Transaction, personIds: readonly string[], today: string): Promise<Map<string, Payer>> {
  if (personIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; payer_id: string; name: string; mandate: string | null; has_office: boolean }>(sql`
    with asked as (select id, club from person where id in (${sql.join(
      [...new Set(personIds)].map((id) => sql`${id}::uuid`),
      sql`, `,
    )})),
    paying as (
      select a.id, coalesce(
        (select m.payer_person_id from member m where m.person_id = a.id and m.payer_person_id is not null
          and m.joined_on <= ${today} and (m.left_on is null or m.left_on >= ${today}) order by m.joined_on desc limit 1),
        (select own.person_id from person_access child join person_access own
            on own.user_id = child.user_id and own.club = a.club and own.relation = 'self' and own.verified_at is not null
          where child.person_id = a.id and child.relation = 'guardian' and child.verified_at is not null order by child.user_id limit 1),
        a.id) as payer_id
      from asked a)
    select p.id, p.payer_id, q.lastname || ', ' || q.firstname as name,
      (select s.reference from sepa_mandate s where s.payer_person_id = p.payer_id and s.state = 'active' order by s.kind desc, s.signed_on desc limit 1) as mandate,
      exists (select 1 from participant t where t.person_id = p.id and t.but_reference <> '') as has_office
    from paying p join person q on q.id = p.payer_id`);
  return new Map(rows.map((row) => [row.id, { personId: row.payer_id, name: row.name, mandate: row.mandate, hasOffice: row.has_office }]));
}
