import { sql } from 'drizzle-orm';
import { accessBases, accessRelations, familyRelations } from '#shared/people/accessWords.ts';
import { otherContactsAtMost, type OtherContact } from '#shared/people/people.ts';
import { waysHome } from '#shared/people/wayHome.ts';
import { boolean, check, date, index, integer, jsonb, pgTable, pgView, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { sealedText } from '#server/platform/database/sealing.ts';

export const genders = ['m', 'w', 'd', 'o', 'x'] as const;

/**
 * One record per person and club, since each club is a controller of its own data. Families may share an address, so it
 * is not unique. Row-level security: the own club, and accounts in person_access.
 */
export const person = pgTable(
  'person',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    birthDate: date('birth_date'),
    /** From this date on no mails are sent: the contact data have been deleted. */
    diedOn: date('died_on'),
    /** x = not recorded. */
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
    /** The date of the last confirmation of the number. */
    emergencyConfirmedOn: date('emergency_confirmed_on'),
    /** When the family was last told that the number is missing. */
    emergencyAskedOn: date('emergency_asked_on'),
    /** Additional emergency contacts, in calling order. */
    emergencyOthers: jsonb('emergency_others').$type<OtherContact[]>().notNull().default([]),
    goesHome: text('goes_home', { enum: waysHome }).notNull().default('unknown'),
    collectors: text().notNull().default(''),
    notes: text(),
    /** The number in the payment reference for all open charges. */
    accountNo: integer('account_no').generatedAlwaysAsIdentity({ startWith: 10_001 }),
    /** The record that stays after a merge, never one that was merged itself. */
    mergedInto: uuid('merged_into'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    anonymisedAt: instant('anonymised_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('person_gender', sql`${table.gender} in ('m', 'w', 'd', 'o', 'x')`),
    check('person_goes_home', sql`${table.goesHome} in ${oneOf(waysHome)}`),
    check(
      'person_emergency_others',
      sql`jsonb_typeof(${table.emergencyOthers}) = 'array' and jsonb_array_length(${table.emergencyOthers}) <= ${sql.raw(String(otherContactsAtMost))}`,
    ),
    check('person_name', sql`${table.firstname} <> '' and ${table.lastname} <> ''`),
    check(
      'person_died',
      sql`${table.diedOn} is null or (${table.email} is null and ${table.phone} is null and ${table.mobile} is null
        and ${table.diedOn} >= coalesce(${table.birthDate}, ${table.diedOn}))`,
    ),
    check('person_birth_date', sql`${table.birthDate} between date '1900-01-01' and date '2200-01-01'`),
    uniqueIndex('person_account_no').on(table.accountNo),
    index('person_name_order').on(table.club, sql`lower(${table.lastname})`, sql`lower(${table.firstname})`, table.birthDate, table.id),
    // Under row-level security dates can be looked up in an index, names cannot (docs/decisions/0007).
    index('person_birth').on(table.club, table.birthDate),
    index('person_merged')
      .on(table.mergedInto)
      .where(sql`${table.mergedInto} is not null`),
    index('person_email').on(table.club, sql`lower(${table.email})`),
  ],
);

/** The states of an access: requested by the account, confirmed by the board, ended. */
export const accessStates = ['claimed', 'verified', 'ended'] as const;

/**
 * An access of an account to a person with its decisions. Only this folder reads the table; other code uses the views
 * below, which contain the accesses valid today. It has the person's club, so that row-level security needs no join.
 */
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
    relation: text({ enum: accessRelations }).notNull(),
    /** Generated from the instants below, so that they cannot contradict each other. */
    state: text({ enum: accessStates })
      .notNull()
      .generatedAlwaysAs(sql`case when ended_at is not null then 'ended' when verified_at is not null then 'verified' else 'claimed' end`),
    basis: text({ enum: accessBases }).notNull().default('own'),
    createdAt: instant('created_at').notNull().defaultNow(),
    verifiedAt: instant('verified_at'),
    verifiedBy: uuid('verified_by').references(() => appUser.id, { onDelete: 'set null' }),
    validUntil: date('valid_until'),
    /** The end of a guardian's access: the person's 18th birthday. Maintained by a trigger. */
    comesOfAge: date('comes_of_age'),
    /** When the guardians and the person were notified of the birthday. */
    birthdayToldAt: instant('birthday_told_at'),
    /** When a recipient of the notification suspended it, until the board decides. */
    suspendedAt: instant('suspended_at'),
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.personId] }),
    check('person_access_relation', sql`${table.relation} in ('self', 'guardian', 'delegate')`),
    check('person_access_basis', sql`${table.basis} in ${oneOf(accessBases)}`),
    index('person_access_person').on(table.personId),
    // One own person per account and club.
    uniqueIndex('person_access_self')
      .on(table.userId, table.club)
      .where(sql`${table.relation} = 'self' and ${table.endedAt} is null`),
    index('person_access_of_age')
      .on(table.comesOfAge)
      .where(sql`${table.relation} = 'guardian' and ${table.endedAt} is null`),
    keyIndex('person_access_ended_by', table.endedBy),
    keyIndex('person_access_verified_by', table.verifiedBy),
  ],
);

