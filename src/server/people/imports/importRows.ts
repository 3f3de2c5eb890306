import type { z } from 'zod';
import {
  importColumns,
  importFields,
  isDepartmentDayField,
  isPaymentField,
  isTermsField,
  type ImportColumn,
  type ImportField,
} from '#shared/people/memberImport.ts';
import { memberPerson, membership } from '#shared/people/members.ts';
import { memberKinds, type MemberKind } from '#shared/people/memberWords.ts';
import { readDay } from '#shared/kernel/calendar.ts';
import { withMonthNumber } from '#shared/kernel/formats/namedMonths.ts';
import { today } from '#server/platform/process/clock.ts';
import type { TermsInWords } from '../members/feeTerms.ts';

/** The values of a row; missing or empty fields leave existing values unchanged. */
export type ImportedMember = Partial<z.output<typeof fields>> & {
  leftOn?: string;
  departments?: string[];
  departmentDays?: DepartmentDays[];
};

/** The days of a new member in one department, as far as the row states them. */
export type DepartmentDays = { from?: string | undefined; to?: string | undefined };

export type ImportedAccount = {
  payer?: string | undefined;
  iban?: string | undefined;
  holder?: string | undefined;
  reference?: string | undefined;
  signedOn?: string | undefined;
  lastUsedOn?: string | undefined;
};

export type ReadRow = { values: ImportedMember; account: ImportedAccount | undefined; terms: TermsInWords | undefined };

const fields = memberPerson.extend(membership.shape);
/** All fields are optional: which ones are required depends on whether the person is known. */
const partial = fields.partial();

/** Parses a row by its column mapping. Returns the values, or a German message about the first error. */
export function readRow(cells: readonly string[], mapping: readonly ImportColumn[]): ReadRow | string {
  const paying: { [field: string]: string } = {};
  const agreed: { [field: string]: string } = {};
  const values: { [field: string]: string } = {};
  const days: { [field: string]: string } = {};
  let departments: string[] | undefined;
  let leftOn: string | undefined;
  for (const [at, field] of mapping.entries()) {
    const cell = cells[at] ?? '';
    if (field === '' || cell === '') continue;
    // Club lists contain no such cells; a spreadsheet would execute them (CSV injection).
    if (/^[=@]/.test(cell)) return `${importColumns[field]}: „${short(cell)}“ sieht wie eine Formel aus.`;
    if (field === 'departments') departments = listOf(cell);
    else if (isDepartmentDayField(field)) days[field] = cell;
    else {
      const value = translate(field, cell);
      if (value === undefined)
        return `${importColumns[field]}: „${short(cell)}“ ${isFuture(field, cell) ? 'liegt in der Zukunft.' : 'ist nicht zu verstehen.'}`;
      if (isPaymentField(field)) paying[field] = value;
      else if (isTermsField(field)) agreed[field] = value;
      else if (field === 'leftOn') leftOn = value;
      else values[field] = value;
    }
  }
  const read = partial.safeParse(values);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = importFields.find((one) => one === issue?.path[0]);
    return `${field ? importColumns[field] : ''}: ${issue?.message ?? ''}`;
  }
  // Only the given values, without the defaults of the shape.
  const said = Object.fromEntries(Object.entries(read.data).filter(([field]) => field in values));
  if (leftOn && values['joinedOn'] && leftOn < values['joinedOn']) return 'Austritt: liegt vor dem Eintritt.';
  const departmentDays = departments && daysIn(departments, days, values['joinedOn']);
  if (typeof departmentDays === 'string') return departmentDays;
  return {
    values: { ...said, ...(leftOn && { leftOn }), ...(departments && { departments, departmentDays }) },
    account: accountOf(paying),
    terms: termsOf(agreed),
  };
}

/** The days in each department of a row, or a German message about the first error. */
function daysIn(
  departments: readonly string[],
  cells: { [field: string]: string },
  joinedOn: string | undefined,
): DepartmentDays[] | string {
  const read = (field: 'departmentsFrom' | 'departmentsTo') => {
    const days = (cells[field] ?? '').split(/[,;|\n]/).flatMap((cell) => (cell.trim() ? [dayOf(cell.trim(), 'any')] : []));
    if (days.includes(undefined)) return `${importColumns[field]}: „${short(cells[field] ?? '')}“ ist nicht zu verstehen.`;
    if (days.length > 1 && days.length !== departments.length)
      return `${importColumns[field]}: ${days.length} Tage für ${departments.length} Abteilungen.`;
    return departments.map((_name, at) => days[days.length > 1 ? at : 0]);
  };
  const [from, to] = [read('departmentsFrom'), read('departmentsTo')];
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  const days = departments.map((_name, at) => ({ from: from[at], to: to[at] }));
  if (days.some((day) => day.from && joinedOn && day.from < joinedOn)) return `${importColumns.departmentsFrom}: liegt vor dem Eintritt.`;
  const isBackwards = (day: DepartmentDays) => day.to !== undefined && day.to < (day.from ?? joinedOn ?? '');
  return days.some(isBackwards) ? `${importColumns.departmentsTo}: liegt vor dem Anfang.` : days;
}

