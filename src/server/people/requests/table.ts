import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { changeRequestStates, type RequestedChanges } from '#shared/people/changeRequests.ts';
import { applicationStates, type ApplicationDetails } from '#shared/people/membershipApplications.ts';
import { club } from '#server/club/clubs/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { member } from '../members/table.ts';
import { consentPurposes, person } from '../persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';
import { sealedJson, sealedText } from '#server/platform/database/sealing.ts';

const clubColumn = () => text().$type<ClubName>().notNull();

/** A membership application for oneself or a child, until the board decides. */
export const membershipApplication = pgTable(
  'membership_application',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    createdAt: instant('created_at').notNull(),
    /** The applicant's account, if any; of the parent if the application is for a child. */
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    applicantName: text('applicant_name').notNull(),
    applicantEmail: text('applicant_email').notNull(),
    isForChild: boolean('for_child').notNull(),
    /** Equal for all persons of one application; null for a single one. */
    groupId: uuid('group_id'),
    /** Hashes of the links that show the state of the application; equal for all persons of one application. */
    linkHashes: linkHashesColumn(),
    /** Name and birth date of the future member. */
    firstname: text().notNull(),
    lastname: text().notNull(),
    birthDate: date('birth_date').notNull(),
    details: jsonb().$type<ApplicationDetails>().notNull(),
    /** Empty if the fee shall not be collected. */
    iban: sealedText('iban', { label: 'membership_application.iban', isAccount: true }).notNull().default(''),
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
    check('membership_application_state', sql`${table.state} in ${oneOf(applicationStates)}`),
    check('membership_application_account', sql`(${table.iban} = '') = (${table.accountHolder} = '')`),
    check('membership_application_decided', sql`(${table.state} = 'new') = (${table.decidedAt} is null)`),
    index('membership_application_links').using('gin', table.linkHashes),
    index('membership_application_group')
      .on(table.groupId)
      .where(sql`${table.groupId} is not null`),
    index('membership_application_inbox').on(table.club, table.state, table.createdAt),
    keyIndex('membership_application_decided_by', table.decidedBy),
    keyIndex('membership_application_created_by', table.createdBy),
    keyIndex('membership_application_member', table.memberId),
  ],
);

/** A change request of a member: name, birth date, address, bank account. */
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
    changes: sealedJson<RequestedChanges>('changes', { label: 'change_request.iban', field: 'iban' }).notNull(),
    note: text().notNull().default(''),
    state: text({ enum: changeRequestStates }).notNull().default('open'),
    decidedAt: instant('decided_at'),
    reason: text().notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('change_request_state', sql`${table.state} in ${oneOf(changeRequestStates)}`),
    index('change_request_inbox').on(table.club, table.state, table.createdAt),
    uniqueIndex('change_request_one_open')
      .on(table.personId)
      .where(sql`${table.state} = 'open'`),
    keyIndex('change_request_created_by', table.createdBy),
    index('change_request_person').on(table.personId),
  ],
);
