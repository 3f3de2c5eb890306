import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { noticeChannels } from '#shared/money/chargeWords.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { sepaRun } from '../charges/table.ts';
import { feeRun } from '../fees/table.ts';
import { sepaMandate } from '../mandates/table.ts';

/** An advance notice to a payer: the sum that will be collected on a day. A debit needs a timely one for at least its sum. */
export const sepaNotice = pgTable(
  'sepa_notice',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    mandateId: uuid('mandate_id')
      .notNull()
      .references(() => sepaMandate.id, { onDelete: 'cascade' }),
    dueOn: date('due_on').notNull(),
    cents: integer().notNull(),
    toldOn: date('told_on').notNull(),
    channel: text({ enum: noticeChannels }).notNull(),
    /** When the letter was posted, once this is recorded. */
    postedOn: date('posted_on'),
    /** The run that it was sent with; null if it was sent before, as with the notice of the year. */
    runId: uuid('run_id').references(() => sepaRun.id, { onDelete: 'cascade' }),
    /** The fee run whose email it was; deleted with that run. */
    feeRunId: uuid('fee_run_id').references(() => feeRun.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sepa_notice_mandate').on(table.mandateId, table.dueOn),
    index('sepa_notice_day').on(table.club, table.dueOn),
    index('sepa_notice_run').on(table.runId),
    index('sepa_notice_fee_run').on(table.feeRunId),
    check('sepa_notice_cents', sql`${table.cents} > 0`),
    check('sepa_notice_channel', sql`${table.channel} in ${oneOf(noticeChannels)}`),
  ],
);

/** When a payer was last reminded that a charge cannot be collected for want of a mandate. */
export const mandateReminder = pgTable(
  'mandate_reminder',
  {
    payerPersonId: uuid('payer_person_id')
      .primaryKey()
      .references(() => person.id),
    club: clubColumn(),
    sentOn: date('sent_on').notNull(),
    sentBy: text('sent_by').notNull(),
  },
  (table) => [index('mandate_reminder_club').on(table.club)],
);
