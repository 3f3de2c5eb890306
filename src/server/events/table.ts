import { sql } from 'drizzle-orm';
import { index, boolean, check, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { keyIndex, oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { eventRegistrations, eventStates } from '#shared/events/events.ts';
import { eventKinds } from '#shared/events/eventKinds.ts';
import { club } from '#server/club/clubs/table.ts';
import { facility } from '#server/halls/facilities/table.ts';

/** The events of the clubs. */
export const event = pgTable(
  'event',
  {
    id: uuid().primaryKey(),
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    title: text().notNull(),
    kind: text({ enum: eventKinds }).notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    isAllDay: boolean('is_all_day').notNull().default(false),
    place: text().notNull().default(''),
    facilityId: uuid('facility_id').references(() => facility.id, { onDelete: 'set null' }),
    description: text().notNull().default(''),
    contact: text().notNull().default(''),
    image: text().notNull().default(''),
    imageAlt: text('image_alt').notNull().default(''),
    isMembersOnly: boolean('is_members_only').notNull().default(false),
    registration: text({ enum: eventRegistrations }).notNull().default('none'),
    /** Null: unlimited. */
    placesMax: integer('places_max'),
    hasWaitlist: boolean('has_waitlist').notNull().default(true),
    ageMin: integer('age_min'),
    ageMax: integer('age_max'),
    priceCents: integer('price_cents').notNull().default(0),
    opensAt: timestamp('opens_at', { withTimezone: true }),
    closesAt: timestamp('closes_at', { withTimezone: true }),
    cancelUntil: timestamp('cancel_until', { withTimezone: true }),
    state: text({ enum: eventStates }).notNull().default('draft'),
    /** The id in an imported calendar; a second import matches on it. */
    importKey: text('import_key'),
    createdBy: uuid('created_by'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('event_order', sql`${table.endsAt} > ${table.startsAt}`),
    check('event_kind', sql`${table.kind} in ('match', 'tournament', 'meeting', 'festival', 'trip', 'camp', 'workshop', 'other')`),
    check('event_state', sql`${table.state} in ${oneOf(eventStates)}`),
    check('event_registration', sql`${table.registration} in ('none', 'open', 'approval')`),
    check('event_places', sql`${table.placesMax} > 0 and ${table.priceCents} >= 0`),
    check('event_ages', sql`${table.ageMin} >= 0 and ${table.ageMax} >= ${table.ageMin}`),
    check('event_deadlines', sql`${table.closesAt} > ${table.opensAt}`),
    check('event_picture_text', sql`${table.image} = '' or ${table.imageAlt} <> ''`),
    uniqueIndex('event_import').on(table.club, table.importKey),
    index('event_programme').on(table.startsAt, table.club),
    keyIndex('event_facility', table.facilityId),
  ],
);
