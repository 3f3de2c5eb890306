import { z } from 'zod';
import { id, line } from '#shared/kernel/fields.ts';
import { feeCorrections, feeLacks, memberMethods } from './feeWords.ts';

const feeLine = z.object({
  key: z.string().describe('The key with which the line can be excluded.'),
  memberId: z.string().describe('Empty for charges that are no longer owed.'),
  personId: id,
  name: z.string(),
  slot: z.string(),
  label: z.string(),
  reason: z.string(),
  from: z.string(),
  to: z.string(),
  fullCents: z.int(),
  cents: z.int(),
  previousCents: z.int().describe('What was charged for these months; of a new line, for the same months a year before.'),
  change: z.enum(['new', 'same', 'higher', 'lower', 'gone']),
  correction: z.enum(feeCorrections).nullable().describe('How the run handles the difference; null if there is none.'),
  lowered: z
    .object({ cents: z.int(), isSplit: z.boolean() })
    .nullable()
    .describe(
      'The unpaid part of a reduction, which lowers the charge, for installments starting with the last one; null if there is none.',
    ),
});
export type ShownFeeLine = z.infer<typeof feeLine>;

/** The filter for lines of a preview: `changed` lines were charged differently before, or a year before, `exception` lines have an agreed exception. */
export const shownLines = ['all', 'new', 'changed', 'same', 'exception', 'fault'] as const;
/** The ways of payment that a preview tells apart. */
export const previewMethods = ['sepa', ...memberMethods] as const;
/** The filters of a preview. */
export const previewFilters = {
  search: line(100).optional(),
  show: z.enum(shownLines).default('all').describe('`fault` returns no lines; the members without a computable fee are in `faultsFound`.'),
  departmentId: id.optional().describe('Members of the department in these months.'),
  feeGroup: line(60).optional(),
  method: z.enum(previewMethods).optional().describe('How the charge would be paid; of a line that is not new, how it would be paid now.'),
  isWhole: z.stringbool().default(false).describe('Up to 5,000 lines instead of the first 300, to be printed.'),
};

const fault = z.object({
  memberId: id,
  name: z.string(),
  reason: z.string(),
  lacks: z
    .enum(feeLacks)
    .describe('What is lacking; `days` for a gap between two rules, `payer` for a family whose payer has left or died.'),
  ruleId: id.nullable().describe('The rule to change, if it is one.'),
  family: z
    .object({
      id,
      version: z.int(),
      payerId: id,
      leftOn: z.string().nullable().describe('The last day of the payer in the club; null if they died.'),
      proposal: z.object({ personId: id, name: z.string() }).nullable().describe('The eldest adult of the family.'),
    })
    .optional()
    .describe('The family whose payer has left or died.'),
});
export type ShownFault = z.infer<typeof fault>;

/** A run over some months before it is booked. */
export const feePreview = z.object({
  hash: z.string().describe('A hash of everything that would be booked.'),
  newLines: z.int(),
  newCents: z.int(),
  people: z.int(),
  payers: z.int(),
  debitCents: z.int().describe('The part collected by direct debit.'),
  unfinished: z.int().describe('The number of payers whose mandate is incomplete or paused, so that nothing is collected.'),
  several: z.int().describe('The number of members who owe several instalments.'),
  parts: z.array(z.string()).describe('The first days of their later instalments.'),
  same: z.int(),
  corrections: z.int().describe('The number of existing charges that the run corrects.'),
  correctionCents: z.int().describe('The sum of these corrections; negative if less is owed.'),
  toCheck: z.int().describe('The number of differences that cannot be corrected yet, e.g. because of a pending debit.'),
  letters: z
    .object({ count: z.int(), names: z.array(z.string()).describe('The first 20 names.') })
    .describe('Payers without an email address.'),
  found: z.int().describe('The number of matching lines.'),
  lines: z
    .array(feeLine)
    .describe(
      'The first 300 matching lines: changed ones, then new ones that differ from last year, then the other new ones, then the others.',
    ),
  faults: z.array(fault).describe('The first 200 members without a computable fee, regardless of the filter.'),
  faultCount: z.int(),
  faultsFound: z.array(fault).describe('With a filter for faults: the first 300 matches.'),
});
export type FeePreview = z.infer<typeof feePreview>;
