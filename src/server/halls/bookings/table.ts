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
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { keyIndex, oneOf } from '#server/platform/database/columns.ts';
import { ageGroups, bookingKinds, bookingStates, bookingSets } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { holidayModes } from '#shared/halls/holidays.ts';
import { club } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';
import { facility, facilityUnit } from '../facilities/table.ts';
import { organisation } from '../organisations/table.ts';

/** A half-open range of instants. */
const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' });

/** A skipped date of a series with the reason; it can be added again later. */
export type SkippedDate = { date: string; reason: string };

/** The counter-offer of the deciding club. */
export type CounterOffer = { facilityId: string; unitIds: string[]; startTime: string; endTime: string };

const purpose = {
  kind: text({ enum: bookingKinds }).notNull(),
  title: text().notNull(),
  ageGroup: text('age_group', { enum: ageGroups }),
  expectedParticipants: integer('expected_participants'),
  priority: integer().notNull(),
  /** The message of the requesting club to the deciding one. */
  message: text().notNull().default(''),
  contactPerson: text('contact_person').notNull().default(''),
  contactPhone: text('contact_phone').notNull().default(''),
  /** The department of the club that uses it. */
  departmentId: uuid('department_id').references(() => department.id),
};

const place = {
  club: text()
    .$type<ClubName>()
    .notNull()
    .references(() => club.name),
  facilityId: uuid('facility_id')
    .notNull()
    .references(() => facility.id, { onDelete: 'cascade' }),
  unitIds: uuid('unit_ids').array().notNull(),
  /** The holding organisation, if the booking is not the club's own: `club` is then the one that manages the hall. */
  organisationId: uuid('organisation_id').references(() => organisation.id),
  /** The name of that organisation, which other clubs may read here; empty for the club itself. */
  holder: text().notNull().default(''),
};

/** The rule of a weekly booking; each of its dates is a booking. Row security separates the clubs, except in halls of the town. */
export const bookingSeries = pgTable(
  'booking_series',
  {
    id: uuid().primaryKey(),
    ...place,
    ...purpose,
    weekday: integer().notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    startTime: time('start_time').notNull(),
    endTime: time('end_time').notNull(),
    intervalWeeks: integer('interval_weeks').notNull().default(1),
    holidayMode: text('holiday_mode', { enum: holidayModes }).notNull(),
    /** The grant of a season that it was created from; unique, so that it is created once, even if the publication restarts. */
    grantId: uuid('grant_id').unique(),
    skipped: jsonb().$type<SkippedDate[]>().notNull().default([]),
    createdBy: uuid('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('booking_series_order', sql`${table.endsOn} >= ${table.startsOn} and ${table.endTime} > ${table.startTime}`),
    check('booking_series_units', sql`cardinality(${table.unitIds}) > 0`),
    check('booking_series_rule', sql`${table.weekday} between 1 and 7 and ${table.intervalWeeks} between 1 and 8`),
    index('booking_series_club').on(table.club, table.startsOn),
    keyIndex('booking_series_organisation', table.organisationId),
    keyIndex('booking_series_department', table.departmentId),
    index('booking_series_facility').on(table.facilityId),
  ],
);

/** One use of a facility: single, or a date of a series. */
export const booking = pgTable(
  'booking',
  {
    id: uuid().primaryKey(),
    seriesId: uuid('series_id').references(() => bookingSeries.id, { onDelete: 'cascade' }),
    ...place,
    ...purpose,
    localDate: date('local_date').notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    state: text({ enum: bookingStates }).notNull(),
    /** The reason of the decision, in the words of those who made it. */
    reason: text().notNull().default(''),
    offer: jsonb().$type<CounterOffer>(),
    releasedAt: timestamp('released_at', { withTimezone: true }),
    takenOverFrom: uuid('taken_over_from'),
    /** The approved booking that a request would move: it keeps its time until the request is decided. */
    replacesId: uuid('replaces_id').references((): AnyPgColumn => booking.id, { onDelete: 'set null' }),
    /** The closure that displaced it. */
    displacedBy: uuid('displaced_by'),
    createdBy: uuid('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('booking_order', sql`${table.endsAt} > ${table.startsAt}`),
    check('booking_units', sql`cardinality(${table.unitIds}) > 0`),
    check('booking_holder', sql`(${table.organisationId} is null) = (${table.holder} = '')`),
    index('booking_organisation').on(table.organisationId, table.startsAt),
    check('booking_state', sql`${table.state} in ${oneOf(bookingStates)}`),
    uniqueIndex('booking_series_date')
      .on(table.seriesId, table.localDate)
      .where(sql`${table.state} not in ${oneOf(bookingSets.gone)}`),
    index('booking_plan').on(table.facilityId, table.startsAt),
    index('booking_club').on(table.club, table.startsAt),
    index('booking_end').on(table.endsAt),
    index('booking_replaces')
      .on(table.replacesId)
      .where(sql`${table.replacesId} is not null`),
    index('booking_waiting')
      .on(table.facilityId, table.startsAt)
      .where(sql`${table.state} in ${oneOf(bookingSets.waiting)}`),
    keyIndex('booking_series_key', table.seriesId),
    keyIndex('booking_department', table.departmentId),
  ],
);

/**
 * The occupancy of the units: the only source for whether a time is free. Blocking rows never overlap on one unit (an exclusion constraint
 * in the migration); requests and released times are stored here without blocking.
 */
export const occupancy = pgTable(
  'occupancy',
  {
    id: uuid().primaryKey().defaultRandom(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id, { onDelete: 'cascade' }),
    unitId: uuid('unit_id')
      .notNull()
      .references(() => facilityUnit.id, { onDelete: 'cascade' }),
    /** From the start to the end plus the facility's buffer. */
    during: tstzrange().notNull(),
    blocking: boolean().notNull(),
  },
  (table) => [
    check('occupancy_during', sql`not isempty(${table.during})`),
    index('occupancy_booking').on(table.bookingId),
    index('occupancy_unit').on(table.unitId),
  ],
);
