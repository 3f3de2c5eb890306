import { and, eq, isNull } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Write } from '#server/platform/database/database.ts';
import { verifyAccess } from './accessGrants.ts';
import { bearsName, makePerson } from './service.ts';
import { person, personAccess } from './table.ts';

type Account = { id: string; club: ClubName; firstname: string; lastname: string; email: string };

/**
 * Gives an account that works for its club an own person there, since offers are led by persons. If somebody of that name is known already,
 * nothing is made: the board links that record, having seen whose it is.
 */
export async function keepStaffPerson({ tx, changed }: Pick<Write, 'tx' | 'changed'>, account: Account, by: string): Promise<void> {
  const { id: userId, club, firstname, lastname, email } = account;
  const [own] = await tx
    .select({ id: personAccess.personId })
    .from(personAccess)
    .where(
      and(eq(personAccess.userId, userId), eq(personAccess.club, club), eq(personAccess.relation, 'self'), isNull(personAccess.endedAt)),
    )
    .limit(1);
  const [namesake] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.club, club), bearsName(account), isNull(person.anonymisedAt), isNull(person.mergedInto)))
    .limit(1);
  if (own || namesake) return;
  const made = await makePerson(tx, { club, firstname, lastname, email });
  await verifyAccess(tx, { userId, of: made, relation: 'self', basis: 'board', by });
  changed({ collection: 'participants', club, entityId: made.id });
}
