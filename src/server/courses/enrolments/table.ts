import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { enrolmentStates, enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { ShownOrder } from '#shared/courses/orders.ts';
import { orderMethods, noticeKinds, priceCategories, priceUnits } from '#shared/courses/courseWords.ts';
import { attendanceStates } from '#shared/courses/sessionStates.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { course, courseSession } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';

/** The arrival order on the waiting lists. */
export const enrolmentQueueSeq = pgSequence('enrolment_queue_seq');

/**
 * One binding order: what was shown above the button, and the payment method. Append-only. It names only the account; the persons are in
 * the enrolments that refer to it.
 */
export const enrolmentOrder = pgTable(
  'enrolment_order',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    courseId: uuid('course_id').references(() => course.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id').references(() => event.id, { onDelete: 'cascade' }),
    /** A card for several visits instead of a seat; card_product refers to this table, so the key is in the migration. */
    productId: uuid('product_id'),
    placedAt: instant('placed_at').notNull(),
    placedBy: uuid('placed_by').references(() => appUser.id, { onDelete: 'set null' }),
    /** Null if nothing was chosen; then the club's default applies. */
    method: text({ enum: orderMethods }),
    /** Nothing is due before this day; null if nothing is to be paid. */
    dueOn: date('due_on'),
    shown: jsonb().$type<ShownOrder>().notNull(),
  },
  (table) => [
    check('enrolment_order_one_target', sql`num_nonnulls(${table.courseId}, ${table.eventId}, ${table.productId}) = 1`),
    check('enrolment_order_method', sql`${table.method} in ${oneOf(orderMethods)}`),
    index('enrolment_order_course').on(table.courseId),
    index('enrolment_order_event').on(table.eventId),
    keyIndex('enrolment_order_product', table.productId),
    keyIndex('enrolment_order_placed_by', table.placedBy),
  ],
);

/** One enrolment of one person. `enrolmentSets` in #shared/courses/enrolmentStates.ts says which states occupy a seat. */
export const enrolment = pgTable(
  'enrolment',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** Hashes of the links that open /registration/{token} without an account. */
    linkHashes: linkHashesColumn(),
    courseId: uuid('course_id').references(() => course.id),
    /** An event instead of a course. */
    eventId: uuid('event_id').references(() => event.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    registeredBy: uuid('registered_by').references(() => appUser.id, { onDelete: 'set null' }),
    registeredAt: instant('registered_at').notNull(),
    channel: text({ enum: ['web', 'staff', 'import', 'phone'] })
      .notNull()
      .default('web'),
    state: text({ enum: enrolmentStates }).notNull(),
    queueClass: integer('queue_class').notNull().default(30),
    queueRank: bigint('queue_rank', { mode: 'number' }),
    groupKey: uuid('group_key'),
    offerExpiresAt: instant('offer_expires_at'),
    /** When the hold of an unconfirmed address ends. */
    holdExpiresAt: instant('hold_expires_at'),
    /** Hash of a key created by the browser; an enrolment with a corrected address uses it to release the first one. */
    holdKeyHash: text('hold_key_hash'),
    guests: integer().notNull().default(0),
    /** The recipient of mails if no account acts for the person. */
    contactEmail: text('contact_email'),
    guardianName: text('guardian_name'),
    priceCategory: text('price_category', { enum: priceCategories }),
    /** The price of the seat as shown; charges are computed from the full price (`owedFor`). */
    priceCents: integer('price_cents'),
    /** The price of the whole offer, stored with the enrolment; null in older rows, where only `priceCents` is known. */
    fullPriceCents: integer('full_price_cents'),
    /** The office chose the price group: it stays whatever the person's age and membership say. */
    keepsPriceGroup: boolean('keeps_price_group').notNull().default(false),
    /** The unit of the price, stored with it. */
    pricePer: text('price_per', { enum: priceUnits }),
    cancelFeeCents: integer('cancel_fee_cents').notNull().default(0),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** The first day of a substitute; only in rows created before `startsOn` existed. */
    joinsFrom: date('joins_from'),
    /** The day of the first session of the seat; set when the person gets one. */
    startsOn: date('starts_on'),
    /** The last day, after notice, a change of groups, or a cancellation that still bills up to that day. */
    leavesOn: date('leaves_on'),
    /** Until when the owner's answer can be undone; a fee is charged only afterwards. Null once that is over. */
    undoUntil: instant('undo_until'),
    /** The state before that answer. */
    undoState: text('undo_state', { enum: enrolmentStates }),
    /** Until when the seat can be cancelled for free, set when the person got it; null in older rows. */
    freeUntil: instant('free_until'),
    /** The billed period if it differs from the days of the seat, after a change of groups. */
    billedFrom: date('billed_from'),
    billedUntil: date('billed_until'),
    /** Start of the minimum term, for people who came from another group. */
    termFrom: date('term_from'),
    noticeAt: instant('notice_at'),
    noticeKind: text('notice_kind', { enum: noticeKinds }),
    answers: jsonb().$type<{ [question: string]: string }>().notNull().default({}),
    /** The order that made it binding; null in older rows and for enrolments by staff. */
    orderId: uuid('order_id').references(() => enrolmentOrder.id, { onDelete: 'set null' }),
    staffNote: text('staff_note'),
    replacedBy: uuid('replaced_by'),
    /** The other enrolment of a swap: it waits for this one's group and holds the seat that this one waits for. */
    swapWith: uuid('swap_with'),
    swapUntil: instant('swap_until'),
    /** The terms shown to the family that agreed to the swap. */
    swapShown: text('swap_shown'),
    /** The enrolment in the group that the person left for this one. */
    movedFrom: uuid('moved_from'),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('enrolment_links').using('gin', table.linkHashes),
    check('enrolment_one_target', sql`num_nonnulls(${table.courseId}, ${table.eventId}) = 1`),
    check('enrolment_state', sql`${table.state} in ${oneOf(enrolmentStates)}`),
    check('enrolment_offer', sql`${table.state} <> 'offered' or ${table.offerExpiresAt} is not null`),
    check('enrolment_hold_ends', sql`(${table.state} = 'unverified') = (${table.holdExpiresAt} is not null)`),
    check('enrolment_rank', sql`${table.state} <> 'waitlisted' or ${table.queueRank} is not null`),
    index('enrolment_undo')
      .on(table.undoUntil)
      .where(sql`${table.undoUntil} is not null`),
    check('enrolment_undo_state', sql`${table.undoState} in ${oneOf(enrolmentStates)}`),
    check('enrolment_leaves', sql`${table.leavesOn} >= ${table.startsOn}`),
    check('enrolment_notice_kind', sql`${table.noticeKind} in ${oneOf(noticeKinds)}`),
    index('enrolment_leaving')
      .on(table.leavesOn)
      .where(sql`${table.state} = 'confirmed' and ${table.leavesOn} is not null`),
    check('enrolment_price_per', sql`${table.pricePer} in ${oneOf(priceUnits)}`),
    check('enrolment_full_price', sql`${table.fullPriceCents} >= 0`),
    check('enrolment_price', sql`${table.priceCents} >= 0 and ${table.cancelFeeCents} >= 0 and ${table.guests} >= 0`),
    uniqueIndex('enrolment_one_active_course')
      .on(table.courseId, table.personId)
      .where(sql`${table.state} in ${oneOf(enrolmentSets.active)}`),
    uniqueIndex('enrolment_one_active_event')
      .on(table.eventId, table.personId)
      .where(sql`${table.state} in ${oneOf(enrolmentSets.active)}`),
    index('enrolment_queue')
      .on(table.courseId, table.queueClass, table.queueRank)
      .where(sql`${table.state} = 'waitlisted'`),
    index('enrolment_occupying')
      .on(table.courseId, table.state)
      .where(sql`${table.state} in ${oneOf(enrolmentSets.active)}`),
    index('enrolment_event')
      .on(table.eventId, table.state)
      .where(sql`${table.eventId} is not null`),
    index('enrolment_due')
      .on(table.offerExpiresAt)
      .where(sql`${table.state} = 'offered'`),
    index('enrolment_hold')
      .on(table.holdKeyHash)
      .where(sql`${table.state} = 'unverified'`),
    index('enrolment_person').on(table.personId),
    index('enrolment_course').on(table.courseId, table.state),
    index('enrolment_registered').on(table.club, table.registeredAt),
    index('enrolment_moved_from')
      .on(table.movedFrom)
      .where(sql`${table.movedFrom} is not null`),
    index('enrolment_of_order')
      .on(table.orderId)
      .where(sql`${table.orderId} is not null`),
    index('enrolment_group')
      .on(table.groupKey)
      .where(sql`${table.groupKey} is not null`),
    keyIndex('enrolment_registered_by', table.registeredBy),
  ],
);

/** History of an enrolment's states: who, when, from, to, why. */
export const enrolmentLog = pgTable(
  'enrolment_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    club: clubColumn(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolment.id, { onDelete: 'cascade' }),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    at: instant('at').notNull(),
    byUser: uuid('by_user').references(() => appUser.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (table) => [index('enrolment_log_enrolment').on(table.enrolmentId, table.id), keyIndex('enrolment_log_by', table.byUser)],
);

/** The attendance of a person at a session. The last mark wins; marks from a device have an id chosen by the device. */
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
    enrolmentId: uuid('enrolment_id').references(() => enrolment.id, { onDelete: 'set null' }),
    state: text({ enum: attendanceStates }).notNull(),
    markedBy: uuid('marked_by').references(() => appUser.id, { onDelete: 'set null' }),
    markedAt: instant('marked_at').notNull(),
    clientId: text('client_id'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.personId] }),
    check('attendance_state', sql`${table.state} in ${oneOf(attendanceStates)}`),
    index('attendance_person').on(table.personId),
    index('attendance_enrolment').on(table.enrolmentId),
    keyIndex('attendance_marked_by', table.markedBy),
  ],
);
