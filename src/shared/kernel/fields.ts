import { z } from 'zod';
import { clockPattern } from './calendar.ts';
import { clubNames } from './clubs.ts';
import { roleNames } from './roles.ts';

/** A single line of text: trimmed, at most `max` characters, without control characters. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'Bitte ohne Zeilenumbrüche und Steuerzeichen.');
}

/** A single line of text that must not be empty. */
export function requiredLine(max: number) {
  return line(max).min(1);
}

/** An e-mail address in lower case, at most 254 characters (RFC 5321). */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A password as typed; the password policy is checked by the identity service, not by the shape. */
export const typedPassword = z.string().min(1).max(1024);

/** One of the three clubs. */
export const clubName = z.enum(clubNames);
/** One of the five roles. */
export const roleName = z.enum(roleNames);
/** The source of a pattern for an id, as part of a longer pattern. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const wholeId = new RegExp(`^${idPattern}$`);

/** Whether a text is an id. */
export function isId(text: string): boolean {
  return wholeId.test(text);
}

/** The id of a record: a UUID. */
export const id = z.uuid();
/** An instant (ISO 8601 with offset) between 1900 and 2199; anything else is a typing error. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => /^(19|20|21)/.test(text), 'Bitte ein Zeitpunkt zwischen 1900 und 2199.');

/** The row version that an edit is based on; a stale one is rejected with 409. */
export const version = z.int().min(1).max(2_147_483_647);

/** The query of a page of a list: the number of rows, and the cursor returned by the previous page. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
};

/** A page of a list: its rows, and the cursor of the next page (null on the last). */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), next: z.string().nullable() });
}

/** A date as YYYY-MM-DD between 1900 and 2199. */
export const localDate = z.iso.date().refine((text) => /^(19|20|21)/.test(text), 'Bitte ein Datum zwischen 1900 und 2199.');

/** A local time as HH:MM. */
export const localTime = z.string().regex(clockPattern, 'Bitte eine Uhrzeit wie 18:30.');

/** A telephone number as typed, with at least 5 digits. */
export const callNumber = line(40).refine(
  (text) => /^\+?[\d\s()./-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 5,
  'Bitte eine Telefonnummer wie 0170 1234567.',
);

/** Multi-line text: trimmed, at most `max` characters, no control characters except line breaks and tabs. */
export function paragraphs(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'Bitte ohne Steuerzeichen.');
}

/** The format of an exported list: CSV for German spreadsheets, or an Excel workbook. */
export const exportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.output<typeof exportFormat>;
/** The options of an exported list: its format, and the names of its columns separated by commas (default: all columns). */
export const exportLook = {
  columns: line(1000).optional().describe('Comma-separated column names; without it all columns are exported.'),
  format: exportFormat.default('csv'),
};

/** The outcome of a row of an import: a record is created, already known, or rejected. */
export const importOutcome = z.enum(['new', 'known', 'refused']);
