import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Permission } from '#shared/kernel/permissions.ts';
import { oneOf } from './columns.ts';
import type { Row } from './auditAndNotices.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Access to sensitive data of a person; the person can see who did it. */
export const viewActions = [
  'healthNotes.read',
  'mandates.reveal',
  'gdpr.exportSubject',
  'storagePrivate.read',
] as const satisfies Permission[];

/** Actions that fulfil data subject rights; the log of breaches and requests shows them beside the manual entries. */
export const settledActions = ['gdpr.exportSubject', 'gdpr.eraseSubject', 'profile.delete'] as const satisfies Permission[];

/** The audit log. Only the database function record_entries writes it; only the retention job changes or deletes rows. */
export const audit = pgTable(
  'audit',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    name: text().notNull(),
    time: timestamp({ withTimezone: true }).notNull(),
    content: text().notNull(),
    club: text().notNull(),
    app: text().notNull(),
    actorId: uuid('actor_id'),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text('entity_id'),
    before: jsonb().$type<Row>(),
    after: jsonb().$type<Row>(),
    previousHash: bytes('previous_hash').notNull(),
    hash: bytes().notNull(),
  },
  (table) => [
    index('audit_club').on(table.club, table.id),
    index('audit_time').on(table.time),
    index('audit_actor').on(table.actorId, table.id),
    // For the profile, which lists who viewed each person of an account, and for its export of all entries about them.
    index('audit_entity').on(table.entityId, table.id),
    // An entry about an exported list has the ids of the persons in `after.listed`.
    index('audit_listed')
      .using('gin', sql`(${table.after} -> 'listed')`)
      .where(sql`${table.after} ? 'listed'`),
    index('audit_settled')
      .on(table.club, table.id)
      .where(sql`${table.action} in ${oneOf(settledActions)}`),
  ],
);

/** The last audit entry of each club, and the last one that the retention job deleted. */
export const auditHead = pgTable('audit_head', {
  club: text().primaryKey(),
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  lastHash: bytes('last_hash').notNull(),
  anchorHash: bytes('anchor_hash').notNull(),
});

/** Recent changes in commit order, from which a reconnecting browser catches up. Kept for a day. */
export const notice = pgTable(
  'notice',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    collection: text().notNull(),
    club: text().notNull(),
    entityId: text('entity_id'),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('notice_at').on(table.at)],
);

/** A change counter per club and collection, used as the cache key. */
export const collectionVersion = pgTable(
  'collection_version',
  { club: text().notNull(), collection: text().notNull(), version: bigint({ mode: 'number' }).notNull() },
  (table) => [primaryKey({ columns: [table.club, table.collection] })],
);
