import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/clubs.ts';
import { club } from '../clubs/table.ts';
import { person } from '../people/table.ts';

export const memberStates = ['applied', 'active', 'terminated', 'left', 'rejected'] as const;

/** Memberships. That one ended is its date (left_on), not its state; who comes back gets a new row. */
export const member = pgTable(
  'member',
  {
    id: uuid().primaryKey(),
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    memberNo: text('member_no').notNull(),
    joinedOn: date('joined_on').notNull(),
    noticeOn: date('notice_on'),
    leftOn: date('left_on'),
    leaveReason: text('leave_reason'),
    kind: text({ enum: ['active', 'passive', 'honorary', 'supporting', 'trial'] })
      .notNull()
      .default('active'),
    feeGroup: text('fee_group'),
    payerPersonId: uuid('payer_person_id').references(() => person.id),
    status: text({ enum: memberStates }).notNull().default('applied'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('member_kind', sql`${table.kind} in ('active', 'passive', 'honorary', 'supporting', 'trial')`),
    check('member_status', sql`${table.status} in ('applied', 'active', 'terminated', 'left', 'rejected')`),
    check('member_left_after_joined', sql`${table.leftOn} is null or ${table.leftOn} >= ${table.joinedOn}`),
    uniqueIndex('member_number').on(table.club, table.memberNo),
    uniqueIndex('member_one_open')
      .on(table.personId)
      .where(sql`${table.leftOn} is null and ${table.status} in ('applied', 'active', 'terminated')`),
  ],
);
