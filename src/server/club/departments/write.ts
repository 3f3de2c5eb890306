import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DepartmentInput } from '#shared/club/departments.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { DepartmentPorts } from './ports.ts';
import type { DepartmentRow } from './service.ts';
import { association, department, departmentAssociation } from './table.ts';

/** Inserts a department with its federation numbers. */
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

/** Updates a locked department; its id and thus all references stay. */
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

/** Updates columns of a locked department and increments its version. */
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
    // The current head may have left the club since; this must not block other changes.
    if (id === null || id === before?.[field]) continue;
    if (!(await ports.namesOf(tx, club, [id])).has(id)) throw fieldProblem(field, 'Diese Person gibt es im Verein nicht (mehr).');
  }
  return { ...input, shortName: shortName || null };
}

/** Replaces the federation numbers with the input; a given name becomes the federation's name for all departments of the club. */
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
  // Written in a fixed order to prevent deadlocks.
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

/** Maps the constraint violation for two active departments of the same name to a problem; the constraint also covers concurrent writes. */
function refuseName(error: unknown): never {
  if (brokenConstraint(error) === 'department_open_name') throw fieldProblem('name', 'Eine Abteilung mit diesem Namen gibt es schon.');
  throw error;
}
