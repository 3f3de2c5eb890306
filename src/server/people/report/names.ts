import { eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';
import { member } from '../members/table.ts';
import { person } from '../persons/table.ts';
import type { ReportedName } from './snapshotFiles.ts';

/** Names and birth dates of members by membership ID, without erased persons. */
export async function readNames(tx: Transaction, memberIds: readonly string[]): Promise<Map<string, ReportedName>> {
  if (memberIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: member.id, lastname: person.lastname, firstname: person.firstname, birthDate: person.birthDate })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(inArray(member.id, [...memberIds]));
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}
