import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pageStates } from '#shared/content/contentPages.ts';
import { legalKinds } from '#shared/content/legalPages.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { club } from '#server/club/clubs/table.ts';

/** The content pages of the clubs as a tree. Published ones are public, so the table has no row-level security. */
export const page = pgTable(
  'page',
  {
    id: uuid().primaryKey().defaultRandom(),
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    slug: text().notNull(),
    title: text().notNull(),
    body: jsonb().$type<RichText>().notNull(),
    state: text({ enum: pageStates }).notNull().default('draft'),
    menuLabel: text('menu_label').notNull().default(''),
    menuOrder: integer('menu_order').notNull().default(0),
    parentId: uuid('parent_id'),
    legalKind: text('legal_kind', { enum: legalKinds }),
    updatedBy: text('updated_by').notNull().default(''),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('page_state', sql`${table.state} in ${oneOf(pageStates)}`),
    check('page_legal_kind', sql`${table.legalKind} in ${oneOf(legalKinds)}`),
    check('page_own_parent', sql`${table.parentId} <> ${table.id}`),
    unique('page_slug').on(table.club, table.slug),
    // The parent must be a page of the same club, so its foreign key has both columns.
    unique('page_of_club').on(table.id, table.club),
    foreignKey({ name: 'page_parent', columns: [table.parentId, table.club], foreignColumns: [table.id, table.club] }),
    uniqueIndex('page_legal').on(table.club, table.legalKind),
    index('page_menu').on(table.club, table.parentId, table.menuOrder),
  ],
);

/** Revisions of a page, including the current one. */
export const pageRevision = pgTable(
  'page_revision',
  {
    pageId: uuid('page_id')
      .notNull()
      .references(() => page.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    title: text().notNull(),
    body: jsonb().$type<RichText>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.version] })],
);

/** Former slugs of a page; old links redirect to the current one. */
export const pageRedirect = pgTable(
  'page_redirect',
  {
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    slug: text().notNull(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => page.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.club, table.slug] }), index('page_redirect_page').on(table.pageId)],
);
