import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { KnownPerson } from '#shared/people/knownPerson.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isAlike } from './duplicates.ts';

const shownAtMost = 5;

type Typed = { firstname: string; lastname: string; birthDate: string };

/**
 * Possible duplicates of a new person: the same or a similar name (also swapped) with the same birth date; or the same
 * name if one of the two has no birth date.
 */
export async function findAlike(tx: Transaction, club: ClubName, { firstname, lastname, birthDate }: Typed): Promise<KnownPerson[]> {
  if (!firstname.trim() || !lastname.trim()) return [];
  const typed = sql`search_key(${lastname.trim()} || ' ' || ${firstname.trim()})`;
  const born = sql`nullif(${birthDate}, '')::date`;
  const name = sql`search_key(p.lastname || ' ' || p.firstname)`;
  const { rows } = await tx.execute<KnownPerson>(sql`
    select p.id as "personId", p.firstname, p.lastname, coalesce(p.birth_date::text, '') as "birthDate",
      m.id as "memberId", m.member_no as "memberNo", m.left_on as "leftOn"
    from person p left join lateral (
      select id, member_no, left_on from member where person_id = p.id order by joined_on desc limit 1) m on true
    where p.club = ${club} and p.merged_into is null and p.anonymised_at is null and (
      p.birth_date = ${born} and similarity(${name}, ${typed}) > ${isAlike}
      or (p.birth_date is null or ${born} is null) and ${name} = ${typed})
    order by similarity(${name}, ${typed}) desc, p.id limit ${shownAtMost}`);
  return rows;
}
