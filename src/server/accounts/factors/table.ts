import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { keyIndex, instant } from '#server/platform/database/columns.ts';
import { authUser } from '../sessions/table.ts';

/** The second factor of an account, and since when one is asked for. */
export const secondFactor = pgTable(
  'second_factor',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    /** When the account was first asked for a factor; 14 days later nothing else goes on. */
    askedAt: instant('asked_at').notNull(),
    /** The key of the app, sealed by the server's secret; without `enabledAt` there is no factor. */
    secret: text(),
    enabledAt: instant('enabled_at'),
    /** A key whose first code has not come yet. */
    pendingSecret: text('pending_secret'),
    /** The last step of 30 seconds whose code was taken: each is taken once. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** The board member who asked to reset it; a second one does it. */
    resetAskedBy: uuid('reset_asked_by').references(() => authUser.id, { onDelete: 'set null' }),
    resetAskedAt: instant('reset_asked_at'),
  },
  (table) => [keyIndex('second_factor_reset_asked_by', table.resetAskedBy)],
);

/** Codes for a lost app, each valid once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** A sign-in whose password was right and whose code is still to come; a row lives for some minutes. */
export const factorChallenge = pgTable(
  'factor_challenge',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('factor_challenge_user').on(table.userId), index('factor_challenge_age').on(table.expiresAt)],
);
