import { sql } from 'drizzle-orm';
import { memberSets } from '../members/table.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import { department } from '#server/club/departments/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CheckedRow } from '#shared/people/memberImport.ts';
import type { TermsInWords } from '../members/feeTerms.ts';
import type { DepartmentDays, ImportedAccount, ImportedMember } from './importRows.ts';
import { today } from '#server/platform/process/clock.ts';

/** A known person of the club with the latest membership, if any. */
export type KnownMember = {
  personId: string;
  firstname: string;
  lastname: string;
  birthDate: string | null;
  gender: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  houseNo: string | null;
  postcode: string | null;
  city: string | null;
  emergencyContactName: string | null;
  emergencyContactPhone: string | null;
  memberId: string | null;
  memberNo: string | null;
  kind: MemberKind | null;
  feeGroup: string | null;
  joinedOn: string | null;
  leftOn: string | null;
  payerPersonId: string | null;
  departments: string[];
};

/** The plan for a row; `known` is its person, with or without a current membership. */
export type PlannedRow = CheckedRow & {
  personId: string;
  values: ImportedMember;
  account: ImportedAccount | undefined;
  terms: TermsInWords | undefined;
  known: KnownMember | undefined;
  /** The departments of the row with its days; undefined if they stay as they are. */
  memberOf: ({ id: string } & DepartmentDays)[] | undefined;
};

const atOnce = 2000;

/** Finds the persons of the rows of a file, by member number, and by name and birth date. */
export async function findKnown(
  tx: Transaction,
  club: ClubName,
  rows: readonly ImportedMember[],
): Promise<{ byNumber: Map<string, KnownMember>; byName: Map<string, KnownMember[]> }> {
  const byNumber = new Map<string, KnownMember>();
  const byName = new Map<string, KnownMember[]>();
  for (const chunk of blocksOf(rows, atOnce)) {
    const numbers = chunk.flatMap(({ memberNo }) => memberNo ?? []);
    for (const one of await select(
      tx,
      sql`member m join person p on p.id = m.person_id
        where m.club = ${club} and m.member_no = any(${sql.param(numbers)}::text[]) and m.status in ${oneOf(memberSets.admitted)}`,
    ))
      byNumber.set(one.memberNo ?? '', one);
  }
  const ids = await idsByName(tx, club, rows);
  for (const chunk of blocksOf(ids, atOnce)) {
    for (const one of await select(
      tx,
      sql`person p left join lateral (select * from member m where m.person_id = p.id and m.status in ${oneOf(memberSets.admitted)}
          order by m.joined_on desc limit 1) m on true where p.id = any(${sql.param(chunk)}::uuid[])`,
    )) {
      const key = keyOf({ ...one, birthDate: one.birthDate ?? '' }) ?? '';
      byName.set(key, [...(byName.get(key) ?? []), one]);
    }
  }
  return { byNumber, byName };
}

/**
 * Selects candidates by birth date; names are compared in memory, since under row-level security PostgreSQL cannot use
 * the index on lower(lastname) (docs/decisions/0007).
 */
async function idsByName(tx: Transaction, club: ClubName, rows: readonly ImportedMember[]): Promise<string[]> {
  const keys = new Set(rows.flatMap((one) => keyOf(one) ?? []));
  const days = [...new Set(rows.flatMap(({ birthDate }) => birthDate || []))];
  const { rows: found } = await tx.execute<{ id: string; firstname: string; lastname: string; birthDate: string }>(sql`
    select id, firstname, lastname, birth_date::text as "birthDate" from person
    where club = ${club} and birth_date = any(${sql.param(days)}::date[]) and merged_into is null and anonymised_at is null`);
  return found.filter((one) => keys.has(keyOf(one) ?? '')).map(({ id }) => id);
}

/** The key of a person without a member number; undefined if a part of it is missing. */
export function keyOf({
  lastname,
  firstname,
  birthDate,
}: {
  lastname?: string;
  firstname?: string;
  birthDate?: string;
}): string | undefined {
  return lastname && firstname && birthDate ? [lastname, firstname, birthDate].join('\n').toLowerCase() : undefined;
}

async function select(tx: Transaction, from: ReturnType<typeof sql>): Promise<KnownMember[]> {
  const day = today();
  const { rows } = await tx.execute<KnownMember>(sql`
    select p.id as "personId", p.firstname, p.lastname, p.birth_date::text as "birthDate", p.gender, p.email, p.phone, p.mobile, p.street,
      p.house_no as "houseNo", p.postcode, p.city, p.emergency_contact_name as "emergencyContactName",
      p.emergency_contact_phone as "emergencyContactPhone", m.id as "memberId", m.member_no as "memberNo", m.kind,
      m.fee_group as "feeGroup", m.joined_on::text as "joinedOn", m.left_on::text as "leftOn", m.payer_person_id as "payerPersonId",
      array(select d.name from member_department md join ${department} d on d.id = md.department_id
        where md.member_id = m.id and md.valid_from <= greatest(${day}::date, m.joined_on)
          and (md.valid_to is null or md.valid_to >= least(greatest(${day}::date, m.joined_on), m.left_on))) as departments
    from ${from}`);
  return rows;
}
