import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import {
  importColumns,
  isDepartmentDayField,
  isPaymentField,
  isTermsField,
  type CheckedRow,
  type DepartmentChoice,
  type ImportColumn,
  type ImportCounts,
  type ImportField,
  type UnknownDepartment,
} from '#shared/people/memberImport.ts';
import { genderNames } from '#shared/people/people.ts';
import { fullName, listedName } from '#shared/kernel/fullName.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { departmentsOf, readDepartments, unknownDepartments, type ImportDepartments } from './importDepartments.ts';
import { findKnown, keyOf, type KnownMember, type PlannedRow } from './importKnown.ts';
import { planMandates, type MandatePlan } from './importMandates.ts';
import { readRow, type ImportedMember } from './importRows.ts';
import type { FeeTerms, ImportedTerms } from '../members/feeTerms.ts';
import type { Mandates } from '../members/mandates.ts';
import type { PayingTogether } from '../members/paying.ts';

/** The plan for a file: for each row, and its new departments. */
export type ImportPlan = {
  rows: PlannedRow[];
  payers: MandatePlan['payers'];
  newPayers: MandatePlan['newPayers'];
  mandates: MandatePlan['mandates'];
  terms: ImportedTerms[];
  unknown: UnknownDepartment[];
  departmentsToMake: { id: string; name: string }[];
};

/** Port of member imports to mandates, fees and families. */
export type ImportMoney = { mandates: Mandates; terms: FeeTerms; together: PayingTogether };

/** Compares every row of a file with the current data of the club. Read-only. */
export async function planImport(
  tx: Transaction,
  club: ClubName,
  rows: readonly (readonly string[])[],
  mapping: readonly ImportColumn[],
  { choices, terms: feeTerms, ...money }: ImportMoney & { choices: readonly DepartmentChoice[]; lastUsedOn: string | null },
): Promise<ImportPlan> {
  const read = rows.map((cells) => readRow(cells, mapping));
  const said = read.flatMap((one) => (typeof one === 'string' ? [] : [one.values]));
  const known = await findKnown(tx, club, said);
  const departments = await readDepartments(tx, club, choices);
  const checkAccount = await money.mandates.checkOf(tx, club);
  const seen = new Map<string, number>();
  const planned = read.map((one, at) => {
    // The heading is line 1.
    const line = at + 2;
    if (typeof one === 'string') return faulty(line, nameIn(rows[at] ?? [], mapping), one);
    const { values, account, terms } = one;
    const fault = (account && checkAccount(account)) ?? (terms && feeTerms.faultOf(terms));
    const plan = fault
      ? faulty(line, nameIn(rows[at] ?? [], mapping), fault)
      : { ...planRow(line, values, known, departments), account, terms };
    if (plan.result === 'faulty') return plan;
    const keys = [values.memberNo && `n${values.memberNo}`, plan.known ? `p${plan.known.personId}` : keyOf(values)].filter(Boolean);
    const before = keys.find((key) => seen.has(String(key)));
    // A member number used twice does not mean that the person is listed twice.
    const isNumber = before === `n${values.memberNo}` && !keys.slice(1).some((key) => seen.has(String(key)));
    const what = isNumber ? `Die Mitgliedsnummer „${values.memberNo}“ steht` : 'Steht';
    if (before !== undefined) return faulty(line, plan.name, `${what} schon in Zeile ${seen.get(String(before))}.`);
    for (const key of keys) seen.set(String(key), line);
    return plan;
  });
  const { isCovered, ...paying } = await planMandates(tx, club, planned, { ...money, faultyLines: faultyLinesOf(planned, rows, mapping) });
  const agreed = await planTerms(tx, paying.rows, feeTerms);
  const used = new Set(planned.flatMap(({ memberOf }) => memberOf?.map(({ id }) => id) ?? []));
  return {
    ...paying,
    ...agreed,
    rows: agreed.rows.map((row) => ({ ...row, warning: warningOf(row, isCovered(row), feeTerms) })),
    unknown: unknownDepartments(said, departments),
    departmentsToMake: departments.toMake.filter(({ id }) => used.has(id)),
  };
}

/** A row with only fee terms counts as changed if they differ from the agreed ones. */
async function planTerms(tx: Transaction, rows: readonly PlannedRow[], feeTerms: FeeTerms): Promise<Pick<ImportPlan, 'rows' | 'terms'>> {
  const said = rows.flatMap(({ result, personId, terms }) => (result !== 'faulty' && terms ? [{ result, personId, terms }] : []));
  const other = await feeTerms.differing(tx, said);
  return {
    // Terms of an earlier membership do not apply to a new one.
    terms: said.filter(({ result, personId }) => result === 'new' || other.has(personId)),
    rows: rows.map((row) => {
      if (row.result === 'new' || row.result === 'faulty' || !other.has(row.personId)) return row;
      return { ...row, result: 'changed', message: [row.message, 'Zahlweise'].filter(Boolean).join(', ') };
    }),
  };
}

