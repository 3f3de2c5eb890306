import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, text, unique, uniqueIndex, uuid, boolean } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { assignmentStates, helperListStates, visibilities, assignmentSets } from '#shared/helpers/helperListWords.ts';
import { club, clubColumn } from '#server/club/clubs/table.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';

/** Helper lists (collection "operational" of the specification), of an event or independent of one. */
export const helperList = pgTable(
  'helper_list',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    eventId: uuid('event_id').references(() => event.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    state: text({ enum: helperListStates }).notNull().default('draft'),
    visibility: text({ enum: visibilities }).notNull().default('members'),
    /** The token in the URL /helpers/{token}. */
    publicToken: text('public_token').notNull(),
    reminderDays: integer('reminder_days').notNull().default(2),
    contact: text().notNull().default(''),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('helper_list_state', sql`${table.state} in ${oneOf(helperListStates)}`),
    check('helper_list_visibility', sql`${table.visibility} in ${oneOf(visibilities)}`),
    check('helper_list_days', sql`${table.endsOn} >= ${table.startsOn}`),
    check('helper_list_reminder', sql`${table.reminderDays} between 0 and 30`),
    uniqueIndex('helper_list_token').on(table.publicToken),
    index('helper_list_club').on(table.club, table.startsOn),
    keyIndex('helper_list_event', table.eventId),
  ],
);

/** A shift of a list: a task, a period and the number of helpers needed. Its row is locked for every change of its seats. */
export const shift = pgTable(
  'shift',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    helperListId: uuid('helper_list_id')
      .notNull()
      .references(() => helperList.id, { onDelete: 'cascade' }),
    area: text().notNull().default(''),
    task: text().notNull(),
    place: text().notNull().default(''),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    needed: integer().notNull(),
    ageMin: integer('age_min'),
    contact: text().notNull().default(''),
    note: text().notNull().default(''),
    creditMinutes: integer('credit_minutes'),
    /** For a list of several clubs: the club that provides the helpers of this shift. */
    responsibleClub: text('responsible_club')
      .$type<ClubName>()
      .references(() => club.name),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('shift_times', sql`${table.endsAt} > ${table.startsAt}`),
    check('shift_needed', sql`${table.needed} > 0`),
    // The times are repeated in each assignment; its foreign key keeps them equal.
    unique('shift_span').on(table.id, table.startsAt, table.endsAt),
    index('shift_list').on(table.helperListId, table.startsAt),
  ],
);

/**
 * An assignment of a helper to a shift: a person of the club, or a guest with name and e-mail. `assignmentSets` tells which states hold a seat.
 */
export const assignment = pgTable(
  'assignment',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    shiftId: uuid('shift_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    personId: uuid('person_id').references(() => person.id, { onDelete: 'cascade' }),
    guestName: text('guest_name'),
    guestEmail: text('guest_email'),
    guestPhone: text('guest_phone'),
    /** Identifies the helper: by person id, or by e-mail and name of a guest. Shifts of the same key must not overlap. */
    helperKey: text('helper_key').notNull(),
    state: text({ enum: assignmentStates }).notNull(),
    seeksRelief: boolean('seeks_relief').notNull().default(false),
    comment: text().notNull().default(''),
    creditedMinutes: integer('credited_minutes'),
    /** Hashes of the links in e-mails to the helper. */
    linkHashes: linkHashesColumn(),
    holdExpiresAt: instant('hold_expires_at'),
    remindedAt: instant('reminded_at'),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
  },
  (table) => [
    foreignKey({
      name: 'assignment_shift',
      columns: [table.shiftId, table.startsAt, table.endsAt],
      foreignColumns: [shift.id, shift.startsAt, shift.endsAt],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    check('assignment_state', sql`${table.state} in ${oneOf(assignmentStates)}`),
    check('assignment_who', sql`num_nonnulls(${table.personId}, ${table.guestName}) >= 1`),
    check('assignment_hold', sql`(${table.state} = 'unverified') = (${table.holdExpiresAt} is not null)`),
    check('assignment_credit', sql`${table.creditedMinutes} between 0 and 1440`),
    index('assignment_links').using('gin', table.linkHashes),
    uniqueIndex('assignment_once')
      .on(table.shiftId, table.helperKey)
      .where(sql`${table.state} in ${oneOf(assignmentSets.kept)}`),
    index('assignment_seats').on(table.shiftId, table.state),
    index('assignment_person').on(table.personId),
    index('assignment_user').on(table.createdBy),
    index('assignment_hold_end')
      .on(table.holdExpiresAt)
      .where(sql`${table.state} = 'unverified'`),
  ],
);

/** An item to bring, and the quantity needed. Its row is locked for every change of its pledges. */
export const item = pgTable(
  'item',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    helperListId: uuid('helper_list_id')
      .notNull()
      .references(() => helperList.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    needed: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('item_needed', sql`${table.needed} between 1 and 500`), unique('item_label').on(table.helperListId, table.label)],
);

/** A pledge for an item: by a person of the club, or a guest with name and e-mail. */
export const itemPledge = pgTable(
  'item_pledge',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => item.id, { onDelete: 'cascade' }),
    personId: uuid('person_id').references(() => person.id, { onDelete: 'cascade' }),
    guestName: text('guest_name'),
    guestEmail: text('guest_email'),
    quantity: integer().notNull(),
    /** Hashes of the links in e-mails that withdraw the pledge. */
    linkHashes: linkHashesColumn(),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('item_pledge_quantity', sql`${table.quantity} > 0`),
    check('item_pledge_who', sql`num_nonnulls(${table.personId}, ${table.guestName}) >= 1`),
    index('item_pledge_links').using('gin', table.linkHashes),
    index('item_pledge_item').on(table.itemId),
    index('item_pledge_person').on(table.personId),
    keyIndex('item_pledge_created_by', table.createdBy),
  ],
);
