import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { areAlike } from '#shared/people/alike.ts';
import type { DepartmentChoice, UnknownDepartment } from '#shared/people/memberImport.ts';
import { runningDepartments, type DepartmentRow } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { DepartmentDays, ImportedMember } from './importRows.ts';

/** The mapping of department names in a file: by lower-case name a department, or null to skip it. */
export type ImportDepartments = {
  byName: ReadonlyMap<string, { id: string; name: string } | null>;
  /** The club's existing departments. */
  own: readonly DepartmentRow[];
  /** New departments of the file, created together with its members. */
  toMake: readonly { id: string; name: string }[];
};

/** The departments that a file may name: those of the club, and the choices for unknown names. */
export async function readDepartments(tx: Transaction, club: ClubName, choices: readonly DepartmentChoice[]): Promise<ImportDepartments> {
  const own = await runningDepartments(tx, club);
  const byName = new Map<string, { id: string; name: string } | null>();
  const toMake: { id: string; name: string }[] = [];
  const sameAs = new Map<string, string>();
  for (const { name, action, departmentId, sameAs: other } of choices) {
    const made = { id: randomUUID(), name };
    const used = own.find(({ id }) => id === departmentId);
    if (action === 'create') toMake.push(made);
    if (action === 'create') byName.set(keyOf(name), made);
    else if (action === 'skip') byName.set(keyOf(name), null);
    else if (action === 'same') sameAs.set(keyOf(name), keyOf(other ?? ''));
    else if (used) byName.set(keyOf(name), used);
  }
  // The club's own names take precedence over earlier choices.
  for (const one of own) for (const word of [one.shortName, one.name]) if (word) byName.set(keyOf(word), one);
  for (const [name, other] of sameAs) {
    const meant = byName.get(other);
    if (meant && !byName.has(name)) byName.set(name, meant);
  }
  return { byName, own, toMake: toMake.filter(({ id, name }) => byName.get(keyOf(name))?.id === id) };
}

/** The department names of a file that the club does not have, with their number of rows and a suggested mapping. */
export function unknownDepartments(rows: readonly ImportedMember[], { own }: ImportDepartments): UnknownDepartment[] {
  const known = new Set(own.flatMap(({ name, shortName }) => [name, ...(shortName ? [shortName] : [])].map(keyOf)));
  const found = new Map<string, { name: string; rows: number }>();
  for (const name of rows.flatMap(({ departments }) => departments ?? [])) {
    const one = found.get(keyOf(name)) ?? { name, rows: 0 };
    if (!known.has(keyOf(name))) found.set(keyOf(name), { ...one, rows: one.rows + 1 });
  }
  const proposals = [...found.values()].map(({ name, rows: count }) => ({
    name,
    rows: count,
    proposal: own.find((one) => areAlike(one.name, name) || (one.shortName && areAlike(one.shortName, name)))?.id ?? null,
  }));
  const leaders = leadersOf(proposals.filter(({ proposal }) => proposal === null));
  return proposals.map((one) => ({ ...one, alike: leaders.get(one.name) ?? null }));
}

/** Maps similar names to the most frequent one among them. */
function leadersOf(names: readonly { name: string; rows: number }[]): Map<string, string> {
  const leaders: string[] = [];
  const led = new Map<string, string>();
  for (const { name } of names.toSorted((one, other) => other.rows - one.rows)) {
    const leader = leaders.find((one) => areAlike(one, name));
    if (leader === undefined) leaders.push(name);
    else led.set(name, leader);
  }
  return led;
}

/** The choices of an earlier file: departments that it created are existing ones by now. */
export async function choicesToday(tx: Transaction, club: ClubName, choices: readonly DepartmentChoice[]): Promise<DepartmentChoice[]> {
  const own = await runningDepartments(tx, club);
  return choices.map((choice) => {
    const made = choice.action === 'same' ? own.find(({ name }) => keyOf(name) === keyOf(choice.sameAs ?? '')) : undefined;
    return made ? { name: choice.name, action: 'use', departmentId: made.id, sameAs: null } : choice;
  });
}

/** The departments of a row; a string is an unknown name. Undefined: the row leaves departments unchanged. */
export function departmentsOf(
  { departments, departmentDays }: ImportedMember,
  { byName }: ImportDepartments,
): ({ id: string; name: string } & DepartmentDays)[] | string | undefined {
  if (!departments) return undefined;
  const unknown = departments.find((name) => byName.get(keyOf(name)) === undefined);
  if (unknown !== undefined) return unknown;
  const named = departments.flatMap((name, at) => {
    const found = byName.get(keyOf(name));
    return found ? [{ ...found, ...departmentDays?.[at] }] : [];
  });
  // A row with skipped names only leaves departments unchanged.
  if (named.length === 0 && departments.length > 0) return undefined;
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

function keyOf(name: string): string {
  return name.toLowerCase();
}
