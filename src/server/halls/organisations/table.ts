import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { holderAnswerStates, holderNoticeKinds } from '#shared/halls/notices/holderNotices.ts';
import { organisationKinds } from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club, clubColumn } from '#server/club/clubs/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';

/** Holders of hall times. The clubs on the portal are added by the database, managed by GSV; all others by the manager of the halls. */
export const organisation = pgTable(
  'organisation',
  {
    id: uuid().primaryKey().defaultRandom(),
    managerClub: clubColumn('manager_club'),
    name: text().notNull(),
    kind: text({ enum: organisationKinds }).notNull(),
    club: text()
      .$type<ClubName>()
      .unique()
      .references(() => club.name),
    isLocal: boolean('is_local').notNull().default(true),
    isNonProfit: boolean('is_non_profit').notNull().default(true),
    street: text().notNull().default(''),
    postcode: text().notNull().default(''),
    city: text().notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    priorityClass: integer('priority_class'),
    note: text().notNull().default(''),
    /** The number in the reference for all open charges, from the same sequence as those of people, so that each is unique. */
    accountNo: integer('account_no')
      .notNull()
      .default(sql`nextval('person_account_no_seq')`),
    /** The account numbers of the organisations merged into this one; transfers may still name them. */
    formerAccountNos: integer('former_account_nos')
      .array()
      .notNull()
      .default(sql`'{}'`),
    archivedOn: date('archived_on'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('organisation_account_no').on(table.accountNo),
    check('organisation_kind', sql`${table.kind} in ${oneOf(organisationKinds)}`),
    check('organisation_club', sql`(${table.kind} = 'portalClub') = (${table.club} is not null)`),
    check('organisation_class', sql`${table.priorityClass} between 1 and 5`),
    uniqueIndex('organisation_name')
      .on(table.managerClub, sql`lower(${table.name})`)
      .where(sql`${table.archivedOn} is null`),
  ],
);

/** A contact of an organisation. Contacts have no account; mails go to this address. */
export const organisationContact = pgTable(
  'organisation_contact',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisation.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    function: text().notNull().default(''),
    maySign: boolean('may_sign').notNull().default(true),
    /** The day on which they ceased to be a contact. */
    endedOn: date('ended_on'),
  },
  (table) => [
    uniqueIndex('organisation_contact_email')
      .on(table.organisationId, sql`lower(${table.email})`)
      .where(sql`${table.endedOn} is null`),
    index('organisation_contact_ended').on(table.endedOn),
    index('organisation_contact_organisation').on(table.organisationId),
  ],
);

/** A link in a mail that opens the hours of an organisation to one of its contacts. Only the mail contains the secret. */
export const organisationLink = pgTable(
  'organisation_link',
  {
    id: uuid().primaryKey().defaultRandom(),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => organisationContact.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('organisation_link_contact').on(table.contactId), index('organisation_link_expires').on(table.expiresAt)],
);

/** The new time of a date displaced by a closure, if its holder agrees. */
export type ProposedMove = { bookingId: string; facilityId: string; unitIds: string[]; startTime: string };

/** A recipient of a mail about hall times; the outbox shows whether it arrived, the use of its link whether it was read. */
export const holderNotice = pgTable(
  'holder_notice',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: holderNoticeKinds }).notNull(),
    /** The season, closure or booking that it is about. */
    subjectId: uuid('subject_id').notNull(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisation.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** The key of the mail in the outbox. */
    onceKey: text('once_key').notNull().unique(),
    linkId: uuid('link_id').references(() => organisationLink.id, { onDelete: 'set null' }),
    sentAt: instant('sent_at').notNull(),
    /** Shared by the mails of one notice to one holder, sent to one or several people, who answer it together. */
    newsKey: text('news_key').notNull().default(''),
    /** The text of the mail, if it asks for an answer. */
    body: text().notNull().default(''),
    /** The deadline for an answer. */
    answerUntil: instant('answer_until'),
    proposals: jsonb().$type<ProposedMove[]>().notNull().default([]),
    answer: text({ enum: holderAnswerStates }),
    remark: text().notNull().default(''),
    /** The address of the person who answered. */
    answeredBy: text('answered_by').notNull().default(''),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    check('holder_notice_kind', sql`${table.kind} in ${oneOf(holderNoticeKinds)}`),
    check('holder_notice_answer', sql`${table.answer} in ${oneOf(holderAnswerStates)}`),
    check('holder_notice_answered', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
    index('holder_notice_subject').on(table.subjectId, table.sentAt),
    index('holder_notice_organisation').on(table.organisationId),
    index('holder_notice_sent').on(table.sentAt),
    keyIndex('holder_notice_link', table.linkId),
  ],
);
