import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { yearMeters } from './words.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, requiredLine } from '#shared/kernel/fields.ts';

const cents = z.int();

/** A line of the annual report: a purpose with its sphere, income and spending in cents. */
export const yearLine = z.object({
  sphere: z.enum(taxSpheres).nullable().describe('Null for unallocated money.'),
  label: z.string(),
  inCents: cents,
  outCents: cents,
});

const report = { lines: z.array(yearLine), inCents: cents, outCents: cents, surplusCents: cents };

const meter = z.object({
  name: z.enum(yearMeters),
  cents,
  limitCents: cents,
});
export type YearMeter = z.infer<typeof meter>;

const check = z.object({
  name: z.string(),
  text: z.string().describe('A German sentence, also if there is nothing to do.'),
  count: z.int(),
  isBlocking: z.boolean().describe('Whether the period cannot be closed while `count` is above 0.'),
});
export type YearCheck = z.infer<typeof check>;

const closing = z.object({
  id,
  until: z.string(),
  closedAt: z.string(),
  closedBy: z.string(),
  isUnchanged: z.boolean().describe('Whether the current figures equal those at the time of closing.'),
  reopenedAt: z.string().nullable(),
  reopenedBy: z.string(),
  reason: z.string(),
});
export type Closing = z.infer<typeof closing>;

const year = z.object({
  year: z.int(),
  ...report,
  before: z.object(report).describe('The year before.'),
  hasSpheres: z.boolean().describe('Whether the report is divided by spheres, as the club has set.'),
  meters: z.array(meter).describe('Income of the year against limits of tax law, as figures without a judgement.'),
  openCents: cents.describe('The open amounts of all years in cents.'),
  creditCents: cents.describe('Unallocated credit of all years in cents.'),
  closedUntil: z.string().nullable(),
  mayClose: z.array(z.string()).describe('The last days of the periods that can be closed, latest first.'),
  mayReopen: z.boolean(),
  checks: z.array(check).describe('The checks for the period until the latest of these days.'),
  closings: z.array(closing),
});
export type Year = z.infer<typeof year>;

const club = clubName.optional();
const yearNumber = z.coerce.number().int().min(2000).max(2199);
const repeatable = ['in-progress', 'key-reused'] as const;

/** The last day to close, and the year typed again as confirmation. */
export const closingInput = z.strictObject({ until: localDate, typed: requiredLine(10) });
/** The reason for reopening a closed period. */
export const reopeningInput = z.strictObject({ reason: requiredLine(200) });

/** The books of a year (/admin/money/year). */
export const booksContract = {
  year: endpoint(
    { access: 'books.manage', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/books/{year}',
      summary: 'Einnahmen und Ausgaben eines Jahres, und was vor dem Abschluss zu tun ist',
      description: 'Cash basis: money received and spent in the year, by purpose.',
    },
  )
    .input(z.strictObject({ year: yearNumber, club }))
    .output(year),
  export: endpoint(
    { access: 'books.manage', fresh: true, answerMs: 20_000 },
    { method: 'GET', path: '/books/{year}/export', summary: 'Die Bücher eines Jahres für die Kassenprüfung, als ZIP mit CSV-Dateien' },
  )
    .input(z.strictObject({ year: yearNumber, club }))
    .output(z.file()),
  close: endpoint(
    { access: 'books.close', fresh: true, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/books/closings',
      summary: 'Jahr oder Monat abschließen',
      description: 'Afterwards nothing can be charged, cancelled or paid with a date in the closed period.',
      refuses: ['not-ready', ...repeatable],
      example: { until: '2025-12-31', typed: '2025' },
    },
  )
    .input(closingInput.extend({ club }))
    .output(closing),
  reopen: endpoint(
    { access: 'books.reopen', fresh: true },
    {
      method: 'POST',
      path: '/books/closings/{id}/reopening',
      summary: 'Abschluss aufheben',
      description: 'Only the latest closing can be reopened. All later exports list it with its reason.',
      refuses: ['wrong-state', ...repeatable],
      example: { reason: 'Beleg nachgereicht' },
    },
  )
    .input(reopeningInput.extend({ id }))
    .output(closing),
};
