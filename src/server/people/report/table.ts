import { sql } from 'drizzle-orm';
import { check, date, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '#server/platform/database/columns.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { snapshotStates, type ReportTotals } from '#shared/people/report/reportSnapshots.ts';
import type { ReportCause } from '#shared/people/report/reportCauses.ts';
import type { ReportedMember, ReportHead } from './reported.ts';

export const reportProfile = pgTable('report_profile', {
  club: clubColumn().primaryKey(),
  adapter: text().notNull(),
  clubNumber: text('club_number').notNull(),
  softwareKey: text('software_key').notNull().default(''),
  contactPerson: text('contact_person').notNull().default(''),
  isMemberOf: text('is_member_of').array().notNull().default([]),
  version: integer().notNull().default(1),
});

/**
 * The reported members of a key date, without names. Rows, totals and hash never change; an erasure only deletes the
 * membership ID, so that the numbers remain.
 */
export const reportSnapshot = pgTable(
  'report_snapshot',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    keyDate: date('key_date').notNull(),
    number: integer().notNull(),
    adapter: text().notNull(),
    head: jsonb().$type<ReportHead>().notNull(),
    totals: jsonb().$type<ReportTotals>().notNull(),
    rows: jsonb().$type<ReportedMember[]>().notNull(),
    leftOut: jsonb('left_out').$type<{ memberId: string | null; cause: ReportCause }[]>().notNull(),
    hash: text().notNull(),
    files: jsonb().$type<{ name: string; sha256: string; format: string }[]>().notNull().default([]),
    state: text({ enum: snapshotStates }).notNull().default('frozen'),
    madeBy: text('made_by').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    handedInOn: date('handed_in_on'),
    handedInBy: text('handed_in_by'),
    portalReference: text('portal_reference').notNull().default(''),
    releasedAt: timestamp('released_at', { withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('report_snapshot_state', sql`${table.state} in ${oneOf(snapshotStates)}`),
    check('report_snapshot_released', sql`${table.releasedAt} is null or ${table.state} <> 'frozen'`),
    uniqueIndex('report_snapshot_number').on(table.club, table.keyDate, table.number),
    uniqueIndex('report_snapshot_handed_in')
      .on(table.club, table.keyDate)
      .where(sql`${table.state} = 'handedIn'`),
  ],
);
