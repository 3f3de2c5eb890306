import { and, eq, or, sql } from 'drizzle-orm';
import type { OwnMember } from '#shared/people/members.ts';
import { ownPeople } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { membersOf } from './service.ts';
import { member } from './table.ts';

/** The memberships of a user and of whom they act for: of each person the latest, and the one that the board linked. */
export async function ownMembers(tx: Transaction, viewer: Pick<Viewer, 'userId' | 'club'>): Promise<OwnMember[]> {
  const people = await ownPeople(tx, viewer.userId);
  const members = await membersOf(
    tx,
    people.map(({ id }) => id),
  );
  const own = people.flatMap(({ id, club, firstname, lastname }) => {
    const found = members.get(id);
    return found ? [{ ...found, club, firstname, lastname }] : [];
  });
  const linked = await linkedMembers(tx, viewer);
  return [...own, ...linked.filter(({ id }) => !own.some((one) => one.id === id))];
}

/** The account is linked by the member's id or number within its club (/admin/user). */
function linkedMembers(tx: Transaction, { userId, club }: Pick<Viewer, 'userId' | 'club'>): Promise<OwnMember[]> {
  const names = { firstname: person.firstname, lastname: person.lastname };
  return tx
    .select({ id: member.id, club: member.club, memberNo: member.memberNo, ...names })
    .from(appUser)
    .innerJoin(member, or(eq(member.memberNo, appUser.memberId), eq(sql`${member.id}::text`, appUser.memberId)))
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(appUser.id, userId), eq(member.club, club)))
    .limit(5);
}
