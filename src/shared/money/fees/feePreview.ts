import { z } from 'zod';
import { id, line } from '#shared/kernel/fields.ts';
import { feeCorrections } from './feeWords.ts';

const feeLine = z.object({
  key: z.string().describe('By which it is excluded.'),
  memberId: z.string().describe('Empty for what nobody owes any more.'),
  personId: id,
  name: z.string(),
  slot: z.string(),
  label: z.string(),
  reason: z.string(),
  from: z.string(),
  to: z.string(),
  fullCents: z.int(),
  cents: z.int(),
  previousCents: z.int(),
  change: z.enum(['new', 'same', 'higher', 'lower', 'gone']),
  correction: z.enum(feeCorrections).nullable().describe('What the run does about a difference.'),
  lowered: z
    .object({ cents: z.int(), isSplit: z.boolean() })
    .nullable()
    .describe('What of a refund is not paid yet and only gets less, of installments the last ones first.'),
});
export type ShownFeeLine = z.infer<typeof feeLine>;

/** The lines that a preview is narrowed to: changed ones were charged differently before, for an exception something else is agreed. */
export const shownLines = ['all', 'new', 'changed', 'same', 'exception', 'fault'] as const;
/** The filters of a preview. */
export const previewFilters = {
  search: line(100).optional(),
  show: z.enum(shownLines).default('all').describe('`fault` finds no lines, but the people of whom nothing can be asked.'),
  departmentId: id.optional().describe('Members of the department in these months.'),
  feeGroup: line(60).optional(),
};

const fault = z.object({ memberId: id, name: z.string(), reason: z.string() });
export type ShownFault = z.infer<typeof fault>;

/** A run over some months before it is booked. */
export const feePreview = z.object({
  hash: z.string().describe('Of all that would be booked.'),
  newLines: z.int(),
  newCents: z.int(),
  people: z.int(),
  payers: z.int(),
  debitCents: z.int().describe('What of it is collected.'),
  unfinished: z.int().describe('Payers from whom nothing is collected because their mandate is incomplete or paused.'),
  same: z.int(),
  corrections: z.int().describe('Charged already, but not what the rules say now; the run corrects it.'),
  correctionCents: z.int().describe('What is owed more by that, or less.'),
  toCheck: z.int().describe('Differences that wait, e.g. for a debit.'),
  letters: z
    .object({ count: z.int(), names: z.array(z.string()).describe('The first 20.') })
    .describe('Payers without an address for mail.'),
  lines: z.array(feeLine).describe('The first 300 that are found: what differs, then new ones, then the others.'),
  faults: z.array(fault).describe('The first 200, whatever is filtered.'),
  faultCount: z.int(),
  faultsFound: z.array(fault).describe('Of a filter for faults, the first 300.'),
});
export type FeePreview = z.infer<typeof feePreview>;
