import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { instant } from '#server/platform/database/columns.ts';

/** An account that can sign in, as the identity library stores it. The user document of the product is app_user. */
export const authUser = pgTable('auth_user', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  /** From the sign-up form or the invitation; app_user is created from it at the first sign-in. */
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

/** Active sessions. `token` is the SHA-256 of the cookie's token. */
export const authSession = pgTable(
  'auth_session',
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    /** When the owner last re-authenticated; changing roles, exports and deletions require this to be recent. */
    confirmedAt: instant('confirmed_at'),
    /** When a federated provider last checked a second factor; null if it did not, or is not trusted for that. */
    factorProvedAt: instant('factor_proved_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('auth_session_user').on(table.userId), index('auth_session_age').on(table.expiresAt)],
);

/** State of a pending federated sign-in; a table of the identity library. */
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

/** Single-use links in mails: only the SHA-256 of the secret is stored, and using a link deletes it. */
export const mailLink = pgTable(
  'mail_link',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text({ enum: ['verify', 'reset', 'invite', 'changeEmail'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    /** The new address, for a change of address. */
    email: text(),
    /** SHA-256 of the secret in the browser that signed up; the password of the sign-up is accepted only there. */
    browserHash: text('browser_hash'),
    /** The session that requested a change of address; it stays open, others end. */
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mail_link_user').on(table.userId), index('mail_link_age').on(table.expiresAt)],
);

/** Security events such as sign-ins and refusals, including sign-ins exempt from the audit log. Kept for retention.securityLogDays. */
export const securityLog = pgTable(
  'security_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    event: text().notNull(),
    /** SHA-256 of the typed address, so that a stolen copy contains no addresses. */
    emailHash: text('email_hash'),
    userId: uuid('user_id'),
    network: text().notNull(),
    detail: text(),
  },
  (table) => [index('security_log_at').on(table.at), index('security_log_user').on(table.userId)],
);
