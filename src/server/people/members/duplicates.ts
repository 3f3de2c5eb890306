import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DuplicateCandidate, DuplicatePair } from '#shared/people/memberLinks.ts';
import { mergedFields, type MergedField } from '#shared/people/memberLinks.ts';
import { keysOf, recordOf } from '#shared/kernel/keys.ts';
import { accessChoiceOf } from '../persons/gaining.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';

const pairsAtMost = 50;
/** The minimum trigram similarity of two names to count as possibly equal. */
export const isAlike = 0.45;
const fieldNames = keysOf(mergedFields);

/** Port: the number of enrolments of a person. */
export type CountEnrolments = (tx: Transaction, personId: string) => Promise<number>;

type Found = { firstId: string; secondId: string; reason: DuplicatePair['reason'] };

/**
 * Possible duplicates in a club: same name and birth date; same birth date and a similar name (also swapped); same name
 * and e-mail address. Pairs marked as distinct by the board are excluded.
 */
export async function findDuplicates(tx: Transaction, club: ClubName, countEnrolments: CountEnrolments): Promise<DuplicatePair[]> {
  const { rows } = await tx.execute<Found>(sql`
    with one as materialized (
      select id, birth_date, lower(email) as email, lower(lastname) as l, lower(firstname) as f,
        search_key(lastname || ' ' || firstname) as name
      from person where club = ${club} and merged_into is null and anonymised_at is null),
    pair as (
      select a.id as a, b.id as b, case when a.l = b.l and a.f = b.f then 1 else 2 end as rank
      from one a join one b on b.birth_date = a.birth_date and b.id > a.id
      where a.name = b.name or similarity(a.name, b.name) > ${isAlike}
      union all
      select a.id, b.id, 3 from one a join one b on b.l = a.l and b.f = a.f and b.email = a.email and b.id > a.id)
    select a as "firstId", b as "secondId", case min(rank) when 1 then 'same' when 2 then 'similar' else 'email' end as reason
    from pair where not exists (select 1 from distinct_people d where d.first_id = a and d.second_id = b)
    group by a, b order by min(rank), a, b limit ${pairsAtMost}`);
  return oneByOne(rows, async ({ firstId, secondId, reason }) => {
    const [one, other] = [await readCandidate(tx, firstId, countEnrolments), await readCandidate(tx, secondId, countEnrolments)];
    // The record with more history is kept.
    const [first, second] = weightOf(other) > weightOf(one) ? [other, one] : [one, other];
    return { first, second, reason, access: await accessChoiceOf(tx, { keptId: first.id, otherIds: [second.id] }) };
  });
}

function weightOf({ memberNo, participations: enrolments, accounts }: DuplicateCandidate): number {
  return (memberNo ? 100 : 0) + enrolments + accounts;
}

type CandidateRow = { [field in MergedField]: string } & Omit<DuplicateCandidate, 'fields' | 'participations'>;

async function readCandidate(tx: Transaction, id: string, countEnrolments: CountEnrolments): Promise<DuplicateCandidate> {
  const { rows } = await tx.execute<CandidateRow>(sql`
    select p.id, p.version, p.firstname, p.lastname, coalesce(p.birth_date::text, '') as "birthDate", coalesce(p.gender, '') as gender,
      coalesce(p.email, '') as email, coalesce(p.phone, '') as phone, coalesce(p.mobile, '') as mobile, coalesce(p.street, '') as street,
      coalesce(p.house_no, '') as "houseNo", coalesce(p.postcode, '') as postcode, coalesce(p.city, '') as city,
      coalesce(p.emergency_contact_name, '') as "emergencyContactName", coalesce(p.emergency_contact_phone, '') as "emergencyContactPhone",
      (select m.member_no from member m where m.person_id = p.id order by m.joined_on desc limit 1) as "memberNo",
      (select count(*)::int from held_access x where x.person_id = p.id) as accounts
    from person p where p.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Problem('not-found');
  const { version, memberNo, accounts } = row;
  const fields = recordOf(fieldNames, (field) => row[field]);
  return { id, version, memberNo, participations: await countEnrolments(tx, id), accounts, fields };
}
