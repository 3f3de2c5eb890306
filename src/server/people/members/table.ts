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

/** Sets of membership states that rules refer to. */
export const memberSets: { readonly [set in 'admitted' | 'open']: readonly (typeof memberStates)[number][] } = {
  /** Admitted at some time; the dates define the period. */
  admitted: ['active', 'terminated', 'left'],
  /** Applied, active, or has given notice. */
  open: ['applied', 'active', 'terminated'],
};

const clubColumn = () => text().$type<ClubName>().notNull();
/** Compared byte by byte, which is fastest: the keys only contain lower-case letters without accents. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const daterange = customType<{ data: string }>({ dataType: () => 'daterange' });

/** Memberships. Whether one has ended is determined by left_on, not by its state; a returning member gets a new row. */
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

/** A period of a member in a department, both days inclusive; past periods are never changed. */
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
 * The state of department memberships before the department ended, by period ID; deleted when it is reopened. A null
 * last day means that there was none.
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

/** Two similar persons marked as distinct, so that they are not suggested again. The smaller ID comes first. */
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

/** The columns for searching, filtering and sorting the overview, maintained by triggers on member and person. */
const searchColumns = {
  memberId: uuid('member_id').primaryKey(),
  club: clubColumn(),
  /** Last name, first name, in lower case without accents. */
  nameKey: sortKey('name_key').notNull(),
  /** The number with leading zeros, so that 9 sorts before 10. */
  numberKey: sortKey('number_key').notNull(),
  joinedOn: date('joined_on').notNull(),
  leftOn: date('left_on'),
  kind: text({ enum: memberKindNames }).notNull(),
  /** A space followed by all searchable words: name, number, city, e-mail address. */
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
 * The same rows for the clubs in the transaction's scope. A view, since under row-level security PostgreSQL cannot use
 * a trigram index for LIKE (the operator is not leakproof).
 */
export const memberFound = pgView('member_found', searchColumns).existing();
