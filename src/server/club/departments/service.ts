import { and, asc, eq, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { Reader, Transaction, Write } from '#server/platform/database/database.ts';
import { department } from './table.ts';

export type { DepartmentPorts, DepartmentUse } from './ports.ts';
export type DepartmentRow = typeof department.$inferSelect;

/** The order in which a club names its departments. */
export const inOrder = [asc(department.position), asc(sql`lower(${department.name})`), asc(department.id)];

/** Whether a department runs on a day (YYYY-MM-DD): in a query, and on a row. Its last day counts. */
export function runsOn(day: string): SQL | undefined {
  return or(isNull(department.endedOn), gte(department.endedOn, day));
}

/** The departments of a club that run today, in its order: what new records may name. */
export function runningDepartments(reader: Reader, club: ClubName): Promise<DepartmentRow[]> {
  return reader
    .select()
    .from(department)
    .where(and(eq(department.club, club), runsOn(today())))
    .orderBy(...inOrder)
    .limit(500);
}

/**
 * The departments that a write is about to name, by id; none of them ends before it is committed.
 * Refused on `field` where the club has no such department.
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

/** How many rows of a table name each of some departments; `wanted` leaves some out. `counted` counts other than rows. */
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

/** Refuses a new record that names a department which is not the club's, or has ended by `day`. */
export async function requireRunning(
  tx: Transaction,
  club: ClubName,
  ids: readonly string[],
  field: string,
  day: string = today(),
): Promise<void> {
  for (const row of (await holdDepartments(tx, club, ids, field)).values()) refuseEnded(row, field, day);
}

/** Refuses to name a department from a day on that lies after its last one. */
export function refuseEnded({ name, endedOn }: Pick<DepartmentRow, 'name' | 'endedOn'>, field: string, day: string): void {
  if (endedOn && endedOn < day) throw fieldProblem(field, `Die Abteilung „${name}“ ist beendet.`);
}

/** Makes departments by name alone, as a file of members brings them; everything else is added on their page. */
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
