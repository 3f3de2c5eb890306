import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { keyIndex, instant } from '#server/platform/database/columns.ts';
import { authUser } from '../sessions/table.ts';

/** The second factor of an account, and the grace period for setting one up. */
export const secondFactor = pgTable(
  'second_factor',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    /** When the grace period of 14 days started; after it everything else is blocked until a factor is set up. */
    askedAt: instant('asked_at').notNull(),
    /** The app's key, encrypted with the server secret; the factor is enabled only if `enabledAt` is set. */
    secret: text(),
    enabledAt: instant('enabled_at'),
    /** A new key that no code has confirmed yet. */
    pendingSecret: text('pending_secret'),
    /** The last accepted 30-second step; a step is accepted once. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** The board member who requested the reset; a second one must confirm it. */
    resetAskedBy: uuid('reset_asked_by').references(() => authUser.id, { onDelete: 'set null' }),
    resetAskedAt: instant('reset_asked_at'),
  },
  (table) => [keyIndex('second_factor_reset_asked_by', table.resetAskedBy)],
);

/** Recovery codes for a lost app, each valid once. */
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

/** A sign-in with a correct password that still needs a second factor. Rows expire after ten minutes. */
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
