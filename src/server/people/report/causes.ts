import { sql } from 'drizzle-orm';
import { ageOn } from '#shared/kernel/age.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { reportCauses, type ReportCause } from '#shared/people/report/reportCauses.ts';
import type { CauseGroup, FaultyMember, ReportProfile } from '#shared/people/report/reportSnapshots.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { memberSets } from '../members/table.ts';
import type { CountedMember } from './members.ts';
import { unreportable } from './reported.ts';

const membersAtMost = 500;
const oldestLikely = 105;

/** Two member IDs. */
type DeclaredPair = { first: string; second: string };
type DepartmentAtFault = CauseGroup['departments'][number];

/** The causes for which members of a key date cannot or should not be reported, one group each. */
function causesOf(
  members: readonly CountedMember[],
  keyDate: string,
  { profile, leavers, declared }: { profile: ReportProfile; leavers: readonly FaultyMember[]; declared: readonly DeclaredPair[] },
): CauseGroup[] {
  const byCause = new Map<ReportCause, FaultyMember[]>([
    ['duplicate', duplicatesIn(members, declared)],
    ['open-department', [...leavers]],
  ]);
  for (const one of members)
    for (const cause of causesOfMember(one, keyDate)) byCause.set(cause, [...(byCause.get(cause) ?? []), toFaulty(one)]);
  const departments = new Map<ReportCause, DepartmentAtFault[]>([
    ['no-association', departmentsWhere(members, ({ associations }) => associations.length === 0)],
    [
      'foreign-association',
      profile.isMemberOf.length === 0
        ? []
        : departmentsWhere(members, ({ associations }) => associations.some(({ no }) => !profile.isMemberOf.includes(no))),
    ],
  ]);
  return keysOf(reportCauses).flatMap((cause) => {
    const [people, units] = [byCause.get(cause) ?? [], departments.get(cause) ?? []];
    const count = people.length + units.length;
    return count === 0 ? [] : [{ cause, count, members: people.slice(0, membersAtMost), departments: units }];
  });
}

/** The causes for the members of a key date, including the data read from the database. */
export async function readCauses(
  tx: Transaction,
  club: ClubName,
  { members, keyDate, profile }: { members: readonly CountedMember[]; keyDate: string; profile: ReportProfile },
): Promise<CauseGroup[]> {
  const leavers = await readLeavers(tx, club, keyDate);
  return causesOf(members, keyDate, { profile, leavers, declared: await readDeclared(tx, club) });
}

/** The reasons against freezing, as German sentences. */
export function blockingOf(causes: readonly CauseGroup[], profile: ReportProfile, leavesOut: boolean): string[] {
  const lacking = [
    profile.clubNumber === '' && 'Die Vereinsnummer beim Landessportbund fehlt.',
    profile.contactPerson === '' && 'Die Ansprechperson fehlt.',
  ].filter((sentence) => sentence !== false);
  const open = causes
    .filter(({ cause, members }) => reportCauses[cause].isBlocking && !(leavesOut && members.length > 0))
    .map(({ cause, count }) => `${reportCauses[cause].title}: ${count}.`);
  return [...lacking, ...open];
}

/** Pairs that the board has marked as distinct. */
async function readDeclared(tx: Transaction, club: ClubName): Promise<DeclaredPair[]> {
  const { rows } = await tx.execute<DeclaredPair>(sql`
    select one.id as first, other.id as second
    from distinct_people d join member one on one.person_id = d.first_id join member other on other.person_id = d.second_id
    where d.club = ${club} and one.club = ${club} and other.club = ${club}`);
  return rows;
}

/** Former members with department memberships beyond their last day. */
async function readLeavers(tx: Transaction, club: ClubName, keyDate: string): Promise<FaultyMember[]> {
  const { rows } = await tx.execute<FaultyMember>(sql`
    select m.id as "memberId", m.member_no as "memberNo", p.lastname || ', ' || p.firstname as name,
      to_char(p.birth_date, 'YYYY-MM-DD') as "birthDate", coalesce(p.gender, 'x') as gender, m.kind in ('passive', 'supporting') as "isPassive"
    from member m join person p on p.id = m.person_id
    where m.club = ${club} and m.status in ${oneOf(memberSets.admitted)} and m.left_on < ${keyDate}
      and exists (select 1 from member_department d where d.member_id = m.id and (d.valid_to is null or d.valid_to > m.left_on))
    order by p.lastname, p.firstname, m.id limit ${membersAtMost}`);
  return rows;
}

function causesOfMember(one: CountedMember, keyDate: string): ReportCause[] {
  const { birthDate, departments } = one;
  const lacks = unreportable(one, keyDate);
  return [
    ...(lacks ? [lacks] : []),
    ...(birthDate && one.gender === 'x' && lacks !== 'no-gender' ? (['no-gender'] as const) : []),
    ...(birthDate && ageOn(birthDate, keyDate) > oldestLikely ? (['too-old'] as const) : []),
    ...(departments.length === 0 ? (['no-department'] as const) : []),
  ];
}

/** Members with the same name and birth date as another one, unless marked as distinct by the board. */
function duplicatesIn(members: readonly CountedMember[], declared: readonly DeclaredPair[]): FaultyMember[] {
  const pairs = new Set(declared.flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]));
  const isDouble = (one: CountedMember, other: CountedMember) => one !== other && !pairs.has(`${one.memberId} ${other.memberId}`);
  const groups = Map.groupBy(
    members.filter(({ birthDate }) => birthDate !== null),
    ({ name, birthDate }) => `${name.toLowerCase()} ${birthDate ?? ''}`,
  );
  return [...groups.values()].flatMap((group) => group.filter((one) => group.some((other) => isDouble(one, other)))).map(toFaulty);
}

function departmentsWhere(
  members: readonly CountedMember[],
  isAtFault: (department: CountedMember['departments'][number]) => boolean,
): DepartmentAtFault[] {
  const found = new Map<string, DepartmentAtFault>();
  for (const { departments } of members)
    for (const department of departments) {
      if (!isAtFault(department)) continue;
      const { id, name, associations } = department;
      const known = found.get(id) ?? { id, name, members: 0, associations: [...new Set(associations.map(({ no }) => no))] };
      found.set(id, { ...known, members: known.members + 1 });
    }
  return [...found.values()].toSorted((a, b) => b.members - a.members || compareNames(a.name, b.name));
}

function toFaulty({ memberId, memberNo, name, birthDate, gender, isPassive }: CountedMember): FaultyMember {
  return { memberId, memberNo, name, birthDate, gender, isPassive };
}
