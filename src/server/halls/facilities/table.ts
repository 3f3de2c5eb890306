import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { keyIndex, oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { defectStates } from '#shared/halls/defects.ts';
import { facilityKinds, ownerKinds, publicDetails } from '#shared/halls/facilities.ts';
import { club } from '#server/club/clubs/table.ts';

/** Halls and grounds. The managing club's board decides on bookings and closures; those of the town are managed by GSV. */
export const facility = pgTable(
  'facility',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    kind: text({ enum: facilityKinds }).notNull(),
    ownerKind: text('owner_kind', { enum: ownerKinds }).notNull(),
    ownerClub: text('owner_club')
      .$type<ClubName>()
      .references(() => club.name),
    ownerName: text('owner_name').notNull().default(''),
    managerClub: text('manager_club')
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    street: text().notNull().default(''),
    postcode: text().notNull().default(''),
    city: text().notNull().default(''),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    surface: text().notNull().default(''),
    capacityPersons: integer('capacity_persons'),
    equipment: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    isAccessible: boolean('is_accessible').notNull().default(false),
    description: text().notNull().default(''),
    image: text().notNull().default(''),
    imageAlt: text('image_alt').notNull().default(''),
    rulesFile: text('rules_file').notNull().default(''),
    caretakerName: text('caretaker_name').notNull().default(''),
    caretakerPhone: text('caretaker_phone').notNull().default(''),
    keyNote: text('key_note').notNull().default(''),
    gridMinutes: integer('grid_minutes').notNull().default(15),
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    minMinutes: integer('min_minutes').notNull().default(15),
    maxMinutes: integer('max_minutes').notNull().default(1440),
    leadDays: integer('lead_days').notNull().default(0),
    maxAdvanceDays: integer('max_advance_days').notNull().default(400),
    minParticipants: integer('min_participants'),
    needsApproval: boolean('needs_approval').notNull().default(true),
    closedInSchoolHolidays: boolean('closed_in_school_holidays').notNull().default(true),
    closedOnPublicHolidays: boolean('closed_on_public_holidays').notNull().default(true),
    publicDetail: text('public_detail', { enum: publicDetails }).notNull().default('club'),
    isActive: boolean('is_active').notNull().default(true),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('facility_kind', sql`${table.kind} in ${oneOf(facilityKinds)}`),
    check('facility_public_detail', sql`${table.publicDetail} in ${oneOf(publicDetails)}`),
    check('facility_grid', sql`${table.gridMinutes} in (5, 10, 15, 20, 30, 60)`),
    check('facility_minutes', sql`${table.bufferMinutes} >= 0 and ${table.minMinutes} > 0 and ${table.maxMinutes} >= ${table.minMinutes}`),
    check('facility_capacity', sql`${table.capacityPersons} > 0`),
    check('facility_owner', sql`${table.ownerKind} <> 'club' or ${table.ownerClub} is not null`),
    index('facility_manager').on(table.managerClub, table.name),
  ],
);

/** The smallest bookable units; the whole hall is all of its units. */
export const facilityUnit = pgTable(
  'facility_unit',
  {
    id: uuid().primaryKey().defaultRandom(),
    facilityId: uuid('facility_id')
      .notNull()
      .references(() => facility.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    sort: integer().notNull().default(0),
    /** The first day on which it can no longer be booked. */
    retiredOn: date('retired_on'),
  },
  (table) => [uniqueIndex('facility_unit_label').on(table.facilityId, sql`lower(${table.label})`)],
);

/** The opening hours of a facility on a weekday; several rows for several periods of the day or the year. */
export const facilityOpening = pgTable(
  'facility_opening',
  {
    id: uuid().primaryKey().defaultRandom(),
    facilityId: uuid('facility_id')
      .notNull()
      .references(() => facility.id, { onDelete: 'cascade' }),
    weekday: integer().notNull(),
    opens: time().notNull(),
    closes: time().notNull(),
    validFrom: date('valid_from'),
    validTo: date('valid_to'),
  },
  (table) => [
    check('facility_opening_weekday', sql`${table.weekday} between 1 and 7`),
    check('facility_opening_order', sql`${table.closes} > ${table.opens}`),
    index('facility_opening_facility').on(table.facilityId, table.weekday),
  ],
);

/** A defect reported at the door. */
export const defect = pgTable(
  'defect',
  {
    id: uuid().primaryKey().defaultRandom(),
    facilityId: uuid('facility_id')
      .notNull()
      .references(() => facility.id, { onDelete: 'cascade' }),
    unitId: uuid('unit_id').references(() => facilityUnit.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** A data URL, re-encoded by the server, so that nothing of the uploaded file itself is stored. */
    photo: text(),
    reportedBy: text('reported_by').notNull().default(''),
    reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
    state: text({ enum: defectStates }).notNull().default('open'),
    responsible: text().notNull().default(''),
    note: text().notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('defect_state', sql`${table.state} in ${oneOf(defectStates)}`),
    index('defect_facility').on(table.facilityId, table.reportedAt),
    keyIndex('defect_unit', table.unitId),
  ],
);
