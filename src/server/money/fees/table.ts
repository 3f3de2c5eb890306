import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import {
  exceptionKinds,
  exceptionLayers,
  familyModes,
  feeAges,
  feeLayers,
  feeRhythms,
  feeRunStates,
  helperPools,
  memberMethods,
  proRatas,
} from '#shared/money/fees/feeWords.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';
import { member } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import { ledgerAccount } from '../ledger/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';

/** The fee rules of a club, one row each. Within a layer, the first rule that matches by position applies. */
export const feeRule = pgTable(
  'fee_rule',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    layer: text({ enum: feeLayers }).notNull(),
    position: integer().notNull().default(0),
    name: text().notNull(),
    kinds: text({ enum: memberKindNames })
      .array()
      .notNull()
      .default(sql`'{}'`),
    ageFrom: integer('age_from'),
    ageTo: integer('age_to'),
    ageOn: text('age_on', { enum: feeAges }).notNull(),
    departmentId: uuid('department_id').references(() => department.id),
    /** The position within the family, for a base rule. */
    placeFrom: integer('place_from'),
    placeTo: integer('place_to'),
    /** For a flat family price: from how many persons on, with children up to which age, and whether it applies if more expensive. */
    familyMin: integer('family_min').notNull().default(3),
    childAgeTo: integer('child_age_to').notNull().default(17),
    familyMode: text('family_mode', { enum: familyModes }).notNull().default('cheapest'),
    proRataIn: text('pro_rata_in', { enum: proRatas }).notNull(),
    proRataOut: text('pro_rata_out', { enum: proRatas }).notNull(),
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to'),
    rhythm: text({ enum: feeRhythms }).notNull(),
    /** Per period of the rhythm; for the layer `entry` once, for helper hours per missing hour. */
    cents: integer().notNull(),
    /** The price for payers with another rhythm. */
    monthCents: integer('month_cents'),
    quarterCents: integer('quarter_cents'),
    halfCents: integer('half_cents'),
    yearCents: integer('year_cents'),
    /** For helper hours: the required time per person and year, and whose hours are pooled. */
    dueMinutes: integer('due_minutes'),
    pool: text({ enum: helperPools }).notNull().default('person'),
    /** The ledger account of its charges; null: that of membership fees. */
    ledgerAccountId: uuid('ledger_account_id').references(() => ledgerAccount.id),
    /** Why it raises fees for months that are charged already; empty if it does not. */
    retroactiveReason: text('retroactive_reason').notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('fee_rule_layer', sql`${table.layer} in ${oneOf(feeLayers)}`),
    check('fee_rule_department', sql`(${table.layer} = 'department') = (${table.departmentId} is not null)`),
    check('fee_rule_ages', sql`${table.ageTo} >= ${table.ageFrom}`),
    check('fee_rule_places', sql`${table.placeTo} >= ${table.placeFrom}`),
    check('fee_rule_family', sql`${table.familyMin} between 1 and 20 and ${table.familyMode} in ${oneOf(familyModes)}`),
    check('fee_rule_days', sql`${table.validTo} >= ${table.validFrom}`),
    check(
      'fee_rule_cents',
      sql`${table.cents} >= 0 and least(${table.monthCents}, ${table.quarterCents}, ${table.halfCents}, ${table.yearCents}, 0) >= 0`,
    ),
    check(
      'fee_rule_helper',
      sql`(${table.layer} = 'helper') = (${table.dueMinutes} is not null) and coalesce(${table.dueMinutes} > 0, true) and ${table.pool} in ${oneOf(helperPools)}`,
    ),
    check('fee_rule_rhythm', sql`${table.rhythm} in ${oneOf(feeRhythms)}`),
    index('fee_rule_club').on(table.club, table.position),
    index('fee_rule_department').on(table.departmentId),
    keyIndex('fee_rule_ledger_account', table.ledgerAccountId),
  ],
);