/** Contradictions within a valid row, as a German warning. */
function warningOf({ result, account, terms }: PlannedRow, holds: boolean, feeTerms: FeeTerms): string {
  if (result === 'faulty') return '';
  const { signedOn, lastUsedOn } = account ?? {};
  const isBrought = account?.iban !== undefined || account?.reference !== undefined;
  return [
    signedOn && lastUsedOn && lastUsedOn < signedOn
      ? 'Zuletzt eingezogen: Der Tag liegt vor der Unterschrift und wird nicht übernommen.'
      : '',
    terms ? feeTerms.warningOf(terms, { isBrought, holds }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function countRows(rows: readonly CheckedRow[]): ImportCounts {
  const counts = { new: 0, changed: 0, unchanged: 0, faulty: 0 };
  for (const { result } of rows) counts[result]++;
  return counts;
}

type Known = Awaited<ReturnType<typeof findKnown>>;

function planRow(line: number, said: ImportedMember, known: Known, choice: ImportDepartments): PlannedRow {
  const name = [said.lastname, said.firstname].filter(Boolean).join(', ');
  const refuse = (message: string) => faulty(line, name, message);
  const departments = departmentsOf(said, choice);
  if (typeof departments === 'string') return refuse(`Abteilung „${departments}“ gibt es im Verein nicht.`);
  const memberOf = departments?.map(({ id, from, to }) => ({ id, from, to }));
  // From here on departments have the names of the club.
  const { departments: _words, departmentDays: _days, ...rest } = said;
  const values: ImportedMember = departments ? { ...rest, departments: departments.map((one) => one.name) } : rest;

  const numbered = values.memberNo ? known.byNumber.get(values.memberNo) : undefined;
  const named = known.byName.get(keyOf(values) ?? '') ?? [];
  if (!values.memberNo && !keyOf(values)) return refuse('Ohne Mitgliedsnummer braucht es Name und Geburtsdatum.');
  if (numbered && isSomebodyElse(numbered, values)) return refuse(`Nummer ${numbered.memberNo} gehört schon ${fullName(numbered)}.`);
  if (!numbered && named.length > 1) return refuse('Dieses Mitglied gibt es mehrfach; bitte die Mitgliedsnummer angeben.');
  const found = numbered ?? named[0];
  const isBack = Boolean(found?.leftOn && values.joinedOn && values.joinedOn > found.leftOn);
  if (!numbered && found?.memberId && values.memberNo && !isBack) return refuse(`Ist schon Mitglied unter der Nummer ${found.memberNo}.`);
  if (!found?.memberId || isBack) {
    const missing = (['lastname', 'firstname', 'joinedOn'] as const).find((field) => !values[field] && !(found && field !== 'joinedOn'));
    if (missing) return refuse(`${importColumns[missing]}: fehlt.`);
    return {
      line,
      name: name || nameOf(found),
      result: 'new',
      message: isBack ? 'Wieder eingetreten.' : '',
      warning: '',
      personId: found?.personId ?? randomUUID(),
      values,
      account: undefined,
      terms: undefined,
      known: found && { ...found, memberId: null },
      memberOf,
    };
  }
  const joinedOn = values.joinedOn ?? found.joinedOn;
  if (values.leftOn && joinedOn && values.leftOn < joinedOn) return refuse('Austritt: liegt vor dem Eintritt.');
  const changed = changedFields(found, values);
  return {
    line,
    name: name || nameOf(found),
    result: changed.length > 0 ? 'changed' : 'unchanged',
    message: changed.map((field) => importColumns[field]).join(', '),
    warning: '',
    personId: found.personId,
    values,
    account: undefined,
    terms: undefined,
    known: found,
    memberOf,
  };
}

/** A member number reassigned to another person must not overwrite the first person. */
function isSomebodyElse(known: KnownMember, values: ImportedMember): boolean {
  const isOtherName = values.lastname !== undefined && values.lastname.toLowerCase() !== known.lastname.toLowerCase();
  const isOtherFirstname = values.firstname !== undefined && values.firstname.toLowerCase() !== known.firstname.toLowerCase();
  const isOtherBirth = Boolean(values.birthDate && known.birthDate && values.birthDate !== known.birthDate);
  return (isOtherName && isOtherFirstname) || ((isOtherName || isOtherFirstname) && isOtherBirth);
}

function changedFields(known: KnownMember, values: ImportedMember): ImportField[] {
  return keysOf(importColumns).filter((field) => {
    if (isPaymentField(field) || isTermsField(field) || isDepartmentDayField(field)) return false;
    if (field === 'departments') return values.departments !== undefined && sorted(values.departments) !== sorted(known.departments);
    const value = values[field];
    return value !== undefined && value !== (known[field] ?? (field === 'gender' ? ('x' satisfies keyof typeof genderNames) : ''));
  });
}

function sorted(names: readonly string[]): string {
  return names
    .map((name) => name.toLowerCase())
    .sort()
    .join('\n');
}

/** The lines of faulty rows by member number, for messages about rows that refer to them. */
function faultyLinesOf(
  planned: readonly PlannedRow[],
  rows: readonly (readonly string[])[],
  mapping: readonly ImportColumn[],
): Map<string, number> {
  const at = mapping.indexOf('memberNo');
  return new Map(planned.flatMap(({ result, line }) => (result === 'faulty' ? [[rows[line - 2]?.[at]?.trim() ?? '', line]] : [])));
}

function faulty(line: number, name: string, message: string): PlannedRow {
  return {
    line,
    name,
    result: 'faulty',
    message,
    warning: '',
    personId: '',
    values: {},
    account: undefined,
    terms: undefined,
    known: undefined,
    memberOf: undefined,
  };
}

function nameIn(cells: readonly string[], mapping: readonly ImportColumn[]): string {
  return (['lastname', 'firstname'] as const)
    .map((field) => cells[mapping.indexOf(field)] ?? '')
    .filter(Boolean)
    .join(', ')
    .slice(0, 120);
}

function nameOf(known: KnownMember | undefined): string {
  return known ? listedName(known) : '';
}
