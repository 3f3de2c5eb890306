import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DepartmentInput } from '#shared/club/departments.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { DepartmentPorts } from './ports.ts';
import type { DepartmentRow } from './service.ts';
import { association, department, departmentAssociation } from './table.ts';

/** Makes a department with its numbers at the federations. */
export async function insertDepartment(
  tx: Transaction,
  ports: DepartmentPorts,
  club: ClubName,
  input: DepartmentInput,
): Promise<DepartmentRow> {
  const [row] = await tx
    .insert(department)
    .values({ ...(await columnsOf(tx, ports, club, input)), id: randomUUID(), club })
    .returning()
    .catch(refuseName);
  if (!row) throw new Error('The department was not written.');
  await writeAssociations(tx, row, input.associations);
  return row;
}

/** Changes a locked department; its id stays, so whatever names it names the changed one. */
export async function changeDepartment(
  tx: Transaction,
  ports: DepartmentPorts,
  before: DepartmentRow,
  input: DepartmentInput,
): Promise<DepartmentRow> {
  const row = await setColumns(tx, before, await columnsOf(tx, ports, before.club, input, before));
  await writeAssociations(tx, row, input.associations);
  return row;
}

/** Writes columns of a locked department and raises its version. */
export async function setColumns(
  tx: Transaction,
  before: DepartmentRow,
  values: Partial<typeof department.$inferInsert>,
): Promise<DepartmentRow> {
  const [row] = await tx
    .update(department)
    .set({ ...values, version: before.version + 1 })
    .where(eq(department.id, before.id))
    .returning()
    .catch(refuseName);
  if (!row) throw new Problem('not-found');
  return row;
}

async function columnsOf(
  tx: Transaction,
  ports: DepartmentPorts,
  club: ClubName,
  { associations: _associations, shortName, ...input }: DepartmentInput,
  before?: DepartmentRow,
) {
  for (const field of ['headPersonId', 'deputyPersonId'] as const) {
    const id = input[field];
    // A present head may have left since; that is no reason to refuse another change.
    if (id === null || id === before?.[field]) continue;
    if (!(await ports.namesOf(tx, club, [id])).has(id)) throw fieldProblem(field, 'Diese Person gibt es im Verein nicht (mehr).');
  }
  return { ...input, shortName: shortName || null };
}

/** Brings the numbers to what was sent; a name that is given becomes the federation's name for all departments of the club. */
async function writeAssociations(
  tx: Transaction,
  { id, club }: Pick<DepartmentRow, 'id' | 'club'>,
  wanted: DepartmentInput['associations'],
): Promise<void> {
  await tx.delete(departmentAssociation).where(eq(departmentAssociation.departmentId, id));
  if (wanted.length === 0) return;
  await tx.insert(departmentAssociation).values(
    wanted.map(({ no, sportNo, validFrom, validTo }) => ({
      id: randomUUID(),
      departmentId: id,
      associationNo: no,
      sportNo,
      validFrom,
      validTo,
    })),
  );
  // In one order for everybody, so that two writes never wait for each other.
  const names = [...new Map(wanted.map(({ no, name }) => [no, name]))].sort(([one], [other]) => one.localeCompare(other));
  for (const [no, name] of names)
    await tx
      .insert(association)
      .values({ id: randomUUID(), club, no, name })
      .onConflictDoUpdate({
        target: [association.club, association.no],
        set: { name: sql`case when excluded.name = '' then ${association.name} else excluded.name end` },
      });
}

/** Two of one name cannot run at the same time: kept by the database, so that it also holds for two who write at once. */
function refuseName(error: unknown): never {
  if (brokenConstraint(error) === 'department_open_name') throw fieldProblem('name', 'Eine Abteilung mit diesem Namen gibt es schon.');
  throw error;
}
