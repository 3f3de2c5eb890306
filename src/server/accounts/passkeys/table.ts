import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#server/platform/database/columns.ts';
import { authUser } from '../sessions/table.ts';

/** Passkeys of accounts, under the names that the identity library reads; `host` and `lastUsedAt` are our own. */
export const passkey = pgTable(
  'passkey',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUser.id, { onDelete: 'cascade' }),
    /** What its owner calls the device. */
    name: text().notNull(),
    /** The host that it was made on; browsers offer it on no other one. */
    host: text().notNull(),
    credentialID: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** Raised with each use by devices that count; one that does not rise was copied. */
    counter: bigint({ mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkey_user').on(table.userId)],
);
