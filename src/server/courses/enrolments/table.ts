import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgSequence, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { attendanceStates, participationStates, priceCategories } from '#shared/courses/courseWords.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { course, courseSession } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { instant } from '#server/platform/database/columns.ts';

const oneOf = (words: readonly string[]) => sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`);

const activeStates = sql.raw("('unverified', 'pending', 'waitlisted', 'offered', 'confirmed')");

/** The order in which people came to the waiting lists. */
export const participationQueueSeq = pgSequence('participation_queue_seq');

/** One enrolment of one person. Which states count as a place stands in shared/participationRules.ts. */
export const participation = pgTable(
  'participation',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** Opens /registration/{token} without an account. */
    publicToken: text('public_token').notNull(),
    courseId: uuid('course_id').references(() => course.id),
    /** An event in place of a course. */
    eventId: uuid('event_id').references(() => event.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    registeredBy: uuid('registered_by').references(() => appUser.id, { onDelete: 'set null' }),
    registeredAt: instant('registered_at').notNull(),
    channel: text({ enum: ['web', 'staff', 'import', 'phone'] })
      .notNull()
      .default('web'),
    state: text({ enum: participationStates }).notNull(),
    queueClass: integer('queue_class').notNull().default(30),
    queueRank: bigint('queue_rank', { mode: 'number' }),
    groupKey: uuid('group_key'),
    offerExpiresAt: instant('offer_expires_at'),
    /** Until when an unconfirmed address keeps its place. */
    holdExpiresAt: instant('hold_expires_at'),
    guests: integer().notNull().default(0),
    /** Where mails about this enrolment go when nobody's account stands behind it. */
    contactEmail: text('contact_email'),
    guardianName: text('guardian_name'),
    priceCategory: text('price_category', { enum: priceCategories }),
    priceCents: integer('price_cents'),
    cancelFeeCents: integer('cancel_fee_cents').notNull().default(0),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    joinsFrom: date('joins_from'),
    answers: jsonb().$type<{ [question: string]: string }>().notNull().default({}),
    staffNote: text('staff_note'),
    replacedBy: uuid('replaced_by'),
    movedFrom: uuid('moved_from'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('participation_token').on(table.publicToken),
    check('participation_one_target', sql`num_nonnulls(${table.courseId}, ${table.eventId}) = 1`),
    check('participation_state', sql`${table.state} in ${oneOf(participationStates)}`),
    check('participation_offer', sql`${table.state} <> 'offered' or ${table.offerExpiresAt} is not null`),
    check('participation_rank', sql`${table.state} <> 'waitlisted' or ${table.queueRank} is not null`),
    check('participation_price', sql`${table.priceCents} >= 0 and ${table.cancelFeeCents} >= 0 and ${table.guests} >= 0`),
    uniqueIndex('participation_one_active_course')
      .on(table.courseId, table.personId)
      .where(sql`${table.state} in ${activeStates}`),
    uniqueIndex('participation_one_active_event')
      .on(table.eventId, table.personId)
      .where(sql`${table.state} in ${activeStates}`),
    index('participation_queue')
      .on(table.courseId, table.queueClass, table.queueRank)
      .where(sql`${table.state} = 'waitlisted'`),
    index('participation_occupying')
      .on(table.courseId, table.state)
      .where(sql`${table.state} in ${activeStates}`),
    index('participation_event')
      .on(table.eventId, table.state)
      .where(sql`${table.eventId} is not null`),
    index('participation_due')
      .on(table.offerExpiresAt)
      .where(sql`${table.state} = 'offered'`),
    index('participation_person').on(table.personId),
    index('participation_group')
      .on(table.groupKey)
      .where(sql`${table.groupKey} is not null`),
  ],
);

/** Every change of a participation's state: who, when, from, to, why. */
export const participationLog = pgTable(
  'participation_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    club: clubColumn(),
    participationId: uuid('participation_id')
      .notNull()
      .references(() => participation.id, { onDelete: 'cascade' }),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    at: instant('at').notNull(),
    byUser: uuid('by_user').references(() => appUser.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (table) => [index('participation_log_participation').on(table.participationId, table.id)],
);

/** Who was there on which date. The last mark of a person wins; marks from a phone carry its own id of the mark. */
export const attendance = pgTable(
  'attendance',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => courseSession.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    participationId: uuid('participation_id').references(() => participation.id, { onDelete: 'set null' }),
    state: text({ enum: attendanceStates }).notNull(),
    markedBy: uuid('marked_by').references(() => appUser.id, { onDelete: 'set null' }),
    markedAt: instant('marked_at').notNull(),
    clientId: text('client_id'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.personId] }),
    check('attendance_state', sql`${table.state} in ${oneOf(attendanceStates)}`),
    index('attendance_person').on(table.personId),
  ],
);
