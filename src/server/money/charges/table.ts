import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { chargeMethods, chargeSets, chargeSources, chargeStates, sepaRunStates, sequenceTypes } from '#shared/money/chargeWords.ts';
import type { DunningLevel } from '#shared/money/dunning/words.ts';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { course } from '#server/courses/offers/table.ts';
import { ledgerAccount } from '../ledger/table.ts';
import { feeRun } from '../fees/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { onePayer, payerColumns } from '../payers/columns.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { sealedText } from '#server/platform/database/sealing.ts';
import { appUser } from '#server/accounts/users/table.ts';

const daterange = customType<{ data: string }>({ dataType: () => 'daterange' });

/** Numbers the charges; payers write the number on their transfer. */
export const chargeNumberSeq = pgSequence('charge_number_seq', { startWith: 100_001 });

/** The period of a refund that stands for credit already paid out, beside the charge that reclaims it: nothing was refunded of that one. */
export const reclaimPeriod = 'reclaim';

/** A charge of a club, in cents. A refund is a separate row with a negative amount, never a negative debit. A price is charged once: source, record, person and period are unique unless cancelled. */
export const charge = pgTable(
  'charge',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** The reference for the transfer, e.g. RWA-100001. */
    reference: text().notNull(),
    /** The person it is for; null if an organisation pays for itself. */
    personId: uuid('person_id').references(() => person.id),
    ...payerColumns(),
    source: text({ enum: chargeSources }).notNull(),
    /** The enrolment it is charged for. */
    sourceId: uuid('source_id'),
    /** The month, quarter or year of a repeated price; empty for a one-off price. */
    period: text().notNull().default(''),
    courseId: uuid('course_id').references(() => course.id),
    /** The charge that this row refunds. */
    refundOf: uuid('refund_of'),
    /** The charge of which this is an installment. */
    splitOf: uuid('split_of'),
    label: text().notNull(),
    cents: integer().notNull(),
    /** For a membership fee: base, entry or dep:<id>. A person pays each month of a slot once (charge_covers_once, in the migration). */
    feeSlot: text('fee_slot'),
    /** The months that it covers. */
    covers: daterange(),
    feeRunId: uuid('fee_run_id').references(() => feeRun.id),
    /** The run that cancelled and rewrote it; undoing the run restores it. */
    replacedByRunId: uuid('replaced_by_run_id').references(() => feeRun.id),
    dueOn: date('due_on').notNull(),
    method: text({ enum: chargeMethods }).notNull(),
    state: text({ enum: chargeStates }).notNull().default('draft'),
    paidOn: date('paid_on'),
    /** The reason of the waiver, cancellation or refund. */
    reason: text().notNull().default(''),
    taxSphere: text('tax_sphere', { enum: taxSpheres }).notNull().default('purpose'),
    /** The club's ledger account it is booked to; set on insert by a trigger and kept. */
    ledgerAccountId: uuid('ledger_account_id').references(() => ledgerAccount.id),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
    /** The settled sum, paid, set off or waived: the sum of its allocations, kept by a trigger. Negative for refunds. */
    settledCents: integer('settled_cents').notNull().default(0),
    /** The waived part of the settled sum. */
    waivedCents: integer('waived_cents').notNull().default(0),
    /** No collection and no reminder until this day. */
    deferredUntil: date('deferred_until'),
    /** The day of the last reminder. */
    remindedOn: date('reminded_on'),
    /** The reached level of dunning: 0 is a reminder. */
    dunningLevel: integer('dunning_level').$type<DunningLevel>(),
  },
  (table) => [
    index('charge_fee_run').on(table.feeRunId),
    keyIndex('charge_replaced', table.replacedByRunId),
    uniqueIndex('charge_reference').on(table.reference),
    uniqueIndex('charge_once')
      .on(table.source, table.sourceId, sql`coalesce(${table.personId}, ${table.organisationId})`, table.period)
      .where(sql`${table.state} <> 'cancelled' and ${table.sourceId} is not null and ${table.source} <> 'refund'`),
    index('charge_list').on(table.club, table.state, table.dueOn, table.id),
    keyIndex('charge_course', table.courseId),
    index('charge_source_record').on(table.sourceId),
    index('charge_person').on(table.personId),
    index('charge_payer').on(table.payerPersonId),
    index('charge_account').on(table.payerId),
    keyIndex('charge_organisation', table.organisationId),
    keyIndex('charge_refund', table.refundOf),
    keyIndex('charge_split', table.splitOf),
    keyIndex('charge_ledger_account', table.ledgerAccountId),
    check('charge_source', sql`${table.source} in ${oneOf(chargeSources)}`),
    check('charge_method', sql`${table.method} in ${oneOf(chargeMethods)}`),
    check('charge_state', sql`${table.state} in ${oneOf(chargeStates)}`),
    check(
      'charge_cents',
      sql`case when ${table.source} = 'refund' then ${table.cents} < 0 and ${table.refundOf} is not null and ${table.method} <> 'sepa' else ${table.cents} >= 0 end`,
    ),
    check('charge_one_payer', onePayer(table)),
    check('charge_for', sql`${table.personId} is not null or ${table.organisationId} is not null`),
    check('charge_mandate', sql`${table.organisationId} is null or ${table.method} <> 'sepa'`),
    check('charge_dunning_level', sql`${table.dunningLevel} between 0 and 3`),
    check('charge_paid_on', sql`(${table.state} = 'paid') = (${table.paidOn} is not null)`),
    check(
      'charge_settled',
      sql`${table.settledCents} between least(0, ${table.cents}) and greatest(0, ${table.cents})
        and (${table.cents} = 0 or (${table.state} in ${oneOf(chargeSets.settled)}) = (${table.settledCents} = ${table.cents}))
        and (${table.state} <> 'cancelled' or ${table.settledCents} = 0)`,
    ),
  ],
);

