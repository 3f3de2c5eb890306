import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf } from '#server/platform/database/columns.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '../persons/table.ts';

export const memberStates = ['applied', 'active', 'terminated', 'left', 'rejected'] as const;

/** Sets of states that decide about something. */
export const memberSets: { readonly [set in 'admitted' | 'open']: readonly (typeof memberStates)[number][] } = {
  /** Was taken in; the dates tell from when until when. */
  admitted: ['active', 'terminated', 'left'],
  /** Asks to come, is in, or has given notice. */
  open: ['applied', 'active', 'terminated'],
};

const clubColumn = () => text().$type<ClubName>().notNull();
/** Compared byte by byte: the keys hold only small letters without accents, and this order costs least. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const daterange = customType<{ data: string }>({ dataType: () => 'daterange' });

/** Memberships. That one ended is its date (left_on), not its state; a returning member gets a new row. */
export const member = pgTable(
  'member',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    memberNo: text('member_no').notNull(),
    joinedOn: date('joined_on').notNull(),
    noticeOn: date('notice_on'),
    leftOn: date('left_on'),
    leaveReason: text('leave_reason'),
    kind: text({ enum: memberKindNames }).notNull().default('active'),
    feeGroup: text('fee_group'),
    payerPersonId: uuid('payer_person_id').references(() => person.id),
    status: text({ enum: memberStates }).notNull().default('applied'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('member_kind', sql`${table.kind} in ('active', 'passive', 'honorary', 'supporting', 'trial')`),
    check('member_status', sql`${table.status} in ${oneOf(memberStates)}`),
    check('member_left_after_joined', sql`${table.leftOn} is null or ${table.leftOn} >= ${table.joinedOn}`),
    uniqueIndex('member_number').on(table.club, table.memberNo),
    index('member_person').on(table.personId),
    index('member_payer')
      .on(table.payerPersonId)
      .where(sql`${table.payerPersonId} is not null`),
    uniqueIndex('member_one_open')
      .on(table.personId)
      .where(sql`${table.leftOn} is null and ${table.status} in ${oneOf(memberSets.open)}`),
  ],
);

/** A slice of a member's time in a department; the past is never overwritten. Both days count. */
export const memberDepartment = pgTable(
  'member_department',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    departmentId: uuid('department_id')
      .notNull()
      .references(() => department.id),
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to'),
    during: daterange().generatedAlwaysAs(sql`daterange(valid_from, valid_to, '[]')`),
  },
  (table) => [
    check('member_department_days', sql`${table.validTo} is null or ${table.validTo} >= ${table.validFrom}`),
    index('member_department_department').on(table.departmentId, table.memberId),
  ],
);

/**
 * How memberships of a department were before it ended, by the id of the slice; gone with its reopening.
 * Without a last day there was none.
 */
export const endedSlice = pgTable(
  'ended_slice',
  {
    sliceId: uuid('slice_id').primaryKey(),
    club: clubColumn().references(() => club.name),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    departmentId: uuid('department_id')
      .notNull()
      .references(() => department.id, { onDelete: 'cascade' }),
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to'),
  },
  (table) => [index('ended_slice_department').on(table.departmentId), index('ended_slice_member').on(table.memberId)],
);

/** Two people who look like one and are two: they are not proposed again. The smaller id comes first. */
export const distinctPeople = pgTable(
  'distinct_people',
  {
    club: clubColumn().references(() => club.name),
    firstId: uuid('first_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    secondId: uuid('second_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    check('distinct_people_order', sql`${table.firstId} < ${table.secondId}`),
    index('distinct_people_second').on(table.secondId),
  ],
);

/** The columns that the overview searches, filters and sorts by, kept by triggers on member and person. */
const searchColumns = {
  memberId: uuid('member_id').primaryKey(),
  club: clubColumn(),
  /** Last name, first name, in small letters without accents. */
  nameKey: sortKey('name_key').notNull(),
  /** The number with leading zeros, so that 9 comes before 10. */
  numberKey: sortKey('number_key').notNull(),
  joinedOn: date('joined_on').notNull(),
  leftOn: date('left_on'),
  kind: text({ enum: memberKindNames }).notNull(),
  /** A space, and all words that find this member: name, number, city, e-mail. */
  words: text().notNull(),
};

export const memberSearch = pgTable('member_search', searchColumns, (table) => [
  foreignKey({ columns: [table.memberId], foreignColumns: [member.id] }).onDelete('cascade'),
  index('member_search_name').on(table.club, table.nameKey, table.memberId),
  index('member_search_number').on(table.club, table.numberKey, table.memberId),
  index('member_search_joined').on(table.club, table.joinedOn, table.memberId),
  index('member_search_words').using('gin', table.words.op('gin_trgm_ops')),
]);

/**
 * The same rows, of the clubs in the scope of the transaction. A view, since beneath row security PostgreSQL may not look
 * up a part of a word in an index: LIKE could tell of rows that the policy hides, were it not our own question.
 */
export const memberFound = pgView('member_found', searchColumns).existing();
