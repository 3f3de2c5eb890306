import { and, eq, ne, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/clubs.ts';
import type { Transaction } from '../platform/database.ts';
import { StorageRefusal } from './refusal.ts';
import type { Place } from './rules.ts';
import { storageObject } from './table.ts';

/** What one user may keep under his own id; the rest of the club shall have room too. */
const ownerBytesAtMost = 512 * 1024 * 1024;

/** What is about to be stored: where, how much, and the upload that is this very file. */
export type Need = { bucket: string; path: string; place: Place; bytes: number; sessionId?: string | undefined };

/**
 * Refuses with 402 what would exceed the quota of the club, or of the user under whose id it lies. What is replaced
 * does not count, what others have begun to upload does.
 */
export async function checkQuota(tx: Transaction, quotaBytes: number, need: Need): Promise<void> {
  const { club, ownerId } = need.place;
  // One after the other: of two files of which one fits, one is stored.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`storage:${club}`}, 0))`);
  const used = await usedBytes(tx, club, need);
  if (used + need.bytes > quotaBytes) throw exceeded();
  if (!ownerId) return;
  const [own] = await tx
    .select({ bytes: sum(storageObject.sizeBytes) })
    .from(storageObject)
    .where(and(eq(storageObject.ownerId, ownerId), ne(storageObject.path, need.path)));
  if ((own?.bytes ?? 0) + need.bytes > ownerBytesAtMost) throw exceeded();
}

/** What a club's files need, with what is on its way. */
export async function usedBytes(tx: Transaction, club: ClubName, except?: Pick<Need, 'path' | 'sessionId'>): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`select
    (select coalesce(sum(size_bytes), 0) from storage_object where club = ${club} and path is distinct from ${except?.path ?? null}::text)
    + (select coalesce(sum(greatest(received_bytes, declared_bytes)), 0) from upload_session
      where club = ${club} and status = 'active' and id is distinct from ${except?.sessionId ?? null}::text) as bytes`);
  return Number(rows[0]?.bytes ?? 0);
}

function sum(column: unknown) {
  return sql<number>`coalesce(sum(${column}), 0)::bigint`.mapWith(Number);
}

function exceeded(): StorageRefusal {
  return new StorageRefusal(402, 'The storage quota is exceeded.', { reason: 'quota' });
}
