import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { priceCategories } from '#shared/courses/courseWords.ts';
import type { ComingPrices } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';

/**
 * A price change for the participants of a permanent group. A period costs the price of its first day, so rows are never changed, only
 * withdrawn before their day.
 */
export const coursePriceChange = pgTable(
  'course_price_change',
  {
    id: uuid().primaryKey(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => course.id, { onDelete: 'cascade' }),
    validFrom: date('valid_from').notNull(),
    prices: jsonb().$type<ComingPrices['prices']>().notNull(),
    reason: text().notNull().default(''),
    announcedAt: instant('announced_at').notNull(),
    announcedBy: uuid('announced_by').references(() => appUser.id, { onDelete: 'set null' }),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: uuid('withdrawn_by').references(() => appUser.id, { onDelete: 'set null' }),
    /** When it became the price of the course. */
    appliedAt: instant('applied_at'),
  },
  (table) => [
    check('course_price_change_day', sql`extract(day from ${table.validFrom}) = 1`),
    check('course_price_change_end', sql`num_nonnulls(${table.withdrawnAt}, ${table.appliedAt}) < 2`),
    uniqueIndex('course_price_change_once')
      .on(table.courseId, table.validFrom)
      .where(sql`${table.withdrawnAt} is null`),
    // Only one at a time, because pages show a single day with its prices.
    uniqueIndex('course_price_change_coming')
      .on(table.courseId)
      .where(sql`${table.withdrawnAt} is null and ${table.appliedAt} is null`),
    keyIndex('course_price_change_announced_by', table.announcedBy),
    keyIndex('course_price_change_withdrawn_by', table.withdrawnBy),
    index('course_price_change_course').on(table.courseId),
  ],
);

/**
 * From when a seat in a permanent group costs the price of another price group, because of the person's age or membership. A row that has begun
 * is never changed, since its periods may be billed.
 */
export const enrolmentPriceGroup = pgTable(
  'enrolment_price_group',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolment.id, { onDelete: 'cascade' }),
    fromOn: date('from_on').notNull(),
    category: text({ enum: priceCategories }).notNull(),
    cents: integer().notNull(),
    before: text({ enum: priceCategories }),
    toldAt: instant('told_at').notNull(),
    /** When it became the price group of the enrolment. */
    appliedAt: instant('applied_at'),
  },
  (table) => [
    check('enrolment_price_group_day', sql`extract(day from ${table.fromOn}) = 1`),
    check('enrolment_price_group_cents', sql`${table.cents} >= 0`),
    check('enrolment_price_group_category', sql`${table.category} in ${oneOf(priceCategories)}`),
    check('enrolment_price_group_before', sql`${table.before} in ${oneOf(priceCategories)}`),
    uniqueIndex('enrolment_price_group_once').on(table.enrolmentId, table.fromOn),
    index('enrolment_price_group_due')
      .on(table.fromOn)
      .where(sql`${table.appliedAt} is null`),
  ],
);
