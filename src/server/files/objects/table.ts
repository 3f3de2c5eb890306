import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { instant } from '#server/platform/database/columns.ts';

const bytes = (name: string) => bigint(name, { mode: 'number' });

/** One run of bytes under a random name of the server; of a run whose end was sent again only `bytes` count. */
export type Segment = { id: string; bytes: number };

/** The metadata that a client may set. Absent means not set; none of it decides about the type of the bytes. */
export type StoredMetadata = {
  cacheControl?: string;
  contentDisposition?: string;
  contentEncoding?: string;
  contentLanguage?: string;
  metadata?: { [key: string]: string };
};

/** A stored file. Its path is a key and nothing else: no byte lies under a name that a client chose. */
export const storageObject = pgTable(
  'storage_object',
  {
    id: uuid().primaryKey(),
    bucket: text().notNull(),
    path: text().notNull(),
    /** Whose quota it counts against. */
    club: text().$type<ClubName>().notNull(),
    /** The user under whose id it lies (users/{id}/…); it goes when they go. */
    ownerId: uuid('owner_id').references(() => appUser.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').notNull(),
    /** Larger at each write of the content, also after a deletion: microseconds. */
    generation: bytes('generation').notNull(),
    metageneration: integer().notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    /** Base64 of 16 bytes. */
    md5: text().notNull(),
    /** Base64 of 4 bytes, the high ones first. */
    crc32c: text(),
    /** The type of the bytes, whatever the client calls them. */
    contentType: text('content_type').notNull(),
    metadata: jsonb().$type<StoredMetadata>().notNull(),
    downloadTokens: text('download_tokens').array().notNull(),
    segments: jsonb().$type<Segment[]>().notNull(),
    width: integer(),
    height: integer(),
    timeCreated: instant('time_created').notNull(),
    updated: instant('updated').notNull(),
  },
  (table) => [
    unique('storage_object_path').on(table.bucket, table.path),
    index('storage_object_listing').on(table.bucket, sql`${table.path} collate "C"`),
    index('storage_object_club').on(table.club),
    index('storage_object_owner').on(table.ownerId),
    check('storage_object_size', sql`${table.sizeBytes} >= 0`),
    check('storage_object_path_length', sql`octet_length(${table.path}) between 1 and 1024`),
  ],
);

/** A picture in one of the sizes that the server made of it, without what the camera wrote into it. */
export const storageSize = pgTable(
  'storage_size',
  {
    objectId: uuid('object_id').notNull(),
    width: integer().notNull(),
    format: text({ enum: ['webp', 'avif'] }).notNull(),
    height: integer().notNull(),
    segment: jsonb().$type<Segment>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.objectId, table.width, table.format] }),
    foreignKey({ columns: [table.objectId], foreignColumns: [storageObject.id], name: 'storage_size_object' }).onDelete('cascade'),
    check('storage_size_format', sql`${table.format} in ('webp', 'avif')`),
  ],
);

/** An upload that is going on, or is done and still answers for itself. It ends 24 hours after its last chunk. */
export const uploadSession = pgTable(
  'upload_session',
  {
    /** 192 random bits. */
    id: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    bucket: text().notNull(),
    path: text().notNull(),
    club: text().$type<ClubName>().notNull(),
    declaredBytes: bytes('declared_bytes'),
    declaredType: text('declared_type'),
    /** The metadata of the coming file, and the MD5 that the client gave beforehand. */
    metadata: jsonb().$type<StoredMetadata & { expectedMd5?: string }>().notNull(),
    segments: jsonb().$type<Segment[]>().notNull(),
    receivedBytes: bytes('received_bytes').notNull(),
    /** Raised at each change; of two writers only the one that saw the present one may go on. */
    version: integer().notNull(),
    status: text({ enum: ['active', 'final', 'cancelled'] }).notNull(),
    /** The answer to the last chunk, for the client that did not get it. */
    result: jsonb().$type<{ [field: string]: unknown }>(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('upload_session_age').on(table.expiresAt),
    index('upload_session_user').on(table.userId),
    index('upload_session_club').on(table.club),
    check('upload_session_status', sql`${table.status} in ('active', 'final', 'cancelled')`),
  ],
);

/** Bytes without a reference; triggers write it in the transaction that released them. */
export const storageGarbage = pgTable('storage_garbage', {
  segmentId: text('segment_id').primaryKey(),
  since: instant('since').notNull().defaultNow(),
});

/**
 * The advisory lock between deleting bytes (shared) and a backup (exclusive): bytes released after the instant of a backup stay until the backup has read them.
 */
export const bytesLock = 20_261_131;
