import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { dunningChannels, dunningRunStates, type DunningLevel } from '#shared/money/dunning/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { charge } from '../charges/table.ts';
import { onePayer, payerColumns } from '../payers/columns.ts';

/** The settings of a level that differ from the defaults. */
export const dunningLevel = pgTable(
  'dunning_level',
  {
    club: clubColumn(),
    level: integer().$type<DunningLevel>().notNull(),
    name: text().notNull(),
    afterDays: integer('after_days').notNull(),
    feeCents: integer('fee_cents').notNull(),
    dueDays: integer('due_days').notNull(),
    text: text().notNull(),
    channel: text({ enum: dunningChannels }).notNull(),
    version: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.club, table.level] }),
    check('dunning_level_level', sql`${table.level} between 0 and 3`),
    check('dunning_level_fee', sql`${table.feeCents} >= 0`),
    check('dunning_level_channel', sql`${table.channel} in ${oneOf(dunningChannels)}`),
  ],
);

/** A stop of dunning for a payer, with its reason. It ends on its day, or when the board lifts it. */
export const dunningStop = pgTable(
  'dunning_stop',
  {
    club: clubColumn(),
    ...payerColumns(),
    reason: text().notNull(),
    until: date('until_day'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payerId] }),
    keyIndex('dunning_stop_payer', table.payerPersonId),
    keyIndex('dunning_stop_organisation', table.organisationId),
    check('dunning_stop_one_payer', onePayer(table)),
  ],
);

/** Notices that were sent together. */
export const dunningRun = pgTable(
  'dunning_run',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    state: text({ enum: dunningRunStates }).notNull().default('done'),
    createdOn: date('created_on').notNull(),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('dunning_run_state', sql`${table.state} in ${oneOf(dunningRunStates)}`),
    index('dunning_run_list').on(table.club, table.createdAt),
    keyIndex('dunning_run_created_by', table.createdById),
  ],
);

/** A charge as the notice named it, with its previous level and day. */
export type NoticeLine = {
  chargeId: string;
  reference: string;
  /** The person it is for, if that is not the payer; missing in notices from before 2026-11-28. */
  name?: string;
  label: string;
  dueOn: string;
  cents: number;
  level: number | null;
  toldOn: string | null;
};

/** The notice to one payer in a run, as sent. */
export const dunningNotice = pgTable(
  'dunning_notice',
  {
    id: uuid().primaryKey(),
    runId: uuid('run_id').notNull(),
    club: clubColumn(),
    ...payerColumns(),
    level: integer().$type<DunningLevel>().notNull(),
    levelName: text('level_name').notNull(),
    text: text().notNull(),
    lines: jsonb().$type<NoticeLine[]>().notNull(),
    cents: integer().notNull(),
    feeCents: integer('fee_cents').notNull(),
    feeChargeId: uuid('fee_charge_id').references(() => charge.id, { onDelete: 'set null' }),
    dueOn: date('due_on').notNull(),
    byMail: boolean('by_mail').notNull(),
    byLetter: boolean('by_letter').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.runId], foreignColumns: [dunningRun.id] }).onDelete('cascade'),
    index('dunning_notice_run').on(table.runId),
    index('dunning_notice_payer').on(table.payerPersonId),
    keyIndex('dunning_notice_organisation', table.organisationId),
    check('dunning_notice_one_payer', onePayer(table)),
    index('dunning_notice_fee').on(table.feeChargeId),
    check('dunning_notice_cents', sql`${table.cents} > 0 and ${table.feeCents} >= 0`),
  ],
);

export type RunRow = typeof dunningRun.$inferSelect;
export type NoticeRow = typeof dunningNotice.$inferSelect;
