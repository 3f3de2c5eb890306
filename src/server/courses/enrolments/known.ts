import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { actingAccess, type heldAccess } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { enrolment } from './table.ts';

/** Whoever only claims a person knows what came in through their own account, not what others entered; for a join with an access. */
export function isKnownBy(access: typeof heldAccess | typeof actingAccess): SQL | undefined {
  return or(eq(access.state, 'verified'), eq(enrolment.registeredBy, access.userId));
}

/** The enrolments that an account knows and may act on; undefined where it acts for nobody. The people first, which is what the planner should begin with. */
export async function knownTo(tx: Transaction, userId: string): Promise<SQL | undefined> {
  const people = await tx
    .selectDistinct({ id: actingAccess.personId, state: actingAccess.state })
    .from(actingAccess)
    .where(eq(actingAccess.userId, userId));
  if (people.length === 0) return undefined;
  const [verified, claimed] = [true, false].map((is) => people.filter(({ state }) => (state === 'verified') === is).map(({ id }) => id));
  return or(
    inArray(enrolment.personId, verified ?? []),
    and(inArray(enrolment.personId, claimed ?? []), eq(enrolment.registeredBy, userId)),
  );
}