/** A booking of fees; its charges refer to it. */
export const feeRun = pgTable(
  'fee_run',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    from: date('from_day').notNull(),
    to: date('to_day').notNull(),
    dueOn: date('due_on').notNull(),
    /** Whether each instalment is due on its own day. */
    isSpread: boolean('is_spread').notNull().default(false),
    state: text({ enum: feeRunStates }).notNull().default('booked'),
    /** Of the booked lines. */
    hash: text().notNull(),
    lines: integer().notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** Why it was undone. */
    reason: text().notNull().default(''),
    /** The number of payers notified by email. */
    told: integer().notNull().default(0),
    /** When the letters to the others were posted, once this is recorded. */
    postedOn: date('posted_on'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('fee_run_state', sql`${table.state} in ${oneOf(feeRunStates)}`),
    index('fee_run_list').on(table.club, table.createdAt),
    keyIndex('fee_run_created_by', table.createdById),
  ],
);

/** The agreement with one member about the collection of fees. */
export const feeTerms = pgTable(
  'fee_terms',
  {
    memberId: uuid('member_id')
      .primaryKey()
      .references(() => member.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    /** Null: as in the rule. */
    rhythm: text({ enum: feeRhythms }),
    /** Null: by mandate, otherwise by transfer. */
    method: text({ enum: memberMethods }),
    /** No fees before this day. */
    feesFrom: date('fees_from'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('fee_terms_rhythm', sql`${table.rhythm} in ${oneOf(feeRhythms)}`),
    check('fee_terms_method', sql`${table.method} in ${oneOf(memberMethods)}`),
    index('fee_terms_club').on(table.club),
  ],
);

/** An exception from the rules for one member; two of one layer never apply on the same day (member_fee_once, in the migration). */
export const memberFee = pgTable(
  'member_fee',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    layer: text({ enum: exceptionLayers }).notNull(),
    departmentId: uuid('department_id').references(() => department.id, { onDelete: 'cascade' }),
    kind: text({ enum: exceptionKinds }).notNull(),
    cents: integer().notNull(),
    percent: integer().notNull(),
    from: date('from_day').notNull(),
    to: date('to_day'),
    reason: text().notNull(),
    /** It applies only as long as its proof is valid. */
    proofUntil: date('proof_until'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check(
      'member_fee_layer',
      sql`${table.layer} in ${oneOf(exceptionLayers)} and (${table.layer} = 'department') = (${table.departmentId} is not null)`,
    ),
    check('member_fee_kind', sql`${table.kind} in ${oneOf(exceptionKinds)} and ${table.cents} >= 0 and ${table.percent} between 1 and 100`),
    check('member_fee_days', sql`${table.to} >= ${table.from}`),
    check('member_fee_reason', sql`length(${table.reason}) between 3 and 200`),
    index('member_fee_member').on(table.memberId),
    index('member_fee_club').on(table.club),
    index('member_fee_department').on(table.departmentId),
  ],
);

/** Members who pay together: rules count them, and one person pays for all. */
export const feeFamily = pgTable(
  'fee_family',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    /** Not necessarily a member. */
    payerPersonId: uuid('payer_person_id')
      .notNull()
      .references(() => person.id),
    version: integer().notNull().default(1),
  },
  (table) => [index('fee_family_club').on(table.club, table.name), index('fee_family_payer').on(table.payerPersonId)],
);

/** A member's time in a family; one family at a time (fee_family_member_once, in the migration). */
export const feeFamilyMember = pgTable(
  'fee_family_member',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => feeFamily.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    from: date('from_day').notNull(),
    to: date('to_day'),
  },
  (table) => [
    check('fee_family_member_days', sql`${table.to} >= ${table.from}`),
    index('fee_family_member_family').on(table.familyId),
    index('fee_family_member_member').on(table.memberId),
    index('fee_family_member_club').on(table.club),
  ],
);

/** A line excluded from a run with the reason; the next run proposes it again. */
export const feeExclusion = pgTable(
  'fee_exclusion',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => feeRun.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    slot: text().notNull(),
    from: date('from_day').notNull(),
    label: text().notNull(),
    cents: integer().notNull(),
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.personId, table.slot, table.from] }),
    index('fee_exclusion_person').on(table.personId),
    index('fee_exclusion_club').on(table.club),
  ],
);

/** Payers who left a club and keep paying for others, as the board has said. Applies to this leaving; a later one asks again. */
export const keptPayer = pgTable(
  'kept_payer',
  {
    payerPersonId: uuid('payer_person_id')
      .primaryKey()
      .references(() => person.id),
    club: clubColumn(),
    /** The last day in the club. */
    leftOn: date('left_on').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('kept_payer_club').on(table.club)],
);

export type FeeRunRow = typeof feeRun.$inferSelect;
