import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ageGroups, bookingKinds } from '#shared/halls/bookingStates.ts';
import { holidayModes } from '#shared/halls/holidays.ts';
import { grantWeeks } from '#shared/halls/seasons/placing.ts';
import { planMakers, type PlanSearch, type Refusal } from '#shared/halls/seasons/plans.ts';
import { holderAnswerStates } from '#shared/halls/notices/holderNotices.ts';
import type { CounterOffer, ObjectionPlace } from '#shared/halls/seasons/objections.ts';
import type { StoredChoice } from '#shared/halls/seasons/publication.ts';
import type { SeasonRules } from '#shared/halls/seasons/seasonRules.ts';
import type { SeasonWindow } from '#shared/halls/seasons/seasons.ts';
import { objectionStates, seasonStates, wishStates } from '#shared/halls/seasons/seasonStates.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { facility, facilityUnit } from '../facilities/table.ts';
import { organisation } from '../organisations/table.ts';

/** A half-open range of minutes of the day. */
const int4range = customType<{ data: string }>({ dataType: () => 'int4range' });

/** A season of halls, planned by their manager. From the planning phase on, its dates, halls, windows and rules are frozen. */
export const season = pgTable(
  'season',
  {
    id: uuid().primaryKey().defaultRandom(),
    managerClub: clubColumn('manager_club'),
    name: text().notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    wishesFrom: instant('wishes_from').notNull(),
    wishesUntil: instant('wishes_until').notNull(),
    objectionsUntil: instant('objections_until'),
    phase: text({ enum: seasonStates }).notNull().default('draft'),
    /** The criteria shown to clubs. */
    criteria: text().notNull().default(''),
    /** The note below each allotment notice: the legal remedies. */
    instruction: text().notNull().default(''),
    rules: jsonb().$type<SeasonRules>().notNull(),
    holidayMode: text('holiday_mode', { enum: holidayModes }).notNull().default('skip_both'),
    stepMinutes: integer('step_minutes').notNull().default(30),
    /** The publication is paused after the hall in progress. */
    isHeld: boolean('is_held').notNull().default(false),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('season_phase', sql`${table.phase} in ${oneOf(seasonStates)}`),
    check('season_days', sql`${table.endsOn} between ${table.startsOn} and ${table.startsOn} + 400`),
    check('season_wishes', sql`${table.wishesUntil} > ${table.wishesFrom}`),
    index('season_manager').on(table.managerClub, table.startsOn),
  ],
);

const seasonId = () =>
  uuid('season_id')
    .notNull()
    .references(() => season.id, { onDelete: 'cascade' });

/** A hall of a season, with its windows and their groups. */
export const seasonFacility = pgTable(
  'season_facility',
  {
    seasonId: seasonId(),
    facilityId: uuid('facility_id')
      .notNull()
      .references(() => facility.id, { onDelete: 'cascade' }),
    windows: jsonb().$type<SeasonWindow[]>().notNull(),
    /** When its series were created. */
    publishedAt: instant('published_at'),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.facilityId] }), index('season_facility_facility').on(table.facilityId)],
);

