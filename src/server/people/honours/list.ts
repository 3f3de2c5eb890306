import { and, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { HonourRow } from '#shared/people/honours/contract.ts';
import { honoursOf, type HonourView } from '#shared/people/honours/honours.ts';
import { readParameters } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { departmentsOf } from '../members/list.ts';
import { member } from '../members/table.ts';
import { person } from '../persons/table.ts';
import { today } from '#server/platform/process/clock.ts';

/** The query: a club, and the period with both days inclusive. */
export type HonoursAsked = { club: ClubName; from: string; to: string; view: HonourView };

export type HonouredMember = HonourRow & { person: typeof person.$inferSelect };

/** The anniversaries of all who are members on that day, by day and name. */
export async function listHonours(tx: Transaction, { club, from, to, view }: HonoursAsked): Promise<HonouredMember[]> {
  const set = await readParameters(tx, [`honours.${club}.birthdays`, `honours.${club}.memberYears`]);
  const rounds = { birthdays: set[`honours.${club}.birthdays`].map(Number), memberYears: set[`honours.${club}.memberYears`].map(Number) };
  const members = await tx
    .select({ id: member.id, birthDate: person.birthDate, joinedOn: member.joinedOn, leftOn: member.leftOn })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(member.club, club), lte(member.joinedOn, to), or(isNull(member.leftOn), gte(member.leftOn, from))));
  const found = members.flatMap(({ id, ...one }) => honoursOf(one, { from, to }, view, rounds).map((honour) => ({ id, ...honour })));
  const details = await readDetails(tx, [...new Set(found.map(({ id }) => id))]);
  return found
    .flatMap((honour) => {
      const of = details.get(honour.id);
      return of ? [{ ...honour, ...of }] : [];
    })
    .toSorted(
      (one, other) =>
        one.day.localeCompare(other.day) || compareNames(one.lastname, other.lastname) || compareNames(one.firstname, other.firstname),
    );
}

async function readDetails(tx: Transaction, ids: readonly string[]) {
  const rows = await tx
    .select({ id: member.id, memberNo: member.memberNo, person, departments: departmentsOf(today()) })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(inArray(member.id, [...ids]));
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, firstname: row.person.firstname, lastname: row.person.lastname }]));
}
