import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportColumn, ImportCounts, ImportFault } from '#shared/people/memberImport.ts';
import type { RequestedChanges } from '#shared/people/changeRequests.ts';
import type { ApplicationDetails } from '#shared/people/membershipApplications.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club } from '#server/club/clubs/table.ts';
import { consentPurposes, department, person } from '../persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { instant } from '#server/platform/database/columns.ts';

export const memberStates = ['applied', 'active', 'terminated', 'left', 'rejected'] as const;

const clubColumn = () => text().$type<ClubName>().notNull();
/** Compared byte by byte: the keys hold only small letters without accents, and this order costs least. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const daterange = customType<{ data: string }>({ dataType: () => 'daterange' });

/** Memberships. That one ended is its date (left_on), not its state; who comes back gets a new row. */
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
    check('member_status', sql`${table.status} in ('applied', 'active', 'terminated', 'left', 'rejected')`),
    check('member_left_after_joined', sql`${table.leftOn} is null or ${table.leftOn} >= ${table.joinedOn}`),
    uniqueIndex('member_number').on(table.club, table.memberNo),
    index('member_person').on(table.personId),
    uniqueIndex('member_one_open')
      .on(table.personId)
      .where(sql`${table.leftOn} is null and ${table.status} in ('applied', 'active', 'terminated')`),
  ],
);

/** Since when and until when somebody belongs to a department; the past is never overwritten. Both days count. */
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

export const mandateKinds = ['recurrent', 'one_off'] as const;
export const mandateStates = ['active', 'used_up', 'revoked', 'expired'] as const;

/** The leave to collect from an account by SEPA, given by the person who pays. Its reference never changes (domain.md 4). */
export const sepaMandate = pgTable(
  'sepa_mandate',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    payerPersonId: uuid('payer_person_id')
      .notNull()
      .references(() => person.id),
    reference: text().notNull(),
    signedOn: date('signed_on').notNull(),
    /** Without spaces, in capital letters. */
    iban: text().notNull(),
    bic: text(),
    accountHolder: text('account_holder').notNull(),
    kind: text({ enum: mandateKinds }).notNull().default('recurrent'),
    state: text({ enum: mandateStates }).notNull().default('active'),
    lastUsedOn: date('last_used_on'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('sepa_mandate_kind', sql`${table.kind} in ('recurrent', 'one_off')`),
    check('sepa_mandate_state', sql`${table.state} in ('active', 'used_up', 'revoked', 'expired')`),
    check('sepa_mandate_reference', sql`length(${table.reference}) between 1 and 35`),
    check('sepa_mandate_iban', sql`${table.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('sepa_mandate_holder', sql`length(${table.accountHolder}) between 1 and 70`),
    uniqueIndex('sepa_mandate_reference_once').on(table.club, table.reference),
    uniqueIndex('sepa_mandate_one_active')
      .on(table.payerPersonId)
      .where(sql`${table.state} = 'active' and ${table.kind} = 'recurrent'`),
  ],
);

export const importStates = ['uploaded', 'running', 'done', 'failed'] as const;

/** A file of members on its way in. The file itself is forgotten after a week; what its columns meant is remembered for the next one. */
export const memberImport = pgTable(
  'member_import',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: instant('created_at').notNull(),
    fileName: text('file_name').notNull(),
    content: bytes(),
    headings: jsonb().$type<string[]>().notNull(),
    mapping: jsonb().$type<ImportColumn[]>().notNull(),
    state: text({ enum: importStates }).notNull().default('uploaded'),
    total: integer().notNull(),
    processed: integer().notNull().default(0),
    /** When the work on it last gave a sign; without one it is taken up again. */
    workedAt: instant('worked_at'),
    counts: jsonb().$type<ImportCounts>(),
    faults: jsonb().$type<ImportFault[]>(),
  },
  (table) => [
    check('member_import_state', sql`${table.state} in ('uploaded', 'running', 'done', 'failed')`),
    index('member_import_club').on(table.club, table.createdAt),
    index('member_import_running')
      .on(table.workedAt)
      .where(sql`${table.state} = 'running'`),
  ],
);

export const applicationStates = ['new', 'accepted', 'declined'] as const;

/** A wish to become a member, for oneself or for a child, until the board decides. */
export const membershipApplication = pgTable(
  'membership_application',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    createdAt: instant('created_at').notNull(),
    /** The account of the applicant, if he has one; the parent when it is for a child. */
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    applicantName: text('applicant_name').notNull(),
    applicantEmail: text('applicant_email').notNull(),
    isForChild: boolean('for_child').notNull(),
    /** Of the one who is to become a member. */
    firstname: text().notNull(),
    lastname: text().notNull(),
    birthDate: date('birth_date').notNull(),
    details: jsonb().$type<ApplicationDetails>().notNull(),
    /** Empty when the fee is not to be collected. */
    iban: text().notNull().default(''),
    accountHolder: text('account_holder').notNull().default(''),
    consents: text({ enum: consentPurposes }).array().notNull(),
    state: text({ enum: applicationStates }).notNull().default('new'),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => appUser.id, { onDelete: 'set null' }),
    reason: text().notNull().default(''),
    memberId: uuid('member_id').references(() => member.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('membership_application_state', sql`${table.state} in ('new', 'accepted', 'declined')`),
    check('membership_application_account', sql`(${table.iban} = '') = (${table.accountHolder} = '')`),
    check('membership_application_decided', sql`(${table.state} = 'new') = (${table.decidedAt} is null)`),
    index('membership_application_inbox').on(table.club, table.state, table.createdAt),
  ],
);

export const changeRequestStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;

/** What a member asks the board to change about him: name, birth date, address, bank. */
export const changeRequest = pgTable(
  'change_request',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdByEmail: text('created_by_email').notNull(),
    changes: jsonb().$type<RequestedChanges>().notNull(),
    note: text().notNull().default(''),
    state: text({ enum: changeRequestStates }).notNull().default('open'),
    decidedAt: instant('decided_at'),
    reason: text().notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('change_request_state', sql`${table.state} in ('open', 'accepted', 'declined', 'withdrawn')`),
    index('change_request_inbox').on(table.club, table.state, table.createdAt),
    uniqueIndex('change_request_one_open')
      .on(table.personId)
      .where(sql`${table.state} = 'open'`),
  ],
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
  ],
);

/** What the overview searches, filters and sorts by, kept by triggers on member and person. */
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
