import { eq, inArray, sql } from 'drizzle-orm';
import type { MergedField } from '#shared/people/memberLinks.ts';
import { now } from '#server/platform/process/clock.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { person } from '../persons/table.ts';

type PersonRow = typeof person.$inferSelect;

/** Both records of a person, locked in one order for everybody. */
export async function lockBoth(tx: Transaction, id: string, otherId: string): Promise<[PersonRow, PersonRow]> {
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

/**
 * Makes one person of two: the chosen fields, and everything in the database that names the second one, follow. Refused
 * where both are members at the same time, or take part in the same course. The second record stays as a pointer.
 */
export async function mergePeople(tx: Transaction, kept: PersonRow, other: PersonRow, taken: readonly MergedField[]): Promise<void> {
  // What both have in the same place, the first one keeps.
  await tx.execute(
    sql`delete from person_access a using person_access b where a.person_id = ${other.id} and b.person_id = ${kept.id} and b.user_id = a.user_id`,
  );
  await tx.execute(sql`delete from distinct_people where ${other.id} in (first_id, second_id)`);
  await tx.execute(sql`update sepa_mandate set state = 'revoked', version = version + 1 where payer_person_id = ${other.id} and state = 'active' and kind = 'recurrent'
    and exists (select 1 from sepa_mandate s where s.payer_person_id = ${kept.id} and s.state = 'active' and s.kind = 'recurrent')`);
  for (const { table, column } of await placesOf(tx))
    await tx
      .execute(
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${kept.id} where ${sql.identifier(column)} = ${other.id}`,
      )
      .catch(refuse);
  // A helper list knows its helper by this key too.
  await tx
    .execute(sql`update assignment set helper_key = ${kept.id} where person_id = ${kept.id} and helper_key = ${other.id}`)
    .catch(refuse);
  // The dates on a sheet name the trainer too, so that none is paid twice.
  await tx.execute(sql`update hour_entry set person_id = ${kept.id} where person_id = ${other.id}`).catch(refuse);
  const values = Object.fromEntries(taken.map((field) => [field, other[field]]));
  await tx
    .update(person)
    .set({ ...values, updatedAt: now(), version: kept.version + 1 })
    .where(eq(person.id, kept.id));
  await tx
    .update(person)
    .set({ mergedInto: kept.id, updatedAt: now(), version: other.version + 1 })
    .where(eq(person.id, other.id));
}

/** Every column that refers to a person, whichever feature it belongs to: asked of the database, so that none is forgotten. */
async function placesOf(tx: Transaction): Promise<{ table: string; column: string }[]> {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select t.relname as "table", a.attname as "column" from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'person'::regclass and cardinality(c.conkey) = 1 and t.relname <> 'distinct_people' order by 1, 2`);
  return rows;
}

function refuse(error: unknown): never {
  const constraint = brokenConstraint(error) ?? '';
  if (constraint.startsWith('member_')) throw new Problem('already-member', { cause: error });
  if (constraint !== '') throw new Problem('already-registered', { cause: error });
  throw error;
}
