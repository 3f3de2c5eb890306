import { eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import { member, memberDepartment } from '#server/people/members/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';

const women = 'Anna Beate Carla Doris Elif Frieda Greta Hanna Ida Jana Klara Luise Mira Nele Olga Paula Rosa Silke Tilda Ute'.split(' ');
const men = 'Arne Bernd Carl Dirk Emil Frank Georg Hasan Ivo Jonas Kurt Lars Mehmet Nils Otto Paul Quirin Rolf Sven Timo'.split(' ');
const beginnings =
  'Schmi Schnei Mey Mül Fisch Web Wag Beck Hoff Schul Koch Rich Klein Wolf Neu Schwar Zimmer Brau Krü Hart Öster Bär'.split(' ');
const endings = 'dt der er ler mann berg stein feld bach hof hauer gart holz wald brink'.split(' ');
const streets = ['Am Sportplatz', 'Bahnhofstraße', 'Hauptstraße', 'Gartenweg', 'Zum Bläutal', 'Lindenallee'];
const kinds: readonly MemberKind[] = [
  'active',
  'active',
  'active',
  'active',
  'passive',
  'passive',
  'supporting',
  'trial',
  'honorary',
  'active',
];
const rowsAtOnce = 1500;

/** Fills up a club to `count` members with departments, generated from a fixed seed. */
export async function fillMembers({ tx }: Write, club: ClubName, count: number): Promise<void> {
  const random = seeded(club.charCodeAt(0));
  const departments = await tx.select({ id: department.id }).from(department).where(eq(department.club, club));
  await giveDepartments(tx, club, departments, random);
  const [here] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(member)
    .where(eq(member.club, club));
  const missing = Math.max(0, count - (here?.count ?? 0));
  for (let at = 0; at < missing; at += rowsAtOnce) {
    const made = Array.from({ length: Math.min(rowsAtOnce, missing - at) }, (_, offset) => makeOne(club, at + offset, random));
    await tx.insert(person).values(made.map((one) => one.person));
    await tx.insert(member).values(made.map((one) => one.member));
    await insertSlices(
      tx,
      made.map((one) => one.member),
      departments,
      random,
    );
  }
}

function makeOne(club: ClubName, at: number, random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // The lists are not empty.
  const gender = random() < 0.5 ? 'w' : 'm';
  const firstname = pick(gender === 'w' ? women : men);
  const lastname = `${pick(beginnings)}${pick(endings)}`;
  const joinedOn = addDays(today(), -Math.floor(random() * 7000));
  const hasLeft = random() < 0.12;
  const leftOn = hasLeft ? addDays(joinedOn, Math.floor(random() * 7300)) : null;
  const personId = randomUUID();
  return {
    person: {
      id: personId,
      club,
      firstname,
      lastname,
      gender,
      birthDate: addDays(today(), -1500 - Math.floor(random() * 27_000)),
      email: random() < 0.7 ? `${firstname}.${at}@${club.toLowerCase()}.example`.toLowerCase() : null,
      street: pick(streets),
      houseNo: String(1 + Math.floor(random() * 80)),
      postcode: '59999',
      city: club === 'SCB' ? 'Blautal' : 'Auenfeld',
      createdAt: now(),
      updatedAt: now(),
    } satisfies typeof person.$inferInsert,
    member: {
      id: randomUUID(),
      club,
      personId,
      memberNo: String(20_001 + at),
      joinedOn,
      leftOn,
      noticeOn: leftOn && addDays(leftOn, -60) > joinedOn ? addDays(leftOn, -60) : leftOn,
      kind: pick(kinds),
      status: leftOn ? ('terminated' as const) : ('active' as const),
    },
  };
}

/** Members created with the courses have no department yet. */
async function giveDepartments(tx: Transaction, club: ClubName, departments: { id: string }[], random: () => number): Promise<void> {
  const rows = await tx
    .select({ id: member.id, club: member.club, joinedOn: member.joinedOn, leftOn: member.leftOn })
    .from(member)
    .leftJoin(memberDepartment, eq(memberDepartment.memberId, member.id))
    .where(sql`${eq(member.club, club)} and ${isNull(memberDepartment.id)}`);
  await insertSlices(tx, rows, departments, random);
}

type Membership = { id: string; club: ClubName; joinedOn: string; leftOn: string | null };

async function insertSlices(tx: Transaction, members: Membership[], departments: { id: string }[], random: () => number): Promise<void> {
  const slices = members.flatMap((of) => {
    const first = Math.floor(random() * departments.length);
    const count = random() < 0.25 ? 2 : 1;
    return departments.slice(first, first + count).map(({ id }) => ({
      id: randomUUID(),
      club: of.club,
      memberId: of.id,
      departmentId: id,
      validFrom: of.joinedOn,
      validTo: of.leftOn,
    }));
  });
  if (slices.length > 0) await tx.insert(memberDepartment).values(slices);
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
