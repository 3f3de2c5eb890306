import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/clubs.ts';
import { eventKinds, eventStates } from '#shared/events.ts';
import { club } from '../clubs/table.ts';
import { facility } from '../facilities/table.ts';

/** Dates that a club announces. */
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
    isMembersOnly: boolean('is_members_only').notNull().default(false),
    state: text({ enum: eventStates }).notNull().default('draft'),
    /** What an imported calendar calls it, so that a second import knows it again. */
    importKey: text('import_key'),
    createdBy: uuid('created_by'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('event_order', sql`${table.endsAt} > ${table.startsAt}`),
    check('event_kind', sql`${table.kind} in ('match', 'tournament', 'meeting', 'festival', 'trip', 'camp', 'workshop', 'other')`),
    check('event_state', sql`${table.state} in ('draft', 'published', 'held', 'cancelled', 'archived')`),
    uniqueIndex('event_import').on(table.club, table.importKey),
    index('event_programme').on(table.startsAt, table.club),
  ],
);