function accountOf(paying: { [field: string]: string }): ImportedAccount | undefined {
  if (Object.keys(paying).length === 0) return undefined;
  return {
    payer: paying['payer'],
    iban: paying['iban'],
    holder: paying['accountHolder'],
    reference: paying['mandateReference'],
    signedOn: paying['mandateSignedOn'],
    lastUsedOn: paying['mandateLastUsedOn'],
  };
}

function termsOf({ feeRhythm, paymentMethod, paidUntil }: { [field: string]: string }): TermsInWords | undefined {
  const terms = {
    ...(feeRhythm && { rhythm: feeRhythm }),
    ...(paymentMethod && { method: paymentMethod }),
    ...(paidUntil && { paidUntil }),
  };
  return Object.keys(terms).length > 0 ? terms : undefined;
}

/** Days that cannot be still to come. */
const pastDays: readonly ImportField[] = ['birthDate', 'mandateSignedOn', 'mandateLastUsedOn'];

function translate(field: ImportField, cell: string): string | undefined {
  if (pastDays.includes(field)) return dayOf(cell, 'past');
  switch (field) {
    case 'joinedOn':
    case 'leftOn':
    case 'paidUntil':
      return dayOf(cell, 'any');
    case 'iban':
      return cell.replaceAll(/\s/g, '').toUpperCase();
    case 'gender':
      return genderOf(cell);
    case 'kind':
      return kindOf(cell);
    case 'postcode':
      // Spreadsheets parse the postcode 01067 as a number and drop its leading zero.
      return /^\d{4}$/.test(cell) ? `0${cell}` : cell;
    default:
      return cell;
  }
}

/** Whether a cell is a day that is refused only because it is still to come. */
function isFuture(field: ImportField, cell: string): boolean {
  return pastDays.includes(field) && dayOf(cell, 'any') !== undefined;
}

const excelEpochMs = Date.UTC(1899, 11, 30);

/** Accepts 04.05.2012, 4.5.12, 2012-05-04, 04/05/2012, or the day serial number of a spreadsheet. */
function dayOf(cell: string, meant: 'past' | 'any'): string | undefined {
  const day = /^\d{5}$/.test(cell)
    ? new Date(excelEpochMs + Number(cell) * 86_400_000).toISOString().slice(0, 10)
    : readDay(
        withMonthNumber(cell)
          .replaceAll('/', '.')
          .replace(/^(\d{4}-\d\d-\d\d).*$/, '$1'),
        latest(meant),
      );
  if (day === undefined || day < '1900') return undefined;
  return meant === 'past' && day > today() ? undefined : day;
}

/** The latest date for years of two digits: birth dates are in the past, joining dates at most five years ahead. */
function latest(meant: 'past' | 'any'): string {
  return `${Number(today().slice(0, 4)) + (meant === 'past' ? 0 : 5)}-12-31`;
}

const genderWords: { readonly [word: string]: string } = {
  w: 'w',
  weiblich: 'w',
  f: 'w',
  female: 'w',
  frau: 'w',
  m: 'm',
  männlich: 'm',
  maennlich: 'm',
  male: 'm',
  herr: 'm',
  d: 'd',
  divers: 'd',
  x: 'x',
  o: 'o',
  k: 'o',
  'keine angabe': 'o',
  'ohne angabe': 'o',
  'nicht erfasst': 'x',
};

function genderOf(cell: string): string | undefined {
  return genderWords[cell.toLowerCase()];
}

function kindOf(cell: string): MemberKind | undefined {
  const word = cell.toLowerCase();
  return memberKinds.find(
    ({ name, displayName }) => name === word || displayName.toLowerCase() === word || `${displayName.toLowerCase()}es mitglied` === word,
  )?.name;
}

function listOf(cell: string): string[] {
  return [...new Set(cell.split(/[,;/|\n]/).map((name) => name.trim()))].filter(Boolean);
}

function short(cell: string): string {
  return cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
}
