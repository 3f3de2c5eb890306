import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { keyIndex, oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { newsStates } from '#shared/content/news.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { club } from '#server/club/clubs/table.ts';
import { department } from '#server/club/departments/table.ts';

/** News of the clubs. Visibility is computed from the dates at query time, without a job. */
export const news = pgTable(
  'news',
  {
    id: uuid().primaryKey().defaultRandom(),
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    slug: text().notNull(),
    title: text().notNull(),
    teaser: text().notNull().default(''),
    body: jsonb().$type<RichText>().notNull(),
    image: text().notNull().default(''),
    imageAlt: text('image_alt').notNull().default(''),
    author: text().notNull(),
    /** The department; null for an article of the whole club. */
    departmentId: uuid('department_id').references(() => department.id, { onDelete: 'set null' }),
    state: text({ enum: newsStates }).notNull().default('draft'),
    publishAt: timestamp('publish_at', { withTimezone: true, precision: 3 }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    isPinned: boolean('is_pinned').notNull().default(false),
    isShared: boolean('is_shared').notNull().default(false),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('news_state', sql`${table.state} in ${oneOf(newsStates)}`),
    check('news_published_when', sql`${table.state} <> 'published' or ${table.publishAt} is not null`),
    check('news_end', sql`${table.expiresAt} > ${table.publishAt}`),
    check('news_picture_text', sql`${table.image} = '' or ${table.imageAlt} <> ''`),
    unique('news_slug').on(table.club, table.slug),
    index('news_shown').on(table.club, table.isPinned, table.publishAt, table.id),
    keyIndex('news_department', table.departmentId),
  ],
);

/** Revisions of an article, including the current one. */
export const newsRevision = pgTable(
  'news_revision',
  {
    newsId: uuid('news_id')
      .notNull()
      .references(() => news.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    title: text().notNull(),
    teaser: text().notNull(),
    body: jsonb().$type<RichText>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.newsId, table.version] })],
);
