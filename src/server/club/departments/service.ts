import { and, asc, eq, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { Reader, Transaction, Write } from '#server/platform/database/database.ts';
import { department } from './table.ts';

export type { DepartmentPorts, DepartmentUse } from './ports.ts';
export type DepartmentRow = typeof department.$inferSelect;

/** The sort order of the departments of a club. */
export const inOrder = [asc(department.position), asc(sql`lower(${department.name})`), asc(department.id)];

/** SQL condition for departments that are active on a day (YYYY-MM-DD); the end date is inclusive. */
export function runsOn(day: string): SQL | undefined {
  return or(isNull(department.endedOn), gte(department.endedOn, day));
}

/** The departments of a club that are active today, sorted; only these may be used in new records. */
export function runningDepartments(reader: Reader, club: ClubName): Promise<DepartmentRow[]> {
  return reader
    .select()
    .from(department)
    .where(and(eq(department.club, club), runsOn(today())))
    .orderBy(...inOrder)
    .limit(500);
}

/**
 * Locks the departments that a write references, and returns them by id; none of them can end before the commit. Throws a problem on
 * `field` if one is not a department of the club.
 */
export async function holdDepartments(
  tx: Transaction,
  club: ClubName,
  ids: readonly string[],
  field: string,
): Promise<Map<string, DepartmentRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(department)
    .where(and(eq(department.club, club), inArray(department.id, [...ids])))
    .orderBy(asc(department.id))
    .for('share');
  if (rows.length < new Set(ids).size) throw fieldProblem(field, 'Diese Abteilung gibt es im Verein nicht.');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts the rows of a table by department; `wanted` filters them, `counted` replaces the row count. */
export async function countByDepartment(
  tx: Transaction,
  table: PgTable & { departmentId: PgColumn },
  departmentIds: readonly string[],
  wanted?: SQL,
  counted = sql`*`,
): Promise<Map<string, number>> {
  if (departmentIds.length === 0) return new Map();
  const rows = await tx
    .select({ departmentId: sql<string>`${table.departmentId}`, count: sql<number>`count(${counted})::int` })
    .from(table)
    .where(and(inArray(table.departmentId, [...departmentIds]), wanted))
    .groupBy(table.departmentId);
  return new Map(rows.map((row) => [row.departmentId, row.count]));
}

/** Rejects a new record whose department does not belong to the club or has ended by `day`. */
export async function requireRunning(
  tx: Transaction,
  club: ClubName,
  ids: readonly string[],
  field: string,
  day: string = today(),
): Promise<void> {
  for (const row of (await holdDepartments(tx, club, ids, field)).values()) refuseEnded(row, field, day);
}

/** Rejects a department for a period that starts after its end date. */
export function refuseEnded({ name, endedOn }: Pick<DepartmentRow, 'name' | 'endedOn'>, field: string, day: string): void {
  if (endedOn && endedOn < day) throw fieldProblem(field, `Die Abteilung „${name}“ ist beendet.`);
}

/** Creates departments by name only, for the import of members; all other fields are edited later. */
export async function makeDepartments(
  { tx, audit, changed }: Write,
  club: ClubName,
  wanted: readonly { id: string; name: string }[],
  by: { name: string; userId: string | undefined },
): Promise<void> {
  if (wanted.length === 0) return;
  await tx.insert(department).values(wanted.map(({ id, name }) => ({ id, club, name })));
  for (const { id, name } of wanted) audit('departments.manage', { club, id, by }, `Abteilung mit einer Mitgliederliste angelegt: ${name}`);
  changed({ collection: 'departments', club });
}
