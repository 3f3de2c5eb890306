import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { hourSheetStateNames, hourSheetSets } from '#shared/money/hours.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { courseSession } from '#server/courses/offers/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';

/** The rate for an hour of 60 minutes: of a person, a department, or the whole club. */
export const trainerRate = pgTable(
  'trainer_rate',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    departmentId: uuid('department_id').references(() => department.id),
    personId: uuid('person_id').references(() => person.id),
    cents: integer().notNull(),
    validFrom: date('valid_from').notNull(),
  },
  (table) => [
    check('trainer_rate_cents', sql`${table.cents} >= 0`),
    keyIndex('trainer_rate_department', table.departmentId),
    keyIndex('trainer_rate_person', table.personId),
  ],
);

/** The hours of a trainer in a department and a quarter. Rate and sums are fixed on submission. */
export const hourSheet = pgTable(
  'hour_sheet',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    departmentId: uuid('department_id').references(() => department.id),
    periodFrom: date('period_from').notNull(),
    periodTo: date('period_to').notNull(),
    state: text({ enum: hourSheetStateNames }).notNull().default('draft'),
    rateCents: integer('rate_cents'),
    totalMinutes: integer('total_minutes').notNull().default(0),
    totalCents: integer('total_cents'),
    submittedAt: instant('submitted_at'),
    approvedBy: uuid('approved_by').references(() => appUser.id, { onDelete: 'set null' }),
    approvedAt: instant('approved_at'),
    rejectReason: text('reject_reason').notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('hour_sheet_state', sql`${table.state} in ${oneOf(hourSheetStateNames)}`),
    check('hour_sheet_period', sql`${table.periodTo} >= ${table.periodFrom}`),
    check('hour_sheet_frozen', sql`${table.state} in ${oneOf(hourSheetSets.unsubmitted)} or ${table.totalCents} is not null`),
    // One sheet for each trainer, department and quarter; a returned sheet is edited in place.
    uniqueIndex('hour_sheet_once').on(
      table.personId,
      table.periodFrom,
      sql`coalesce(${table.departmentId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
    ),
    index('hour_sheet_list').on(table.club, table.state, table.periodFrom),
    keyIndex('hour_sheet_approved_by', table.approvedBy),
    keyIndex('hour_sheet_department', table.departmentId),
  ],
);

/** An entry of a sheet. A session is paid to a trainer only once. */
export const hourEntry = pgTable(
  'hour_entry',
  {
    id: uuid().primaryKey(),
    sheetId: uuid('sheet_id').notNull(),
    club: clubColumn(),
    personId: uuid('person_id').notNull(),
    sessionId: uuid('session_id').references(() => courseSession.id),
    localDate: date('local_date').notNull(),
    minutes: integer().notNull(),
    activity: text().notNull(),
    participants: integer(),
    note: text().notNull().default(''),
  },
  (table) => [
    foreignKey({ columns: [table.sheetId], foreignColumns: [hourSheet.id] }).onDelete('cascade'),
    check('hour_entry_minutes', sql`${table.minutes} between 1 and 960`),
    uniqueIndex('hour_entry_once')
      .on(table.personId, table.sessionId)
      .where(sql`${table.sessionId} is not null`),
    index('hour_entry_sheet').on(table.sheetId),
    index('hour_entry_session').on(table.sessionId),
  ],
);
