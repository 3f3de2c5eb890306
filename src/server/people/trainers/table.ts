import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { clearanceResults } from '#shared/people/clearances.ts';
import { proofKinds } from '#shared/people/trainerProofs.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { person } from '../persons/table.ts';

/**
 * That somebody of the board saw a certificate of good conduct, and what it said. The law allows the date and the result
 * alone, so this table never takes a file or a text (§ 72a (5) SGB VIII). Row security: the own club.
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

/** Whether a proof was shown again with a later end, beside it in a question about proofs. */
export const isRenewedProof = sql<boolean>`exists (select 1 from trainer_proof newer
  where newer.person_id = trainer_proof.person_id and newer.kind = trainer_proof.kind and newer.name = trainer_proof.name
    and newer.id <> trainer_proof.id and (newer.valid_to is null or newer.valid_to > trainer_proof.valid_to))`;

/** What somebody who leads offers showed: a licence, a course in first aid, the signed code of conduct. Row security: the own club. */
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
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('trainer_proof_kind', sql`${table.kind} in ${oneOf(proofKinds)}`),
    check('trainer_proof_days', sql`${table.validTo} >= ${table.validFrom}`),
    check('trainer_proof_name', sql`${table.kind} <> 'licence' or ${table.name} <> ''`),
    index('trainer_proof_person').on(table.personId),
    index('trainer_proof_ends').on(table.club, table.validTo),
  ],
);
