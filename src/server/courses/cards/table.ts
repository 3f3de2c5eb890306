import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cardProductStates, cardStates } from '#shared/courses/cards/cardRules.ts';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { enrolmentOrder } from '../enrolments/table.ts';
import { course, courseSession } from '../offers/table.ts';

/** A card product of a club: a number of visits to a department or to certain courses, at a price, valid for some months. */
export const cardProduct = pgTable(
  'card_product',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    title: text().notNull(),
    visits: integer().notNull(),
    cents: integer().notNull(),
    validMonths: integer('valid_months').notNull(),
    /** All courses of this department; null if courses are listed in card_product_course. A trigger ensures exactly one of both. */
    departmentId: uuid('department_id').references(() => department.id),
    taxSphere: text('tax_sphere', { enum: taxSpheres }).notNull().default('purpose'),
    state: text({ enum: cardProductStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('card_product_title', sql`length(${table.title}) between 1 and 80`),
    check('card_product_visits', sql`${table.visits} between 1 and 50`),
    check('card_product_cents', sql`${table.cents} between 1 and 1000000`),
    check('card_product_months', sql`${table.validMonths} between 1 and 36`),
    check('card_product_sphere', sql`${table.taxSphere} in ${oneOf(taxSpheres)}`),
    check('card_product_state', sql`${table.state} in ${oneOf(cardProductStates)}`),
    index('card_product_list').on(table.club, table.state),
    keyIndex('card_product_department', table.departmentId),
  ],
);

/** A course covered by a product. */
export const cardProductCourse = pgTable(
  'card_product_course',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => cardProduct.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id')
      .notNull()
      .references(() => course.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.productId, table.courseId] }), index('card_product_course_course').on(table.courseId)],
);

/** A sold card. Title, visits and price are frozen; used visits are counted by a trigger. */
export const punchCard = pgTable(
  'punch_card',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    productId: uuid('product_id')
      .notNull()
      .references(() => cardProduct.id),
    title: text().notNull(),
    visits: integer().notNull(),
    cents: integer().notNull(),
    /** The holder, who pays or whose payer does; further users are in punch_card_person. */
    holderId: uuid('holder_id')
      .notNull()
      .references(() => person.id),
    /** Visits deducted by attendance: the rows of card_visit, counted by a trigger. */
    used: integer().notNull().default(0),
    /** Visits deducted by staff; negative if added. */
    corrected: integer().notNull().default(0),
    /** The order by which a family bought it; null if sold by staff. */
    orderId: uuid('order_id').references(() => enrolmentOrder.id, { onDelete: 'set null' }),
    validFrom: date('valid_from').notNull(),
    validUntil: date('valid_until').notNull(),
    state: text({ enum: cardStates }).notNull().default('sold'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    /** The account that bought it for the family, or sold it. */
    soldBy: uuid('sold_by').references(() => appUser.id, { onDelete: 'set null' }),
    soldAt: instant('sold_at').notNull(),
    /** When its users were notified that few visits are left, and that it expires. */
    toldLowAt: instant('told_low_at'),
    toldEndAt: instant('told_end_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    // Guards against concurrent writes: never negative, and never more than was bought.
    check('punch_card_left', sql`${table.used} >= 0 and ${table.used} + ${table.corrected} between 0 and ${table.visits}`),
    check('punch_card_visits', sql`${table.visits} between 1 and 50 and ${table.cents} >= 0`),
    check('punch_card_days', sql`${table.validUntil} >= ${table.validFrom}`),
    check('punch_card_state', sql`${table.state} in ${oneOf(cardStates)}`),
    check('punch_card_cancelled', sql`(${table.state} = 'cancelled') = (${table.cancelledAt} is not null)`),
    index('punch_card_list').on(table.club, table.soldAt, table.id),
    index('punch_card_product').on(table.productId),
    index('punch_card_holder').on(table.holderId),
    index('punch_card_ending').on(table.validUntil),
    keyIndex('punch_card_order', table.orderId),
    keyIndex('punch_card_sold_by', table.soldBy),
  ],
);

/** A user of a card: one person, or several of a family. */
export const punchCardPerson = pgTable(
  'punch_card_person',
  {
    cardId: uuid('card_id')
      .notNull()
      .references(() => punchCard.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.personId] }), index('punch_card_person_person').on(table.personId)],
);

/**
 * One visit of one person to one session, however many devices mark it. It is deducted from a card, or open until staff
 * sell a card or settle it otherwise. Maintained with the mark by the trigger settle_card_visit.
 */
export const cardVisit = pgTable(
  'card_visit',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => courseSession.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    /** Null while open, and if settled without a card. */
    cardId: uuid('card_id').references(() => punchCard.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** Settled without a card. */
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by').references(() => appUser.id, { onDelete: 'set null' }),
    settledNote: text('settled_note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.personId] }),
    check('card_visit_settled', sql`${table.cardId} is null or ${table.settledAt} is null`),
    index('card_visit_person').on(table.personId),
    keyIndex('card_visit_card', table.cardId),
    keyIndex('card_visit_settled_by', table.settledBy),
    index('card_visit_open')
      .on(table.club, table.at)
      .where(sql`${table.cardId} is null and ${table.settledAt} is null`),
  ],
);
