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

/** Whether a column belongs to the payer or the bank account. */
export function isPaymentField(field: ImportField): field is (typeof paymentFields)[number] {
  return paymentFields.some((one) => one === field);
}

/** Whether a column belongs to the fee terms. */
export function isTermsField(field: ImportField): field is (typeof termsFields)[number] {
  return termsFields.some((one) => one === field);
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
  message: z.string().describe('Why it is faulty, or which fields change.'),
  warning: z.string().describe('What of the row contradicts itself, and what happens then; mostly empty.'),
});
export type CheckedRow = z.infer<typeof checkedRow>;

const departmentActions = ['create', 'use', 'same', 'skip'] as const;

/** The mapping of an unknown department name: create it, use an existing one, treat it as another new one of the file, or skip it. */
const departmentChoice = z.strictObject({
  name: requiredLine(60),
  action: z.enum(departmentActions),
  departmentId: id.nullable().default(null).describe('Of the club, for `use`.'),
  sameAs: requiredLine(60).nullable().default(null).describe('A name of the file that is made, for `same`.'),
});
export type DepartmentChoice = z.infer<typeof departmentChoice>;

const unknownDepartment = z.object({
  name: z.string(),
  rows: z.int(),
  proposal: id.nullable().describe('One of the club that is called alike.'),
  alike: z.string().nullable().describe('Else another unknown name that is called alike and stands in more rows, or first.'),
});
export type UnknownDepartment = z.infer<typeof unknownDepartment>;

/** An uploaded member file. */
const memberImportView = z.object({
  id,
  club: clubName,
  fileName: z.string(),
  format: z.string().describe('How it was read: "CSV, windows-1252, ;".'),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())).describe('The first rows, to choose the columns by.'),
  mapping: z.array(column).describe('What each column means.'),
  departments: z.array(departmentChoice).describe('What unknown departments stand for, as it was last chosen in the club.'),
  lastUsedOn: z.string().nullable().describe('When the club last collected by the mandates of the file, where no column says so.'),
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
      description: 'CSV (UTF-8, UTF-16, Windows-1252; any delimiter) or XLSX, at most 8 MiB and 50,000 rows. Writes no member.',
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
      description: 'Those begun within a week, at most ten, the newest first.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(begunImport)),
  read: endpoint(
    { access: 'members.import' },
    { method: 'GET', path: '/members/imports/{id}', summary: 'Stand eines Imports', description: 'Tells how many rows are done.' },
  )
    .input(one)
    .output(memberImportView),
  check: endpoint(
    { access: 'members.import', answerMs: 15_000 },
    {
      method: 'PUT',
      path: '/members/imports/{id}/mapping',
      summary: 'Spalten festlegen und prüfen',
      description: 'A dry run: tells what would become of each row, and writes nothing but the meaning of the columns.',
      refuses: ['wrong-state'],
      example: { mapping: ['lastname', 'firstname', 'birthDate', 'joinedOn'] },
    },
  )
    .input(
      z.strictObject({
        id,
        mapping: z.array(column).min(1).max(100),
        departments: z.array(departmentChoice).max(200).default([]),
        lastUsedOn: localDate.nullable().default(null).describe('When the club last collected by the mandates of the file.'),
      }),
    )
    .output(
      z.object({
        counts,
        warned: z.int().describe('Rows with a warning.'),
        rows: z.array(checkedRow).describe('Up to 200 of each result and 200 with a warning, in the order of the file.'),
        mandates: z.object({
          count: z.int(),
          incomplete: z.int(),
          undated: z.int().describe('Of how many nobody knows when they were last used.'),
        }),
        unknownDepartments: z.array(unknownDepartment).describe('Also those that something was chosen for.'),
      }),
    ),
  apply: endpoint(
    { access: 'members.import', fresh: true },
    {
      method: 'POST',
      path: '/members/imports/{id}/apply',
      summary: 'Gute Zeilen übernehmen',
      description: 'Begins the work and answers at once; all good rows are written in one transaction, or none.',
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
      description: 'As CSV, with the columns of the file and the reason.',
      refuses: ['wrong-state'],
    },
  )
    .input(one)
    .output(z.file()),
};
