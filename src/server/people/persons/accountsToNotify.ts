import { and, inArray, isNull, eq } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { actingAccess, person } from './table.ts';

/** The person concerned, and the account that created the record; `enteredBy` is undefined if any account may be notified. */
export type Concern = { personId: string; enteredBy?: string | null };

/**
 * The accounts to notify about these persons: the guardians' for minors, otherwise their own. An account with an
 * unconfirmed access is only notified of records that it created itself.
 */
export async function accountsToNotify(tx: Transaction, concerns: readonly Concern[]): Promise<string[]> {
  return [...new Set((await accountsWithPerson(tx, concerns)).map(({ userId }) => userId))];
}

/** The same, each with the person concerned. */
export async function accountsWithPerson(tx: Transaction, concerns: readonly Concern[]): Promise<{ userId: string; personId: string }[]> {
  if (concerns.length === 0) return [];
  const personIds = concerns.map(({ personId }) => personId);
  const rows = await tx
    .select({
      id: person.id,
      birthDate: person.birthDate,
      relation: actingAccess.relation,
      userId: actingAccess.userId,
      state: actingAccess.state,
    })
    .from(person)
    .innerJoin(actingAccess, eq(actingAccess.personId, person.id))
    .where(and(inArray(person.id, personIds), isNull(person.anonymisedAt)));
  const isTold = ({ id, userId, state }: (typeof rows)[number]) =>
    state === 'verified' ||
    concerns.some(({ personId, enteredBy }) => personId === id && (enteredBy === undefined || enteredBy === userId));
  return [...Map.groupBy(rows.filter(isTold), ({ id }) => id)].flatMap(([personId, group]) => {
    const of = (relation: string) => group.filter((one) => one.relation === relation);
    const guardians = isMinor(group[0]?.birthDate, today()) ? of('guardian') : [];
    return (guardians.length > 0 ? guardians : of('self')).map(({ userId }) => ({ userId, personId }));
  });
}
