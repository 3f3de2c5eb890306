import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ClubName, FooterLink } from '#shared/kernel/clubs.ts';

/** The club config entries (specification section 3) that a super may change. */
export const club = pgTable(
  'club',
  {
    name: text().$type<ClubName>().primaryKey(),
    image: text().notNull(),
    displayName: text('display_name').notNull(),
    slogan: text().notNull(),
    title: text().notNull(),
    hasContent: boolean('has_content').notNull(),
    hasNews: boolean('has_news').notNull(),
    hasParticipations: boolean('has_participations').notNull(),
    hasOperationals: boolean('has_operationals').notNull(),
    footerLinks: jsonb('footer_links').$type<FooterLink[]>().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [check('club_name_upper', sql`${table.name} = upper(${table.name})`)],
);

/** The club column of a record. */
export const clubColumn = (name = 'club') =>
  text(name)
    .$type<ClubName>()
    .notNull()
    .references(() => club.name);
