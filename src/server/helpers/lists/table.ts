import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, text, unique, uniqueIndex, uuid, boolean } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { assignmentStates, operationalStates, visibilities } from '#shared/helpers/operationalWords.ts';
import { club, clubColumn } from '#server/club/clubs/table.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { instant } from '#server/platform/database/columns.ts';

const oneOf = (words: readonly string[]) => sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`);

/** Helper lists (the specification's collection "operational", domain.md 6.10): of an event, or free-standing. */
export const operational = pgTable(
  'operational',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    eventId: uuid('event_id').references(() => event.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    state: text({ enum: operationalStates }).notNull().default('draft'),
    visibility: text({ enum: visibilities }).notNull().default('members'),
    /** Opens /helpers/{token}. */
    publicToken: text('public_token').notNull(),
    reminderDays: integer('reminder_days').notNull().default(2),
    contact: text().notNull().default(''),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('operational_state', sql`${table.state} in ${oneOf(operationalStates)}`),
    check('operational_visibility', sql`${table.visibility} in ${oneOf(visibilities)}`),
    check('operational_days', sql`${table.endsOn} >= ${table.startsOn}`),
    check('operational_reminder', sql`${table.reminderDays} between 0 and 30`),
    uniqueIndex('operational_token').on(table.publicToken),
    index('operational_club').on(table.club, table.startsOn),
  ],
);

/** One duty: a task at a time, with the number of people that it needs. Its row is the lock of its places. */
export const operationalShift = pgTable(
  'operational_shift',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    operationalId: uuid('operational_id')
      .notNull()
      .references(() => operational.id, { onDelete: 'cascade' }),
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
    /** Of a list that several clubs fill: the one that finds the helpers of this duty. */
    responsibleClub: text('responsible_club')
      .$type<ClubName>()
      .references(() => club.name),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('operational_shift_times', sql`${table.endsAt} > ${table.startsAt}`),
    check('operational_shift_needed', sql`${table.needed} > 0`),
    // The times stand in each assignment as well, held equal by its foreign key.
    unique('operational_shift_span').on(table.id, table.startsAt, table.endsAt),
    index('operational_shift_list').on(table.operationalId, table.startsAt),
  ],
);

/** Somebody on a duty: a person of the club, or a guest by name and mail. Which states hold a place stands in places.ts. */
export const operationalAssignment = pgTable(
  'operational_assignment',
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
    /** The same helper has the same key: the person, or a guest by mail and name. No two duties of it overlap. */
    helperKey: text('helper_key').notNull(),
    state: text({ enum: assignmentStates }).notNull(),
    seeksRelief: boolean('seeks_relief').notNull().default(false),
    comment: text().notNull().default(''),
    creditedMinutes: integer('credited_minutes'),
    manageToken: text('manage_token').notNull(),
    holdExpiresAt: instant('hold_expires_at'),
    remindedAt: instant('reminded_at'),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
  },
  (table) => [
    foreignKey({
      name: 'operational_assignment_shift',
      columns: [table.shiftId, table.startsAt, table.endsAt],
      foreignColumns: [operationalShift.id, operationalShift.startsAt, operationalShift.endsAt],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    check('operational_assignment_state', sql`${table.state} in ${oneOf(assignmentStates)}`),
    check('operational_assignment_who', sql`num_nonnulls(${table.personId}, ${table.guestName}) >= 1`),
    check('operational_assignment_hold', sql`(${table.state} = 'unverified') = (${table.holdExpiresAt} is not null)`),
    check('operational_assignment_credit', sql`${table.creditedMinutes} between 0 and 1440`),
    uniqueIndex('operational_assignment_token').on(table.manageToken),
    uniqueIndex('operational_once')
      .on(table.shiftId, table.helperKey)
      .where(sql`${table.state} in ('unverified', 'confirmed', 'standby', 'done')`),
    index('operational_assignment_places').on(table.shiftId, table.state),
    index('operational_assignment_person').on(table.personId),
    index('operational_assignment_user').on(table.createdBy),
    index('operational_assignment_hold_end')
      .on(table.holdExpiresAt)
      .where(sql`${table.state} = 'unverified'`),
  ],
);

/** A thing that is to be brought along to what a list is for, and how many of it. Its row is the lock of its pledges. */
export const operationalItem = pgTable(
  'operational_item',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    operationalId: uuid('operational_id')
      .notNull()
      .references(() => operational.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    needed: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('operational_item_needed', sql`${table.needed} between 1 and 500`),
    unique('operational_item_label').on(table.operationalId, table.label),
  ],
);

/** Who brings how many of a thing: a person of the club, or somebody by name and mail. */
export const operationalItemPledge = pgTable(
  'operational_item_pledge',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => operationalItem.id, { onDelete: 'cascade' }),
    personId: uuid('person_id').references(() => person.id, { onDelete: 'cascade' }),
    guestName: text('guest_name'),
    guestEmail: text('guest_email'),
    quantity: integer().notNull(),
    /** Takes the pledge back, from the link in the mail. */
    manageToken: text('manage_token').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('operational_item_pledge_quantity', sql`${table.quantity} > 0`),
    check('operational_item_pledge_who', sql`num_nonnulls(${table.personId}, ${table.guestName}) >= 1`),
    uniqueIndex('operational_item_pledge_token').on(table.manageToken),
    index('operational_item_pledge_item').on(table.itemId),
    index('operational_item_pledge_person').on(table.personId),
  ],
);
