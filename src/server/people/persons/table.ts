import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { instant } from '#server/platform/database/columns.ts';

export const genders = ['m', 'w', 'd', 'x'] as const;

/**
 * One identity per club, since each club answers for its own data. An address may be shared by a family, so it is not
 * unique here. Row security: the own club, and whoever stands in person_access.
 */
export const person = pgTable(
  'person',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    birthDate: date('birth_date'),
    /** x = not stated. */
    gender: text({ enum: genders }),
    email: text(),
    phone: text(),
    mobile: text(),
    street: text(),
    houseNo: text('house_no'),
    postcode: text(),
    city: text(),
    country: text().notNull().default('DE'),
    emergencyContactName: text('emergency_contact_name'),
    emergencyContactPhone: text('emergency_contact_phone'),
    notes: text(),
    mergedInto: uuid('merged_into'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    anonymisedAt: instant('anonymised_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('person_gender', sql`${table.gender} in ('m', 'w', 'd', 'x')`),
    check('person_name', sql`${table.firstname} <> '' and ${table.lastname} <> ''`),
    check('person_birth_date', sql`${table.birthDate} between date '1900-01-01' and date '2200-01-01'`),
    index('person_name_order').on(table.club, sql`lower(${table.lastname})`, sql`lower(${table.firstname})`, table.birthDate, table.id),
    // Dates may be looked up beneath row security, names may not (docs/decisions/0007).
    index('person_birth').on(table.club, table.birthDate),
    index('person_email').on(table.club, sql`lower(${table.email})`),
  ],
);

/** Who may act for whom. It carries the person's club, so that row security needs no look at the person. */
export const personAccess = pgTable(
  'person_access',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    relation: text({ enum: ['self', 'guardian', 'delegate'] }).notNull(),
    verifiedAt: instant('verified_at'),
    validUntil: date('valid_until'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.personId] }),
    check('person_access_relation', sql`${table.relation} in ('self', 'guardian', 'delegate')`),
    index('person_access_person').on(table.personId),
    // One own person per login and club.
    uniqueIndex('person_access_self')
      .on(table.userId, table.club)
      .where(sql`${table.relation} = 'self'`),
  ],
);

export const consentPurposes = [
  'privacy_notice',
  'photo_web',
  'photo_print',
  'newsletter',
  'contact_list',
  'health_note',
  'guardian_participation',
  'terms',
] as const;

/** What a person, or a guardian for a child, agreed to: in which version, when and how, and when it was withdrawn. */
export const consent = pgTable(
  'consent',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    purpose: text({ enum: consentPurposes }).notNull(),
    textVersion: text('text_version').notNull(),
    grantedByUser: uuid('granted_by_user').references(() => appUser.id, { onDelete: 'set null' }),
    grantedByName: text('granted_by_name'),
    relation: text({ enum: ['self', 'guardian'] }).notNull(),
    grantedAt: instant('granted_at').notNull(),
    method: text({ enum: ['online', 'link', 'paper', 'import'] }).notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('consent_person').on(table.personId, table.purpose)],
);

/** What a trainer must know about a person, kept apart from the person: opened one by one, and each opening is logged. */
export const careNote = pgTable('care_note', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id, { onDelete: 'cascade' }),
  club: clubColumn(),
  healthNote: text('health_note'),
  allergies: text(),
  swimBadge: text('swim_badge'),
  pickupRule: text('pickup_rule'),
  /** Bildung und Teilhabe: the reference of the office that pays. */
  butReference: text('but_reference'),
  updatedAt: instant('updated_at').notNull(),
});
