import { and, inArray, isNull, eq } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { actingAccess, person } from './table.ts';

/** The accounts that are told what concerns these people: of whoever is under 18 the guardians', else their own. */
export async function accountsToNotify(tx: Transaction, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  const rows = await tx
    .select({ id: person.id, birthDate: person.birthDate, relation: actingAccess.relation, userId: actingAccess.userId })
    .from(person)
    .innerJoin(actingAccess, eq(actingAccess.personId, person.id))
    .where(and(inArray(person.id, [...personIds]), isNull(person.anonymisedAt)));
  const told = new Set<string>();
  for (const [, group] of Map.groupBy(rows, ({ id }) => id)) {
    const of = (relation: string) => group.filter((one) => one.relation === relation);
    const own = of('self');
    const guardians = isMinor(group[0]?.birthDate, today()) ? of('guardian') : [];
    for (const { userId } of guardians.length > 0 ? guardians : own) told.add(userId);
  }
  return [...told];
}
