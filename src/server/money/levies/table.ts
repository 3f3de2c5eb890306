import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { levyKinds, levyStates } from '#shared/money/levies/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';

/** A levy; its charges refer to it as their source. */
export const levy = pgTable(
  'levy',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    kind: text({ enum: levyKinds }).notNull(),
    label: text().notNull(),
    dueOn: date('due_on').notNull(),
    taxSphere: text('tax_sphere', { enum: taxSpheres }).notNull(),
    count: integer().notNull(),
    /** The number of persons left out for a reason; the audit log has the names and reasons. */
    excluded: integer().notNull().default(0),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    /** The number of payers who got an email. */
    told: integer().notNull().default(0),
    /** When the letters to the others were posted. */
    postedOn: date('posted_on'),
    state: text({ enum: levyStates }).notNull().default('booked'),
    /** Why it was undone. */
    reason: text().notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('levy_list').on(table.club, table.createdAt),
    check('levy_kind', sql`${table.kind} in ${oneOf(levyKinds)}`),
    check('levy_state', sql`${table.state} in ${oneOf(levyStates)}`),
    check('levy_sphere', sql`${table.taxSphere} in ${oneOf(taxSpheres)}`),
    check('levy_count', sql`${table.count} > 0 and ${table.totalCents} > 0`),
    keyIndex('levy_created_by', table.createdById),
  ],
);

export type LevyRow = typeof levy.$inferSelect;
