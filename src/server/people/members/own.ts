import type { OwnMember } from '#shared/people/members.ts';
import { ownPeople } from '../persons/service.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { membersOf } from './service.ts';

/** The memberships of a user and of the persons they act for: the latest of each person. */
export async function ownMembers(tx: Transaction, viewer: Pick<Viewer, 'userId'>): Promise<OwnMember[]> {
  const people = await ownPeople(tx, viewer.userId);
  const members = await membersOf(
    tx,
    people.map(({ id }) => id),
  );
  return people.flatMap(({ id, club, firstname, lastname }) => {
    const found = members.get(id);
    return found ? [{ ...found, club, firstname, lastname }] : [];
  });
}
