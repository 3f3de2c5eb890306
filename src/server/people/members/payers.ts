import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { oneOf, fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { memberSets } from './table.ts';

/**
 * The payers of persons as rows of (id, payer_id): the payer of the membership, otherwise a parent with an own person
 * in the club, otherwise the person. Requires at least one ID, within the club's scope. The query goes from child to
 * parent; in the other direction PostgreSQL scanned all persons of the club.
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
      (select own.person_id from acting_access child cross join lateral (
          select s.person_id from acting_access s where s.user_id = child.user_id and s.club = a.club and s.relation = 'self' limit 1) own
        where child.person_id = a.id and child.relation = 'guardian' order by child.user_id limit 1),
      a.id) as payer_id
    from person a where a.id in (${asked})`;
}

/** The members of a club on a day with their payers as rows of (member_id, person_id, payer_id); optionally of one payer. */
export function payingMembers(club: ClubName, day: string, payerId?: string): SQL {
  return sql`
    with guardian as (
      select distinct on (child.person_id) child.person_id as id, own.person_id as payer_id
      from acting_access child join acting_access own on own.user_id = child.user_id and own.relation = 'self' and own.club = ${club}
      where child.relation = 'guardian' order by child.person_id, child.user_id)
    select m.id as member_id, m.person_id, coalesce(m.payer_person_id, g.payer_id, m.person_id) as payer_id
    from member m left join guardian g on g.id = m.person_id
    where m.club = ${club} and m.status in ${oneOf(memberSets.admitted)} and m.joined_on <= ${day}
      and (m.left_on is null or m.left_on >= ${day})
      and (${payerId ?? null}::uuid is null or coalesce(m.payer_person_id, g.payer_id, m.person_id) = ${payerId ?? null})`;
}

/** The same with names, by the member's name. */
export async function paidMembers(
  tx: Transaction,
  club: ClubName,
  day: string,
  payerId?: string,
): Promise<{ personId: string; name: string; payerId: string; payerName: string }[]> {
  const { rows } = await tx.execute<{ personId: string; name: string; payerId: string; payerName: string }>(sql`
    select p.id as "personId", ${fullNameOf('p')} as name, q.id as "payerId", q.lastname || ', ' || q.firstname as "payerName"
    from (${payingMembers(club, day, payerId)}) paid join person p on p.id = paid.person_id join person q on q.id = paid.payer_id
    order by p.lastname, p.firstname, p.id`);
  return rows;
}

/** In SQL: the last day of a person in a club; null for who never was a member, still is one, or comes back. */
export function leftOn(personId: SQL, club: ClubName, day: string): SQL {
  return sql`(select case when bool_and(coalesce(m.left_on < ${day}, false)) then max(m.left_on) end from member m
    where m.person_id = ${personId} and m.club = ${club} and m.status in ${oneOf(memberSets.admitted)})`;
}

/** The current payer of a person, whose mandate is used for the fees. */
export async function payerOf(tx: Transaction, personId: string, today: string): Promise<{ personId: string; name: string }> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select q.id, ${fullNameOf('q')} as name
    from (${payingOf([personId], today)}) paying join person q on q.id = paying.payer_id and q.anonymised_at is null`);
  const [row] = rows;
  return row ? { personId: row.id, name: row.name } : { personId, name: '' };
}

/** Sets the payer of these members; null for the payer's own membership. */
export async function setPayer(tx: Transaction, memberIds: readonly string[], payerPersonId: string): Promise<void> {
  await tx.execute(sql`
    update member m set payer_person_id = nullif(${payerPersonId}::uuid, m.person_id), version = m.version + 1
    where m.id = any(${sql.param([...memberIds])}::uuid[])
      and m.payer_person_id is distinct from nullif(${payerPersonId}::uuid, m.person_id)`);
}

/** The account numbers of the payers of persons. */
export async function payerAccounts(tx: Transaction, personIds: readonly string[], today: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; account_no: number }>(sql`
    select paying.id, q.account_no from (${payingOf(personIds, today)}) paying join person q on q.id = paying.payer_id`);
  return new Map(rows.map((row) => [row.id, Number(row.account_no)]));
}
