import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { instant } from '#server/platform/database/columns.ts';

/** An account that can sign in: the identity service's own record. The user document of the product is app_user. */
export const authUser = pgTable('auth_user', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  /** What the sign-up form or an invitation said; app_user is made from it at the first sign-in. */
  firstname: text().notNull().default(''),
  lastname: text().notNull().default(''),
  club: text().$type<ClubName>().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** A way to sign in: a password hash (argon2id), or an account at an OIDC provider. */
export const authAccount = pgTable(
  'auth_account',
  {
    id: uuid().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('auth_account_user').on(table.userId), uniqueIndex('auth_account_provider').on(table.providerId, table.accountId)],
);

/** Living sessions. `token` is the SHA-256 of what the cookie carries. */
export const authSession = pgTable(
  'auth_session',
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    /** When the password was last proved; roles, exports and deletions want it fresh. */
    confirmedAt: instant('confirmed_at'),
    /** When the provider of federated sign-in asked for a second factor; null where it did not, or is not believed. */
    factorProvedAt: instant('factor_proved_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('auth_session_user').on(table.userId), index('auth_session_age').on(table.expiresAt)],
);

/** State of a federated sign-in on its way to the provider and back; the identity library's own table. */
export const authVerification = pgTable(
  'auth_verification',
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('auth_verification_identifier').on(table.identifier), index('auth_verification_age').on(table.expiresAt)],
);

/** Single-use links in mails: only the SHA-256 of the secret is kept, and using one deletes it. */
export const mailLink = pgTable(
  'mail_link',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: ['verify', 'reset', 'invite', 'changeEmail'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    /** The new address of a change of address. */
    email: text(),
    /** SHA-256 of the secret in the browser that signed up: only there the password of the sign-up holds. */
    browserHash: text('browser_hash'),
    /** The session that asked for a change of address; it goes on, others end. */
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mail_link_user').on(table.userId), index('mail_link_age').on(table.expiresAt)],
);

/** Every sign-in and every failed one, exempt from the audit rule or not. Kept for 365 days. */
export const securityLog = pgTable(
  'security_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    event: text().notNull(),
    /** SHA-256 of the address that was typed, so that a stolen copy lists nobody. */
    emailHash: text('email_hash'),
    userId: uuid('user_id'),
    network: text().notNull(),
    detail: text(),
  },
  (table) => [index('security_log_at').on(table.at), index('security_log_user').on(table.userId)],
);
