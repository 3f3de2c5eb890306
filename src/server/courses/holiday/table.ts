import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { roundSets, roundStates, wishOutcomes } from '#shared/courses/holiday/rules.ts';
import { requirableConsents } from '#shared/people/consents.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';

/** A round of wishes of a club or of the association; that its wishes are closed follows from the day. */
export const holidayRound = pgTable(
  'holiday_round',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    text: text().notNull().default(''),
    wishesUntil: date('wishes_until').notNull(),
    sendsOn: date('sends_on').notNull(),
    state: text({ enum: roundStates }).notNull().default('draft'),
    /** Of the lots: made when the wishes open, so that nobody can draw until they like it; public once the seats have gone out. */
    seed: text(),
    drawnAt: instant('drawn_at'),
    sentAt: instant('sent_at'),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('holiday_round_name', sql`length(${table.name}) between 1 and 80`),
    check('holiday_round_days', sql`${table.sendsOn} > ${table.wishesUntil}`),
    check('holiday_round_state', sql`${table.state} in ${oneOf(roundStates)}`),
    check('holiday_round_seed', sql`(${table.state} = 'draft') = (${table.seed} is null)`),
    check('holiday_round_drawn', sql`(${table.state} in ${oneOf(roundSets.fixed)}) = (${table.drawnAt} is not null)`),
    check('holiday_round_sent', sql`(${table.state} = 'sent') = (${table.sentAt} is not null)`),
    index('holiday_round_list').on(table.club, table.wishesUntil),
    keyIndex('holiday_round_created_by', table.createdBy),
  ],
);

/** An offer whose seats a round gives; its own club agreed. An offer is in one round only. */
export const holidayOffer = pgTable(
  'holiday_offer',
  {
    roundId: uuid('round_id')
      .notNull()
      .references(() => holidayRound.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => course.id, { onDelete: 'cascade' }),
    agreedBy: uuid('agreed_by').references(() => appUser.id, { onDelete: 'set null' }),
    agreedAt: instant('agreed_at').notNull(),
    /** Free seats and wishes when the lots were drawn. */
    seats: integer(),
    wishes: integer(),
    sentAt: instant('sent_at'),
    /** Up to which calling off the families were told. */
    offToldAt: instant('off_told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.roundId, table.courseId] }),
    uniqueIndex('holiday_offer_course').on(table.courseId),
    keyIndex('holiday_offer_agreed_by', table.agreedBy),
  ],
);

/** Friends who only come together, found by a short code. */
export const holidayGroup = pgTable(
  'holiday_group',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    roundId: uuid('round_id')
      .notNull()
      .references(() => holidayRound.id, { onDelete: 'cascade' }),
    code: text().notNull(),
  },
  (table) => [uniqueIndex('holiday_group_code').on(table.roundId, table.code)],
);

/** A child in a round. The club is that of the round, which sees the wishes. */
export const holidayChild = pgTable(
  'holiday_child',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    roundId: uuid('round_id')
      .notNull()
      .references(() => holidayRound.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    enteredBy: uuid('entered_by').references(() => appUser.id, { onDelete: 'set null' }),
    wants: integer().notNull(),
    groupId: uuid('group_id').references(() => holidayGroup.id, { onDelete: 'set null' }),
    /** Its seat among the friends: never more than four. */
    groupSeat: integer('group_seat'),
    lot: integer(),
    /** When its wishes were saved as they are: the day of the consents in them. */
    wishedAt: instant('wished_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('holiday_child_wants', sql`${table.wants} between 1 and 10`),
    check('holiday_child_seat', sql`${table.groupSeat} between 1 and 4`),
    uniqueIndex('holiday_child_once').on(table.roundId, table.personId),
    uniqueIndex('holiday_child_friends').on(table.groupId, table.groupSeat),
    index('holiday_child_person').on(table.personId),
    keyIndex('holiday_child_entered_by', table.enteredBy),
  ],
);

/** A wish of a child, and what became of it. */
export const holidayWish = pgTable(
  'holiday_wish',
  {
    childId: uuid('child_id')
      .notNull()
      .references(() => holidayChild.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id').notNull(),
    club: clubColumn(),
    roundId: uuid('round_id').notNull(),
    /** Among the wishes of the child: never more than ten. */
    position: integer().notNull(),
    stars: integer().notNull(),
    outcome: text({ enum: wishOutcomes }),
    reason: text().notNull().default(''),
    /** What the offer required when it was wished, and its parents ticked. */
    consents: text({ enum: requirableConsents }).array().notNull().default([]),
    /** When the seat, the place in the waiting list or the refusal was written. */
    sentAt: instant('sent_at'),
    /** When the family was told. */
    toldAt: instant('told_at'),
    enrolmentId: uuid('enrolment_id').references(() => enrolment.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.childId, table.courseId] }),
    foreignKey({
      name: 'holiday_wish_offer_fkey',
      columns: [table.roundId, table.courseId],
      foreignColumns: [holidayOffer.roundId, holidayOffer.courseId],
    }).onDelete('cascade'),
    unique('holiday_wish_position').on(table.childId, table.position),
    check('holiday_wish_position_range', sql`${table.position} between 1 and 10`),
    check('holiday_wish_stars', sql`${table.stars} between 1 and 3`),
    check('holiday_wish_outcome', sql`${table.outcome} in ${oneOf(wishOutcomes)}`),
    index('holiday_wish_offer').on(table.roundId, table.courseId),
    keyIndex('holiday_wish_enrolment', table.enrolmentId),
  ],
);
