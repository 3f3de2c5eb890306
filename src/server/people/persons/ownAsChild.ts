import { and, eq, sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { mayBeChild, toOwnPerson } from './emergency.ts';
import { ownPeople } from './service.ts';
import { person, personAccess } from './table.ts';

/**
 * Makes a minor that the account entered as itself its child. It concerns the account's own statement only, so nobody gains access; what
 * the board confirmed, the board changes. The address of the account is the parent's and leaves the record of the child.
 */
export function turnIntoChild(context: Context, id: string): Promise<OwnPerson> {
  return context.write(async (write) => {
    const { userId, email } = signedIn(context);
    const of = (await ownPeople(write.tx, userId)).find((one) => one.id === id);
    if (!of) throw new Problem('not-found');
    if (!mayBeChild(of)) throw new Problem('wrong-state');
    const { club } = of;
    await enterScope(write.tx, club);
    await write.tx
      .update(personAccess)
      .set({ relation: 'guardian' })
      .where(and(eq(personAccess.userId, userId), eq(personAccess.personId, id)));
    const [row] = await write.tx
      .update(person)
      .set({
        ...(of.email?.toLowerCase() === email.toLowerCase() && { email: null }),
        updatedAt: now(),
        version: sql`${person.version} + 1`,
      })
      .where(eq(person.id, id))
      .returning();
    if (!row) throw new Problem('not-found');
    write.changed({ collection: 'participants', club, entityId: id });
    write.audit(
      'persons.createChild',
      { club, id, entity: 'participants' },
      `Als Kind statt als sich selbst eingetragen: ${fullName(row)}`,
      {
        before: { relation: 'self' },
        after: { relation: 'guardian' },
      },
    );
    return toOwnPerson({ ...row, relation: 'guardian' });
  });
}
