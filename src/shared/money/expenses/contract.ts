import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, exportFormat, id, line, localDate, pageOf, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { entryCategories } from '../entries/words.ts';
import { expenseAtMostCents, expenseAtMostKm, expenseCategories, vouchersAtMost } from './rules.ts';
import { expenseStateNames, expenseViews } from './words.ts';

const cents = z.int();

const voucher = z.object({ path: z.string(), name: z.string(), contentType: z.string(), sizeBytes: z.int() });
export type Voucher = z.infer<typeof voucher>;

const expense = z.object({
  id,
  club: clubName,
  personId: id,
  person: z.string(),
  departmentId: id.nullable(),
  department: z.string(),
  spentOn: localDate,
  cents,
  km: z.int().nullable().describe('The distance driven; null for an expense by voucher.'),
  purpose: z.string(),
  category: z.enum(entryCategories).nullable().describe('The ledger category; null before the approval.'),
  state: z.enum(expenseStateNames),
  rejectReason: z.string(),
  submittedAt: z.iso.datetime(),
  decidedBy: z.string(),
  payout: z.string().describe('The payout run that pays or paid it; empty if there is none.'),
  isOwn: z.boolean(),
  mayDecide: z.boolean().describe('Whether the caller may decide on it now.'),
  waivableUntil: localDate.nullable().describe('The last day on which the caller can waive the reimbursement; null if they cannot.'),
  version,
});
export type Expense = z.infer<typeof expense>;

const fullExpense = expense.extend({ vouchers: z.array(voucher) });
export type FullExpense = z.infer<typeof fullExpense>;

/** An expense as entered by its submitter: by amount, or by kilometres. */
export const expenseInput = z
  .strictObject({
    spentOn: localDate,
    purpose: requiredLine(120),
    departmentId: id.nullable().default(null),
    cents: z
      .int('Bitte einen Betrag angeben.')
      .min(1, 'Bitte einen Betrag angeben.')
      .max(expenseAtMostCents, 'Höchstens 10.000,00 €.')
      .nullable()
      .describe('The amount by voucher; null for an expense by kilometres.'),
    km: z
      .int('Bitte ganze Kilometer angeben.')
      .min(1, 'Bitte die gefahrenen Kilometer angeben.')
      .max(expenseAtMostKm, 'Höchstens 5.000 Kilometer.')
      .nullable()
      .default(null),
    vouchers: z
      .array(z.string().min(1).max(1024))
      .max(vouchersAtMost, 'Höchstens fünf Belege.')
      .describe("Storage paths: uploads in the caller's own folder, which become part of the expense, and its vouchers that stay."),
  })
  .refine((input) => (input.cents === null) !== (input.km === null), { path: ['cents'], message: 'Bitte entweder Euro oder Kilometer.' })
  .refine((input) => input.km !== null || input.vouchers.length > 0, {
    path: ['vouchers'],
    message: 'Bitte mindestens einen Beleg als Foto oder PDF.',
  });
export type ExpenseInput = z.output<typeof expenseInput>;

/** The reason for returning an expense. */
export const returnReason = requiredLine(300);

const one = z.strictObject({ id, version });
const item = '/expenses/{id}';
const submit = { access: 'expenses.submit' } as const;
const approve = { access: 'expenses.approve' } as const;
const repeatable = ['in-progress', 'key-reused'] as const;
const filter = {
  club: clubName.optional(),
  state: z.enum(expenseStateNames).optional(),
  show: z.enum(expenseViews).optional().describe('`decide`: those that the caller may decide on now.'),
  departmentId: id.optional(),
  search: line(80).optional(),
};
const example = {
  spentOn: '2026-11-20',
  purpose: 'Fahrt zum Turnier',
  departmentId: null,
  cents: null,
  km: 84,
  vouchers: [],
};

/** Expenses that people advanced for the club: submit, approve, pay out or waive. */
export const expensesContract = {
  own: endpoint(submit, { method: 'GET', path: '/expenses/own', summary: 'Meine Auslagen' }).output(
    z.object({
      isLinked: z.boolean().describe('Whether the account is linked to a person of the club.'),
      kmCents: cents.describe('The amount per kilometre in cents.'),
      departments: z.array(z.object({ id, name: z.string() })).describe('The departments of the club that are active today.'),
      expenses: z.array(fullExpense).describe('At most 200, latest first.'),
    }),
  ),
  create: endpoint(submit, {
    method: 'POST',
    path: '/expenses',
    summary: 'Auslage einreichen',
    description: 'The vouchers were uploaded to the folder `vouchers/` of the caller before.',
    refuses: ['not-ready', ...repeatable],
    example,
  })
    .input(expenseInput)
    .output(fullExpense),
  update: endpoint(submit, {
    method: 'PUT',
    path: item,
    summary: 'Auslage ändern und wieder einreichen',
    description: 'For a submitted or returned expense. Vouchers that are not listed are deleted.',
    refuses: ['wrong-state'],
    example: { ...example, version: 1 },
  })
    .input(expenseInput.safeExtend({ id, version }))
    .output(fullExpense),
  remove: endpoint(submit, {
    method: 'DELETE',
    path: item,
    summary: 'Auslage zurückziehen',
    description: 'For a submitted or returned expense; its vouchers are deleted.',
    refuses: ['wrong-state'],
  })
    .input(z.strictObject({ id }))
    .output(done),
  waive: endpoint(submit, {
    method: 'POST',
    path: `${item}/waiver`,
    summary: 'Auf die Erstattung verzichten',
    description: 'Within three months after the approval, unless a payout run contains it. Records a donation of the caller.',
    refuses: ['wrong-state', 'period-closed', ...repeatable],
    example: { version: 2 },
  })
    .input(one)
    .output(fullExpense),
  list: endpoint(approve, {
    method: 'GET',
    path: '/expenses',
    summary: 'Auslagen des Vereins',
    description: 'Heads of departments get those of their departments.',
  })
    .input(z.strictObject({ ...filter, ...pageQuery }))
    .output(pageOf(expense).extend({ total: z.int(), totalCents: cents })),
  export: endpoint(approve, {
    method: 'GET',
    path: '/expenses/export',
    summary: 'Auslagen als CSV oder XLSX',
    description: 'With the filter of the list, latest first; at most 5,000.',
  })
    .input(z.strictObject({ ...filter, format: exportFormat.default('csv') }))
    .output(z.file()),
  read: endpoint(submit, { method: 'GET', path: item, summary: 'Auslage mit ihren Belegen' })
    .input(z.strictObject({ id }))
    .output(fullExpense),
  decide: endpoint(approve, {
    method: 'POST',
    path: `${item}/decision`,
    summary: 'Auslage genehmigen oder zurückgeben',
    description:
      'Nobody can decide on their own expense, and heads of departments only up to 200 €. An approved expense can be returned until a payout run contains it.',
    refuses: ['wrong-state', ...repeatable],
    example: { version: 1, isApproved: true, reason: '', category: 'material' },
  })
    .input(
      one.extend({
        isApproved: z.boolean(),
        reason: line(300).default(''),
        category: z
          .enum(expenseCategories)
          .optional()
          .describe('The ledger category; defaults to travel for kilometres and to material otherwise.'),
      }),
    )
    .output(fullExpense),
};
