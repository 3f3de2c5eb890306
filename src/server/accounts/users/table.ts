import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { roleNames } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club } from '#server/club/clubs/table.ts';

/** The user documents (specification section 3), keyed by the id of the auth user. Row security separates the clubs. */
export const appUser = pgTable(
  'app_user',
  {
    id: uuid().primaryKey(),
    hasUser: boolean('has_user').notNull().default(true),
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    role: text({ enum: roleNames }).notNull().default('reader'),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    email: text().notNull(),
    memberId: text('member_id').notNull().default(''),
    logins: integer().notNull().default(0),
    lastLogin: timestamp('last_login', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    version: integer().notNull().default(1),
    /**
     * Sort keys as generated columns: under row security an expression index on `lower()` is not used, because `lower()` is not leakproof.
     */
    lastnameKey: text('lastname_key').generatedAlwaysAs(sql`lower(lastname)`),
    firstnameKey: text('firstname_key').generatedAlwaysAs(sql`lower(firstname)`),
  },
  (table) => [
    check('app_user_role', sql`${table.role} in ('reader', 'trainer', 'editor', 'admin', 'super')`),
    uniqueIndex('app_user_email').on(sql`lower(${table.email})`),
    index('app_user_name').on(table.club, table.lastnameKey, table.firstnameKey, table.id),
  ],
);
