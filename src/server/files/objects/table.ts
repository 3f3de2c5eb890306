import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { instant } from '#server/platform/database/columns.ts';

const bytes = (name: string) => bigint(name, { mode: 'number' });

/** A sequence of bytes under a random name chosen by the server; only the first `bytes` count, since a client may resend the end. */
export type Segment = { id: string; bytes: number };

/** The metadata that a client may set; absent fields are not set. It never determines the content type. */
export type StoredMetadata = {
  cacheControl?: string;
  contentDisposition?: string;
  contentEncoding?: string;
  contentLanguage?: string;
  metadata?: { [key: string]: string };
};

/** A stored file. Its path is only a key: bytes are never stored under a name chosen by a client. */
export const storageObject = pgTable(
  'storage_object',
  {
    id: uuid().primaryKey(),
    bucket: text().notNull(),
    path: text().notNull(),
    /** The club whose quota the file counts against. */
    club: text().$type<ClubName>().notNull(),
    /** The user whose id the path contains (users/{id}/…); the file is deleted together with the user. */
    ownerId: uuid('owner_id').references(() => appUser.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').notNull(),
    /** In microseconds; increases with each write of the content, also after a deletion. */
    generation: bytes('generation').notNull(),
    metageneration: integer().notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    /** Base64 of 16 bytes. */
    md5: text().notNull(),
    /** Base64 of 4 bytes, big-endian. */
    crc32c: text(),
    /** The detected type, independent of what the client declared. */
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

/** A resized version of a picture, without metadata of the camera. */
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

/** An active upload, or a finished one that can still be queried. It expires 24 hours after its last chunk. */
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
    /** The metadata of the file, and the MD5 if the client declared one in advance. */
    metadata: jsonb().$type<StoredMetadata & { expectedMd5?: string }>().notNull(),
    segments: jsonb().$type<Segment[]>().notNull(),
    receivedBytes: bytes('received_bytes').notNull(),
    /** Optimistic lock: increased by each change; a writer with an outdated version fails. */
    version: integer().notNull(),
    status: text({ enum: ['active', 'final', 'cancelled'] }).notNull(),
    /** The response to the last chunk, for a client that did not receive it. */
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

/** Segments without a reference; inserted by triggers in the transaction that releases them. */
export const storageGarbage = pgTable('storage_garbage', {
  segmentId: text('segment_id').primaryKey(),
  since: instant('since').notNull().defaultNow(),
});

/**
 * The advisory lock of deleting bytes (shared) and backups (exclusive): bytes released after the snapshot of a backup
 * are kept until the backup has read them.
 */
export const bytesLock = 20_261_131;
