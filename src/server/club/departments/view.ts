import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { departmentsAtMost, type Department, type departmentStates } from '#shared/club/departments.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { DepartmentPorts } from './ports.ts';
import { inOrder, runsOn, type DepartmentRow } from './service.ts';
import { association, department, departmentAssociation } from './table.ts';

type State = (typeof departmentStates)[number];
type Associations = NonNullable<Department['managed']>['associations'];

/** The sorted departments of a club, with `all` fields or with names only. */
export async function listDepartments(
  tx: Transaction,
  ports: DepartmentPorts,
  club: ClubName,
  { state, isFull }: { state: State; isFull: boolean },
): Promise<Department[]> {
  const rows = await tx
    .select()
    .from(department)
    .where(and(eq(department.club, club), ofState(state)))
    .orderBy(...inOrder)
    .limit(departmentsAtMost);
  return isFull ? viewDepartments(tx, ports, rows) : rows.map(({ id, name }) => ({ id, name, managed: null }));
}

/** The departments of one club with all fields for the board. */
export async function viewDepartments(tx: Transaction, ports: DepartmentPorts, rows: readonly DepartmentRow[]): Promise<Department[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const people = rows.flatMap(({ headPersonId, deputyPersonId }) => [headPersonId, deputyPersonId].filter((id) => id !== null));
  const names = await ports.namesOf(tx, first.club, people);
  const members = await ports.membersToday(tx, ids);
  const offers = await ports.offers(tx, ids);
  const fees = await ports.fees(tx, first.club, ids);
  const associations = await associationsOf(tx, first.club, ids);
  const someone = (id: string | null) => {
    const name = id === null ? undefined : names.get(id);
    return id !== null && name !== undefined ? { id, name } : null;
  };
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    managed: {
      shortName: row.shortName ?? '',
      position: row.position,
      sport: row.sport,
      costCenter: row.costCenter,
      head: someone(row.headPersonId),
      deputy: someone(row.deputyPersonId),
      associations: associations.get(row.id) ?? [],
      endedOn: row.endedOn,
      members: members.get(row.id) ?? 0,
      offers: offers.get(row.id) ?? 0,
      fees: [...(fees.get(row.id) ?? [])],
      version: row.version,
    },
  }));
}

/** The federation numbers of departments, with the names of the federations. */
async function associationsOf(tx: Transaction, club: ClubName, ids: readonly string[]): Promise<Map<string, Associations>> {
  const rows = await tx
    .select({
      departmentId: departmentAssociation.departmentId,
      no: departmentAssociation.associationNo,
      sportNo: departmentAssociation.sportNo,
      validFrom: departmentAssociation.validFrom,
      validTo: departmentAssociation.validTo,
      name: association.name,
    })
    .from(departmentAssociation)
    .leftJoin(association, and(eq(association.club, club), eq(association.no, departmentAssociation.associationNo)))
    .where(inArray(departmentAssociation.departmentId, [...ids]))
    .orderBy(asc(departmentAssociation.associationNo), asc(departmentAssociation.sportNo), asc(departmentAssociation.id));
  const found = Map.groupBy(rows, ({ departmentId }) => departmentId);
  return new Map([...found].map(([id, some]) => [id, some.map(({ departmentId: _id, name, ...one }) => ({ ...one, name: name ?? '' }))]));
}

function ofState(state: State) {
  if (state === 'all') return undefined;
  return state === 'running' ? runsOn(today()) : lt(department.endedOn, today());
}
