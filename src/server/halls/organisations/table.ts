import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organisationKinds } from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club, clubColumn } from '#server/club/clubs/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';

/** Who has hall times. The clubs of the portal are put here by the database, managed by GSV; all others by who manages the halls. */
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
    archivedOn: date('archived_on'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('organisation_kind', sql`${table.kind} in ${oneOf(organisationKinds)}`),
    check('organisation_club', sql`(${table.kind} = 'portalClub') = (${table.club} is not null)`),
    check('organisation_class', sql`${table.priorityClass} between 1 and 5`),
    uniqueIndex('organisation_name')
      .on(table.managerClub, sql`lower(${table.name})`)
      .where(sql`${table.archivedOn} is null`),
  ],
);

/** Who speaks for an organisation. They have no account; mails reach them here. */
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
    /** The day on which they ceased to be one. */
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