/**
 * One file for the bank. Creditor and items are stored as they were when it was made, so that a later download is identical,
 * byte by byte.
 */
export const sepaRun = pgTable(
  'sepa_run',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    messageId: text('message_id').notNull(),
    collectionDate: date('collection_date').notNull(),
    /** The account of the club; null for the first one, from before there were several. */
    accountId: uuid('account_id').references(() => clubAccount.id),
    state: text({ enum: sepaRunStates }).notNull().default('draft'),
    creditorName: text('creditor_name').notNull(),
    creditorId: text('creditor_id').notNull(),
    creditorIban: text('creditor_iban').notNull(),
    items: integer().notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    createdBy: text('created_by').notNull(),
    /** The account that made it: with dual control another one has to submit it. */
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('sepa_run_message').on(table.messageId),
    index('sepa_run_list').on(table.club, table.createdAt, table.id),
    check('sepa_run_state', sql`${table.state} in ${oneOf(sepaRunStates)}`),
    check('sepa_run_message_length', sql`length(${table.messageId}) <= 35`),
    keyIndex('sepa_run_created_by', table.createdById),
    keyIndex('sepa_run_account', table.accountId),
  ],
);

/** A charge in a run, with the mandate as it was. Items of one mandate become one debit. */
export const sepaRunItem = pgTable(
  'sepa_run_item',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => sepaRun.id),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charge.id),
    mandateId: uuid('mandate_id')
      .notNull()
      .references(() => sepaMandate.id),
    club: clubColumn(),
    endToEndId: text('end_to_end_id').notNull(),
    mandateReference: text('mandate_reference').notNull(),
    signedOn: date('signed_on').notNull(),
    sequence: text({ enum: sequenceTypes }).notNull(),
    iban: sealedText('iban', { label: 'sepa_run_item.iban', isAccount: true }).notNull(),
    bic: text(),
    accountHolder: text('account_holder').notNull(),
    cents: integer().notNull(),
    remittance: text().notNull(),
    /** The creditor identifier under which the mandate was signed, if the debit tells the bank of its change. */
    formerCreditorId: text('former_creditor_id'),
    /** The due date before the run: restored if the run is discarded. */
    wasDueOn: date('was_due_on'),
    /** The bank's return code, e.g. AC04. */
    returnCode: text('return_code'),
    /** The day of the return. */
    returnedOn: date('returned_on'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.chargeId] }),
    index('sepa_run_item_charge').on(table.chargeId),
    check('sepa_run_item_cents', sql`${table.cents} > 0`),
    check('sepa_run_item_lengths', sql`length(${table.remittance}) <= 140 and length(${table.endToEndId}) <= 35`),
    check('sepa_run_item_sequence', sql`${table.sequence} in ${oneOf(sequenceTypes)}`),
    index('sepa_run_item_mandate').on(table.mandateId),
  ],
);