const heldColumns = {
  userId: uuid('user_id').notNull(),
  personId: uuid('person_id').notNull(),
  club: clubColumn(),
  relation: text({ enum: accessRelations }).notNull(),
  state: text({ enum: accessStates }).notNull(),
  basis: text({ enum: accessBases }).notNull(),
  createdAt: instant('created_at').notNull(),
  verifiedAt: instant('verified_at'),
  comesOfAge: date('comes_of_age'),
};

/**
 * All accesses valid today: not ended, not suspended, not expired by date or, for guardians, the 18th birthday.
 * Includes unconfirmed ones, which cover records created by the account itself.
 */
export const heldAccess = pgView('held_access', heldColumns).existing();

/**
 * The accounts with full access to a person's data: confirmed by the board, or unconfirmed on a record that the account
 * created and that is not a member's. All permission checks use this view.
 */
export const actingAccess = pgView('acting_access', heldColumns).existing();

/** Links in the mails about a new access, by token hash: the recipient can suspend the access. */
export const accessLink = pgTable(
  'access_link',
  {
    tokenHash: text('token_hash').primaryKey(),
    club: clubColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('access_link_person').on(table.personId),
    index('access_link_due').on(table.expiresAt),
    index('access_link_user').on(table.userId),
  ],
);

/** An invitation to act for a person, sent by a parent or the board to an address, with the hash of the token in the mail. */
export const accessInvitation = pgTable(
  'access_invitation',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text().notNull(),
    relation: text({ enum: familyRelations }).notNull(),
    /** The name of the invited person, if known; empty otherwise. */
    name: text().notNull().default(''),
    tokenHash: text('token_hash').notNull(),
    invitedBy: uuid('invited_by').references(() => appUser.id, { onDelete: 'set null' }),
    isByBoard: boolean('is_by_board').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('access_invitation_relation', sql`${table.relation} in ('guardian', 'self')`),
    check('access_invitation_email', sql`${table.email} = lower(${table.email})`),
    uniqueIndex('access_invitation_token').on(table.tokenHash),
    // One open invitation per person and address.
    uniqueIndex('access_invitation_open')
      .on(table.personId, table.email)
      .where(sql`${table.acceptedAt} is null`),
    index('access_invitation_person').on(table.personId),
    index('access_invitation_invited_by').on(table.invitedBy),
    index('access_invitation_accepted_by').on(table.acceptedBy),
    index('access_invitation_due').on(table.expiresAt),
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

/** A consent of a person, or of a guardian for a child: its text version, when and how it was given, and when it was withdrawn. */
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
    relation: text({ enum: familyRelations }).notNull(),
    grantedAt: instant('granted_at').notNull(),
    method: text({ enum: ['online', 'link', 'paper', 'import'] }).notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('consent_person').on(table.personId, table.purpose), keyIndex('consent_granted_by', table.grantedByUser)],
);

/** Health information for trainers, stored separately from the person: every read access is logged. */
export const careNote = pgTable('care_note', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => person.id, { onDelete: 'cascade' }),
  club: clubColumn(),
  healthNote: sealedText('health_note', { label: 'care_note.health_note' }),
  allergies: sealedText('allergies', { label: 'care_note.allergies' }),
  swimBadge: text('swim_badge'),
  pickupRule: text('pickup_rule'),
  /** Bildung und Teilhabe: the reference of the paying office. */
  butReference: text('but_reference'),
  updatedAt: instant('updated_at').notNull(),
});
