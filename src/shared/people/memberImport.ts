import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, requiredLine } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { personFieldNames } from './memberWords.ts';

/** The states of a member import. */
export const importStates = ['uploaded', 'running', 'done', 'failed'] as const;
/** States in which an import has ended. */
export const finishedImports: readonly (typeof importStates)[number][] = ['done', 'failed'];
/** States in which an import can be started, also again. */
export const startableImports: readonly (typeof importStates)[number][] = ['uploaded', 'failed'];

/** The possible meanings of a column with their German names; '' ignores the column. */
export const importColumns = {
  memberNo: 'Mitgliedsnummer',
  ...personFieldNames,
  kind: 'Art',
  feeGroup: 'Beitragsgruppe',
  departments: 'Abteilungen',
  departmentsFrom: 'In der Abteilung seit',
  departmentsTo: 'In der Abteilung bis',
  joinedOn: 'Eintritt',
  leftOn: 'Austritt',
  payer: 'Zahler (Nummer oder Name)',
  iban: 'IBAN',
  accountHolder: 'Kontoinhaber',
  mandateReference: 'Mandatsreferenz',
  mandateSignedOn: 'Mandat unterschrieben am',
  mandateLastUsedOn: 'Zuletzt eingezogen am',
  feeRhythm: 'Zahlweise (monatlich, jährlich …)',
  paymentMethod: 'Zahlungsart',
  paidUntil: 'Beitrag bezahlt bis',
} as const;

export type ImportField = keyof typeof importColumns;
export type ImportColumn = ImportField | '';

/** The names of all meanings of a column. */
export const importFields = keysOf(importColumns);

/** The columns of the payer and the bank account; all others belong to the person and the membership. */
const paymentFields = [
  'payer',
  'iban',
  'accountHolder',
  'mandateReference',
  'mandateSignedOn',
  'mandateLastUsedOn',
] as const satisfies readonly ImportField[];

/** The columns of the fee terms. */
const termsFields = ['feeRhythm', 'paymentMethod', 'paidUntil'] as const satisfies readonly ImportField[];

/** The columns with the days of a new member in the departments of the row: one for all, or one for each. */
const departmentDayFields = ['departmentsFrom', 'departmentsTo'] as const satisfies readonly ImportField[];

/** Whether a column belongs to the payer or the bank account. */
export function isPaymentField(field: ImportField): field is (typeof paymentFields)[number] {
  return paymentFields.some((one) => one === field);
}

/** Whether a column belongs to the fee terms. */
export function isTermsField(field: ImportField): field is (typeof termsFields)[number] {
  return termsFields.some((one) => one === field);
}

/** Whether a column belongs to the days in departments. */
export function isDepartmentDayField(field: ImportField): field is (typeof departmentDayFields)[number] {
  return departmentDayFields.some((one) => one === field);
}

const column = z.union([z.literal(''), z.enum(importFields)]);

/** The results of a row. */
export const importResults = ['new', 'changed', 'unchanged', 'faulty'] as const;
export type ImportResult = (typeof importResults)[number];

const counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), faulty: z.int() });
export type ImportCounts = z.infer<typeof counts>;

/** A rejected row: its line in the file, and the reason. */
const fault = z.object({ line: z.int(), message: z.string() });
export type ImportFault = z.infer<typeof fault>;

/** A row of the dry run. */
const checkedRow = z.object({
  line: z.int(),
  name: z.string(),
  result: z.enum(importResults),
  message: z.string().describe('The reason of a faulty row, or the fields that change.'),
  warning: z.string().describe('A contradiction within the row and how it is resolved; empty for none.'),
});
export type CheckedRow = z.infer<typeof checkedRow>;

const departmentActions = ['create', 'use', 'same', 'skip'] as const;

/** The mapping of an unknown department name: create it, use an existing one, treat it as another new one of the file, or skip it. */
const departmentChoice = z.strictObject({
  name: requiredLine(60),
  action: z.enum(departmentActions),
  departmentId: id.nullable().default(null).describe('A department of the club; only for `use`.'),
  sameAs: requiredLine(60).nullable().default(null).describe('The name of another new department of the file; only for `same`.'),
});
export type DepartmentChoice = z.infer<typeof departmentChoice>;

const unknownDepartment = z.object({
  name: z.string(),
  rows: z.int(),
  proposal: id.nullable().describe('A department of the club with a similar name; null if there is none.'),
  alike: z
    .string()
    .nullable()
    .describe('Without a proposal: another unknown name that is similar and occurs in more rows, or earlier; null if there is none.'),
});
export type UnknownDepartment = z.infer<typeof unknownDepartment>;

