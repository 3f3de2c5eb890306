import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { deletedRecord } from '#server/club/bin/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { StorageRefusal } from '../protocol/refusal.ts';
import type { StoragePath } from '../protocol/rules.ts';

/** The quota of a user's own files in bytes, which leaves space for the rest of the club. */
export const ownerBytesAtMost = 512 * 1024 * 1024;

/** The space needed by a file: its path and bytes, and the upload that already reserves it. */
export type Need = { path: string; storagePath: StoragePath; bytes: number; sessionId?: string | undefined };

/** The space used by a club and by one user, as returned by the database function storage_use. */
export type Use = { usedBytes: number; ownBytes: number };

/**
 * Throws 402 if the quota of the club or of the owner is exceeded. Replaced bytes do not count; other active uploads
 * do. Holds the lock of the club until the transaction ends.
 */
export async function checkQuota(tx: Transaction, quotaBytes: number, need: Need): Promise<void> {
  const { club, ownerId } = need.storagePath;
  const { rows } = await tx.execute<Use>(sql`select used_bytes::float8 as "usedBytes", own_bytes::float8 as "ownBytes"
    from storage_use(${club}, ${need.path}, ${need.sessionId ?? null}, ${ownerId ?? null}::uuid, null, ${now().toISOString()})`);
  if (rows[0]) refuseBeyond(quotaBytes, need, rows[0]);
}

/** Throws 402 if the given usage exceeds a quota. */
export function refuseBeyond(quotaBytes: number, { storagePath, bytes }: Need, { usedBytes, ownBytes }: Use): void {
  if (usedBytes + bytes > quotaBytes || (storagePath.ownerId !== undefined && ownBytes + bytes > ownerBytesAtMost))
    throw new StorageRefusal(402, 'The storage quota is exceeded.', { reason: 'quota' });
}

/** The bytes used by a club's files, including restorable deleted files and active uploads. */
export async function usedBytes(tx: Transaction, club: ClubName): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`select
    (select coalesce(sum(size_bytes), 0) from storage_object where club = ${club})
    + ${binnedBytes(club)}
    + (select coalesce(sum(greatest(received_bytes, declared_bytes)), 0) from upload_session
      where club = ${club} and status = 'active') as bytes`);
  return Number(rows[0]?.bytes ?? 0);
}

/** The bytes of the restorable deleted files of a club. */
export function binnedBytes(club: ClubName): SQL {
  return sql`(select coalesce(sum((segment ->> 'bytes')::bigint), 0)
    from ${deletedRecord}, jsonb_array_elements(${deletedRecord.segments}) as segment where ${deletedRecord.club} = ${club})`;
}
