import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { mandateEnds, mandateKinds, mandateOrigins, mandateSets, mandateStates } from '#shared/money/mandateWords.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keyIndex, oneOf } from '#server/platform/database/columns.ts';
import { sealedText } from '#server/platform/database/sealing.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';

const clubColumn = () => text().$type<ClubName>().notNull();

/** A SEPA mandate, given by the payer. Its reference never changes. */
export const sepaMandate = pgTable(
  'sepa_mandate',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    payerPersonId: uuid('payer_person_id')
      .notNull()
      .references(() => person.id),
    /** Collect only for this person; null: for everybody the payer pays for. */
    forPersonId: uuid('for_person_id').references(() => person.id),
    /** Null only while the mandate is incomplete, or if it was ended as such; the day likewise. */
    reference: text(),
    signedOn: date('signed_on'),
    /** Without spaces, in capital letters. */
    iban: sealedText('iban', { label: 'sepa_mandate.iban', isAccount: true }).notNull(),
    bic: text(),
    accountHolder: text('account_holder').notNull(),
    kind: text({ enum: mandateKinds }).notNull().default('recurrent'),
    state: text({ enum: mandateStates }).notNull().default('active'),
    /** Collection is suspended. */
    isPaused: boolean('is_paused').notNull().default(false),
    lastUsedOn: date('last_used_on'),
    origin: text({ enum: mandateOrigins }).notNull().default('paper'),
    endedOn: date('ended_on'),
    endReason: text('end_reason', { enum: mandateEnds }),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('sepa_mandate_kind', sql`${table.kind} in ${oneOf(mandateKinds)}`),
    check('sepa_mandate_state', sql`${table.state} in ${oneOf(mandateStates)}`),
    check('sepa_mandate_origin', sql`${table.origin} in ${oneOf(mandateOrigins)}`),
    check('sepa_mandate_end_reason', sql`${table.endReason} in ${oneOf(mandateEnds)}`),
    check(
      'sepa_mandate_complete',
      sql`${table.state} in ${oneOf(mandateSets.unsigned)} or (${table.signedOn} is not null and ${table.reference} is not null)`,
    ),
    check('sepa_mandate_reference', sql`length(${table.reference}) between 1 and 35`),
    check('sepa_mandate_holder', sql`length(${table.accountHolder}) between 1 and 70`),
    uniqueIndex('sepa_mandate_reference_once').on(table.club, table.reference),
    uniqueIndex('sepa_mandate_one_active')
      .on(table.payerPersonId, sql`coalesce(${table.forPersonId}, '00000000-0000-0000-0000-000000000000')`)
      .where(sql`${table.state} = 'active' and ${table.kind} = 'recurrent'`),
    // The keyed hash within the sealed account.
    index('sepa_mandate_account').on(sql`split_part(${table.iban}, ':', 3)`),
    index('sepa_mandate_payer').on(table.payerPersonId),
    index('sepa_mandate_for_person').on(table.forPersonId),
    keyIndex('sepa_mandate_created_by', table.createdBy),
  ],
);