/** An uploaded member file. */
const memberImportView = z.object({
  id,
  club: clubName,
  fileName: z.string(),
  format: z.string().describe('The detected format, e.g. "CSV, windows-1252, ;".'),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())).describe('The first rows, for choosing the columns.'),
  mapping: z.array(column).describe('The field of each column.'),
  departments: z.array(departmentChoice).describe('The mapping of unknown departments, initialised with the last choice of the club.'),
  lastUsedOn: z
    .string()
    .nullable()
    .describe('The day of the last collection with the mandates of the file, for files without a column for it; null if not given.'),
  state: z.enum(importStates),
  total: z.int(),
  processed: z.int(),
  counts: counts.nullable(),
});
export type MemberImportView = z.infer<typeof memberImportView>;

/** A running import, for a user who closed the window in the meantime. */
const begunImport = memberImportView
  .pick({ id: true, fileName: true, state: true, total: true, counts: true })
  .extend({ createdAt: z.iso.datetime(), createdBy: z.string() });
export type BegunImport = z.infer<typeof begunImport>;

/** The maximum file size in bytes (8 MiB); the request transfers it as base64. */
export const importAtMostBytes = 8 * 1024 * 1024;
const base64AtMost = Math.ceil(importAtMostBytes / 3) * 4;

/** The maximum number of rows of a file. */
export const importAtMostRows = 50_000;

const one = z.strictObject({ id });
const example = 'TmFjaG5hbWU7Vm9ybmFtZTtHZWJ1cnRzZGF0dW07RWludHJpdHQKTXVzdGVyO01pYTswNC4wNS4yMDEyOzAxLjAxLjIwMjYK';

/** Member import from a file: upload, column mapping, dry run, and finally the import of all valid rows in one transaction. */
export const memberImportContract = {
  upload: endpoint(
    { access: 'members.import', bodyBytes: base64AtMost + 10_000, answerMs: 15_000 },
    {
      method: 'POST',
      path: '/members/imports',
      summary: 'Datei mit Mitgliedern hochladen',
      description: 'CSV (UTF-8, UTF-16, Windows-1252; any delimiter) or XLSX, at most 8 MiB and 50,000 rows. Does not write any members.',
      refuses: ['in-progress', 'key-reused'],
      example: { fileName: 'mitglieder.csv', content: example },
    },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        fileName: requiredLine(200),
        content: z.base64().min(1).max(base64AtMost).describe('The file, as base64.'),
      }),
    )
    .output(memberImportView),
  list: endpoint(
    { access: 'members.import' },
    {
      method: 'GET',
      path: '/members/imports',
      summary: 'Letzte Importe',
      description: 'Imports of the last week, newest first; at most ten.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(begunImport)),
  read: endpoint(
    { access: 'members.import' },
    { method: 'GET', path: '/members/imports/{id}', summary: 'Stand eines Imports', description: 'Includes the number of processed rows.' },
  )
    .input(one)
    .output(memberImportView),
  check: endpoint(
    { access: 'members.import', answerMs: 15_000 },
    {
      method: 'PUT',
      path: '/members/imports/{id}/mapping',
      summary: 'Spalten festlegen und prüfen',
      description: 'A dry run: returns the outcome of each row and stores the column mapping only.',
      refuses: ['wrong-state'],
      example: { mapping: ['lastname', 'firstname', 'birthDate', 'joinedOn'] },
    },
  )
    .input(
      z.strictObject({
        id,
        mapping: z.array(column).min(1).max(100),
        departments: z.array(departmentChoice).max(200).default([]),
        lastUsedOn: localDate.nullable().default(null).describe('The day of the last collection with the mandates of the file.'),
      }),
    )
    .output(
      z.object({
        counts,
        warned: z.int().describe('The number of rows with a warning.'),
        rows: z.array(checkedRow).describe('Up to 200 rows of each result and 200 with a warning, in the order of the file.'),
        mandates: z.object({
          count: z.int(),
          incomplete: z.int(),
          undated: z.int().describe('The number of mandates for which the day of the last collection is unknown.'),
        }),
        unknownDepartments: z.array(unknownDepartment).describe('All unknown departments, including those already mapped.'),
      }),
    ),
  apply: endpoint(
    { access: 'members.import', fresh: true },
    {
      method: 'POST',
      path: '/members/imports/{id}/apply',
      summary: 'Gute Zeilen übernehmen',
      description: 'Starts the import and returns immediately. All valid rows are written in one transaction, or none.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: {},
    },
  )
    .input(one)
    .output(memberImportView),
  rest: endpoint(
    { access: 'members.import', fresh: true, answerMs: 15_000 },
    {
      method: 'GET',
      path: '/members/imports/{id}/rest',
      summary: 'Zeilen, die nicht übernommen wurden',
      description: 'A CSV file with the columns of the upload and the reason.',
      refuses: ['wrong-state'],
    },
  )
    .input(one)
    .output(z.file()),
};