/** A wish of a group. Before the consultation only its own club and the manager see it. */
export const wish = pgTable(
  'wish',
  {
    id: uuid().primaryKey().defaultRandom(),
    seasonId: seasonId(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisation.id, { onDelete: 'cascade' }),
    /** Its rank among the wishes of its organisation. */
    orderNo: integer('order_no').notNull(),
    groupName: text('group_name').notNull(),
    sport: text().notNull().default(''),
    /** The department of the club that the group belongs to. */
    departmentId: uuid('department_id').references(() => department.id),
    kind: text({ enum: bookingKinds }).notNull(),
    ageGroup: text('age_group', { enum: ageGroups }).notNull(),
    participants: integer().notNull(),
    parts: integer().notNull(),
    minutes: integer().notNull(),
    timesPerWeek: integer('times_per_week').notNull().default(1),
    intervalWeeks: integer('interval_weeks').notNull().default(1),
    /** Last year's series that it continues; that one ends when the season is published. */
    keepsSeriesId: uuid('keeps_series_id'),
    contactName: text('contact_name').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    note: text().notNull().default(''),
    /** A note about last year's use. */
    hint: text().notNull().default(''),
    state: text({ enum: wishStates }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('wish_state', sql`${table.state} in ${oneOf(wishStates)}`),
    check('wish_size', sql`${table.participants} between 1 and 500 and ${table.parts} between 1 and 24`),
    check(
      'wish_times',
      sql`${table.minutes} between 30 and 360 and ${table.timesPerWeek} between 1 and 5 and ${table.intervalWeeks} in (1, 2)`,
    ),
    index('wish_of_organisation').on(table.seasonId, table.organisationId, table.orderNo),
    uniqueIndex('wish_keeps').on(table.seasonId, table.keepsSeriesId),
    index('wish_organisation').on(table.organisationId),
    keyIndex('wish_department', table.departmentId),
  ],
);

/** A preferred time and place of a wish, best first. */
export const wishOption = pgTable(
  'wish_option',
  {
    wishId: uuid('wish_id')
      .notNull()
      .references(() => wish.id, { onDelete: 'cascade' }),
    rank: integer().notNull(),
    facilityId: uuid('facility_id').references(() => facility.id, { onDelete: 'cascade' }),
    weekday: integer().notNull(),
    fromTime: time('from_time').notNull(),
    toTime: time('to_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wishId, table.rank] }),
    check('wish_option_rank', sql`${table.rank} between 1 and 6 and ${table.weekday} between 1 and 7`),
    keyIndex('wish_option_facility', table.facilityId),
  ],
);

/** A version of the plan. One is the working plan; proposals and saved versions are frozen, and only the sent plan is shown to clubs. */
export const seasonPlan = pgTable(
  'season_plan',
  {
    id: uuid().primaryKey().defaultRandom(),
    seasonId: seasonId(),
    number: integer().notNull(),
    name: text().notNull(),
    madeBy: text('made_by', { enum: planMakers }).notNull(),
    points: integer().notNull().default(0),
    /** Facts of the search: an upper bound for any plan, and the fingerprint of its input. */
    search: jsonb().$type<PlanSearch>(),
    frozenAt: instant('frozen_at'),
    sentOutAt: instant('sent_out_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('season_plan_number').on(table.seasonId, table.number),
    uniqueIndex('season_plan_working')
      .on(table.seasonId)
      .where(sql`${table.frozenAt} is null`),
  ],
);

const planId = () =>
  uuid('plan_id')
    .notNull()
    .references(() => seasonPlan.id, { onDelete: 'cascade' });

/** A time granted to a wish in a plan. */
export const seasonGrant = pgTable(
  'season_grant',
  {
    id: uuid().primaryKey().defaultRandom(),
    planId: planId(),
    wishId: uuid('wish_id')
      .notNull()
      .references(() => wish.id, { onDelete: 'cascade' }),
    facilityId: uuid('facility_id')
      .notNull()
      .references(() => facility.id, { onDelete: 'cascade' }),
    unitIds: uuid('unit_ids').array().notNull(),
    weekday: integer().notNull(),
    startTime: time('start_time').notNull(),
    endTime: time('end_time').notNull(),
    week: text({ enum: grantWeeks }).notNull(),
    isLocked: boolean('is_locked').notNull().default(false),
    reason: text().notNull().default(''),
    /** The decisions for its dates that are taken at publication; dates without one are left out. */
    choices: jsonb().$type<StoredChoice[]>().notNull().default([]),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('season_grant_day').on(table.planId, table.wishId, table.weekday),
    check('season_grant_order', sql`${table.endTime} > ${table.startTime} and ${table.weekday} between 1 and 7`),
    check('season_grant_units', sql`cardinality(${table.unitIds}) > 0`),
    index('season_grant_facility').on(table.facilityId),
    index('season_grant_wish').on(table.wishId),
  ],
);

/** The occupied parts of a plan over time: an exclusion constraint in the migration prevents double allocation. */
export const seasonGrantUnit = pgTable(
  'season_grant_unit',
  {
    grantId: uuid('grant_id')
      .notNull()
      .references(() => seasonGrant.id, { onDelete: 'cascade' }),
    planId: planId(),
    unitId: uuid('unit_id')
      .notNull()
      .references(() => facilityUnit.id, { onDelete: 'cascade' }),
    weekday: integer().notNull(),
    /** 0 for even weeks, 1 for odd ones; a weekly time has both rows. */
    parity: integer().notNull(),
    span: int4range().notNull(),
  },
  (table) => [primaryKey({ columns: [table.grantId, table.unitId, table.parity] }), index('season_grant_unit_unit').on(table.unitId)],
);

/** The reason why a wish lacks dates in a sent plan; written with the plan and never changed. */
export const seasonRefusal = pgTable(
  'season_refusal',
  {
    planId: planId(),
    wishId: uuid('wish_id')
      .notNull()
      .references(() => wish.id, { onDelete: 'cascade' }),
    refusal: jsonb().$type<Refusal>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.wishId] }), index('season_refusal_wish').on(table.wishId)],
);

/** An objection of an organisation to its result. */
export const objection = pgTable(
  'objection',
  {
    id: uuid().primaryKey().defaultRandom(),
    seasonId: seasonId(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisation.id, { onDelete: 'cascade' }),
    wishId: uuid('wish_id').references(() => wish.id, { onDelete: 'set null' }),
    text: text().notNull(),
    state: text({ enum: objectionStates }).notNull().default('open'),
    answer: text().notNull().default(''),
    /** A free time that the organisation would take instead. */
    place: jsonb().$type<ObjectionPlace>(),
    /** The manager's counter-offer. */
    offer: jsonb().$type<CounterOffer>(),
    offerAnswer: text('offer_answer', { enum: holderAnswerStates }),
    reply: text().notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('objection_state', sql`${table.state} in ${oneOf(objectionStates)}`),
    check(
      'objection_offer_answer',
      sql`${table.offerAnswer} is null or (${table.offerAnswer} in ${oneOf(holderAnswerStates)} and ${table.offer} is not null)`,
    ),
    index('objection_of_season').on(table.seasonId, table.createdAt),
    index('objection_organisation').on(table.organisationId),
    keyIndex('objection_wish', table.wishId),
  ],
);
