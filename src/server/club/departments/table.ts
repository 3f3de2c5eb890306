import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { keyIndex } from '#server/platform/database/columns.ts';
import { clubColumn } from '../clubs/table.ts';

/**
 * The departments of a club (Turnen, Handball …). An ended one keeps its name in existing references, and the name can be used again. The
 * foreign keys to person and account point to higher layers and are defined in the migrations only.
 */
export const department = pgTable(
  'department',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    shortName: text('short_name'),
    /** The sort position; departments with equal positions are sorted by name. */
    position: integer().notNull().default(0),
    headPersonId: uuid('head_person_id'),
    deputyPersonId: uuid('deputy_person_id'),
    contactUserId: uuid('contact_user_id'),
    sport: text().notNull().default(''),
    costCenter: text('cost_center').notNull().default(''),
    /** The last day, inclusive. */
    endedOn: date('ended_on'),
    version: integer().notNull().default(1),
    /** Unused since department_association and ended_on; dropped in the next release. */
    dosbAssociationNo: integer('dosb_association_no'),
    dosbSportNo: integer('dosb_sport_no'),
    isActive: boolean('active').notNull().default(true),
  },
  (table) => [
    check('department_name_given', sql`btrim(${table.name}) <> ''`),
    uniqueIndex('department_open_name')
      .on(table.club, sql`lower(btrim(${table.name}))`)
      .where(sql`${table.endedOn} is null`),
    index('department_head').on(table.headPersonId),
    index('department_deputy').on(table.deputyPersonId),
    keyIndex('department_contact_user', table.contactUserId),
  ],
);

/** The sports federations that a club reports to, by number; a text, since leading zeros are significant. */
export const association = pgTable(
  'association',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    no: text().notNull(),
    name: text().notNull().default(''),
    land: text().notNull().default(''),
    validFrom: date('valid_from'),
    validTo: date('valid_to'),
    source: text().notNull().default(''),
  },
  (table) => [check('association_no_given', sql`${table.no} <> ''`), uniqueIndex('association_number').on(table.club, table.no)],
);

/**
 * The federation to which the members of a department are reported, and the sport there. Null dates mean unlimited; both dates are
 * inclusive.
 */
export const departmentAssociation = pgTable(
  'department_association',
  {
    id: uuid().primaryKey(),
    departmentId: uuid('department_id')
      .notNull()
      .references(() => department.id, { onDelete: 'cascade' }),
    associationNo: text('association_no').notNull(),
    sportNo: text('sport_no').notNull().default(''),
    validFrom: date('valid_from'),
    validTo: date('valid_to'),
  },
  (table) => [
    check('department_association_days', sql`${table.validTo} >= ${table.validFrom}`),
    index('department_association_department').on(table.departmentId),
  ],
);
