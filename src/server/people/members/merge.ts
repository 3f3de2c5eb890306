import { eq, getColumnTable, getTableName, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { MergedField } from '#shared/people/memberLinks.ts';
import { now } from '#server/platform/process/clock.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { deathValues, waitForRecords } from '../persons/service.ts';
import { person } from '../persons/table.ts';

type PersonRow = typeof person.$inferSelect;

/** Both records of a person, locked in a fixed order to prevent deadlocks: first what the rooms lock before records, then the records. */
export async function lockBoth(
  tx: Transaction,
  id: string,
  otherId: string,
  data: readonly PersonalData[] = [],
): Promise<[PersonRow, PersonRow]> {
  await waitForRecords(tx);
  for (const one of data) await one.lock?.(tx, [id, otherId]);
  const rows = await tx
    .select()
    .from(person)
    .where(inArray(person.id, [id, otherId]))
    .orderBy(person.id)
    .for('update');
  const [kept, other] = [rows.find((row) => row.id === id), rows.find((row) => row.id === otherId)];
  if (!kept || !other || kept.club !== other.club) throw new Problem('not-found');
  if (kept.mergedInto || other.mergedInto || kept.anonymisedAt || other.anonymisedAt) throw new Problem('conflict');
  return [kept, other];
}

type Merged = { kept: PersonRow; other: PersonRow; taken: readonly MergedField[] };

/**
 * Merges two persons: the chosen field values, and everything that references the second one, move to the first. Throws
 * if both are members at the same time or enrolled in the same course. The second record remains as a pointer.
 */
export async function mergePeople(tx: Transaction, data: readonly PersonalData[], { kept, other, taken }: Merged): Promise<void> {
  const merge = { kept: kept.id, other: other.id };
  for (const one of data) await one.beforeMerge?.(tx, merge);
  for (const column of data.flatMap((one) => one.dissolves ?? []))
    await tx.execute(sql`delete from ${getColumnTable(column)} where ${column} = ${other.id}`);
  for (const column of data.flatMap((one) => one.moves ?? []).toSorted(inOneOrder))
    await tx
      .execute(sql`update ${getColumnTable(column)} set ${sql.identifier(column.name)} = ${kept.id} where ${column} = ${other.id}`)
      .catch(refuse);
  for (const one of data) await one.afterMerge?.(tx, merge).catch(refuse);
  const values = Object.fromEntries(taken.map((field) => [field, other[field]]));
  await tx
    .update(person)
    .set({ ...values, ...deathValues(kept.diedOn ?? other.diedOn), updatedAt: now(), version: kept.version + 1 })
    .where(eq(person.id, kept.id));
  await tx
    .update(person)
    .set({ mergedInto: kept.id, updatedAt: now(), version: other.version + 1 })
    .where(eq(person.id, other.id));
}

/** Ordered by table and column, so that a refused merge always reports the same reason. */
function inOneOrder(one: PgColumn, other: PgColumn): number {
  const [a, b] = [one, other].map((column) => `${getTableName(getColumnTable(column))} ${column.name}`);
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

function refuse(error: unknown): never {
  const constraint = brokenConstraint(error) ?? '';
  if (constraint.startsWith('member_')) throw new Problem('already-member', { cause: error });
  if (constraint !== '') throw new Problem('already-registered', { cause: error });
  throw error;
}
