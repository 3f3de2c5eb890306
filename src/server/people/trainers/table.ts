import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clearanceResults } from '#shared/people/clearances.ts';
import { proofKinds } from '#shared/people/trainers/trainerProofs.ts';
import { allowanceKinds } from '#shared/people/trainers/allowances.ts';
import { contractKinds } from '#shared/people/trainers/contracts.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { person } from '../persons/table.ts';

/**
 * The result of a certificate of good conduct inspected by the board. Only its date and result may be stored, so this
 * table never gets a file or a text (§ 72a (5) SGB VIII). Row-level security: the own club.
 */
export const clearance = pgTable(
  'clearance',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => person.id),
    club: clubColumn(),
    certificateOn: date('certificate_on').notNull(),
    seenOn: date('seen_on').notNull(),
    seenBy: uuid('seen_by').references(() => appUser.id, { onDelete: 'set null' }),
    result: text({ enum: clearanceResults }).notNull(),
    dutyEndedOn: date('duty_ended_on'),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('clearance_result', sql`${table.result} in ${oneOf(clearanceResults)}`),
    check('clearance_days', sql`${table.certificateOn} <= ${table.seenOn}`),
    index('clearance_club').on(table.club),
    index('clearance_ended').on(table.dutyEndedOn),
    keyIndex('clearance_seen_by', table.seenBy),
  ],
);

/** In SQL, for rows of trainer_proof: whether it has been renewed with a later end. */
export const isRenewedProof = sql<boolean>`exists (select 1 from trainer_proof newer
  where newer.person_id = trainer_proof.person_id and newer.kind = trainer_proof.kind and newer.name = trainer_proof.name
    and newer.id <> trainer_proof.id and (newer.valid_to is null or newer.valid_to > trainer_proof.valid_to))`;

/** A proof of a trainer: a licence, a first aid course, the signed code of conduct. Row-level security: the own club. */
export const trainerProof = pgTable(
  'trainer_proof',
  {
    id: uuid().primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    kind: text({ enum: proofKinds }).notNull(),
    name: text().notNull().default(''),
    number: text().notNull().default(''),
    issuedBy: text('issued_by').notNull().default(''),
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to'),
    /** Entered by the person and not yet checked by the board. */
    isReported: boolean('is_reported').notNull().default(false),
    /** The uploaded file of a licence; for certificates of good conduct the law permits none. */
    paper: text(),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('trainer_proof_kind', sql`${table.kind} in ${oneOf(proofKinds)}`),
    check('trainer_proof_days', sql`${table.validTo} >= ${table.validFrom}`),
    check('trainer_proof_name', sql`${table.kind} <> 'licence' or ${table.name} <> ''`),
    check('trainer_proof_paper', sql`${table.paper} is null or ${table.kind} = 'licence'`),
    index('trainer_proof_person').on(table.personId),
    index('trainer_proof_ends').on(table.club, table.validTo),
  ],
);

/** The kinds of licences that can be selected, shared by all clubs. */
export const licenceKind = pgTable('licence_kind', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
});

/**
 * A contract of a trainer: the legal basis of the payment, and its period. Contracts of one kind never overlap
 * (exclusion constraint in the migration). Row-level security: the own club.
 */
export const trainerContract = pgTable(
  'trainer_contract',
  {
    id: uuid().primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    kind: text({ enum: contractKinds }).notNull(),
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to'),
    hasJointConsent: boolean('has_joint_consent').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('trainer_contract_kind', sql`${table.kind} in ${oneOf(contractKinds)}`),
    check('trainer_contract_days', sql`${table.validTo} >= ${table.validFrom}`),
    check('trainer_contract_consent', sql`${table.kind} = 'fee' or not ${table.hasJointConsent}`),
    index('trainer_contract_person').on(table.personId),
    index('trainer_contract_ends').on(table.club, table.validTo),
  ],
);

/** A tax-free allowance, valid from a year until a later row. Shared by all clubs. */
export const allowanceLimit = pgTable(
  'allowance_limit',
  {
    kind: text({ enum: allowanceKinds }).notNull(),
    year: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.year] }),
    check('allowance_limit_kind', sql`${table.kind} in ${oneOf(allowanceKinds)}`),
    check('allowance_limit_year', sql`${table.year} between 2000 and 2200`),
    check('allowance_limit_cents', sql`${table.cents} > 0`),
  ],
);

/** A person's declaration of the amount used elsewhere in a year. Row-level security: the own club. */
export const allowanceDeclaration = pgTable(
  'allowance_declaration',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    kind: text({ enum: allowanceKinds }).notNull(),
    year: integer().notNull(),
    elsewhereCents: integer('elsewhere_cents').notNull(),
    /** Whether the person allows this club to see the total of the other clubs. */
    countsOtherClubs: boolean('counts_other_clubs').notNull(),
    declaredAt: instant('declared_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.kind, table.year] }),
    check('allowance_declaration_kind', sql`${table.kind} in ${oneOf(allowanceKinds)}`),
    check('allowance_declaration_year', sql`${table.year} between 2000 and 2200`),
    check('allowance_declaration_cents', sql`${table.elsewhereCents} >= 0`),
    index('allowance_declaration_club').on(table.club),
  ],
);
