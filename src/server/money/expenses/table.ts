import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { entryCategories } from '#shared/money/entries/words.ts';
import { expenseAtMostCents, expenseAtMostKm, expenseCategories } from '#shared/money/expenses/rules.ts';
import { expenseSets, expenseStateNames } from '#shared/money/expenses/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';

/** What a person spent for the club, to be reimbursed. Its vouchers are stored files in a folder named by its id. */
export const expense = pgTable(
  'expense',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    departmentId: uuid('department_id').references(() => department.id),
    spentOn: date('spent_on').notNull(),
    cents: integer().notNull(),
    /** The distance driven; null for an expense by voucher. */
    km: integer(),
    purpose: text().notNull(),
    /** The ledger category, chosen with the approval. */
    category: text({ enum: entryCategories }),
    state: text({ enum: expenseStateNames }).notNull().default('submitted'),
    rejectReason: text('reject_reason').notNull().default(''),
    submittedAt: instant('submitted_at').notNull(),
    decidedBy: uuid('decided_by').references(() => appUser.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('expense_state', sql`${table.state} in ${oneOf(expenseStateNames)}`),
    check('expense_cents', sql`${table.cents} between 1 and ${sql.raw(String(expenseAtMostCents))}`),
    check('expense_km', sql`${table.km} between 1 and ${sql.raw(String(expenseAtMostKm))}`),
    check('expense_day', sql`${table.spentOn} <= (${table.submittedAt} at time zone 'Europe/Berlin')::date`),
    check('expense_category', sql`${table.category} in ${oneOf(expenseCategories)}`),
    check(
      'expense_decided',
      sql`(${table.state} in ${oneOf(expenseSets.decided)}) = (${table.category} is not null)
        and (${table.state} = 'submitted') = (${table.decidedAt} is null)`,
    ),
    index('expense_list').on(table.club, table.state, table.submittedAt),
    index('expense_person').on(table.personId),
    keyIndex('expense_department', table.departmentId),
    keyIndex('expense_decided_by', table.decidedBy),
  ],
);

export type ExpenseRow = typeof expense.$inferSelect;
