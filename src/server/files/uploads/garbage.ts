import { asc, inArray, sql } from 'drizzle-orm';
import type { Storage } from '../objects/storage.ts';
import { bytesLock, storageGarbage } from '../objects/table.ts';

const atOnce = 50;

/** Deletes released bytes; returns their number. Failed deletions and those deferred by a backup are retried by the job. */
export async function collectGarbage(storage: Pick<Storage, 'database' | 'blobs'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await collectSome(storage);
    removed += count;
    if (count < atOnce) return removed;
  }
}

/** Runs `collectGarbage` in the background. */
export function collectLater(storage: Pick<Storage, 'database' | 'blobs' | 'log'>): void {
  collectGarbage(storage).catch((error: unknown) => storage.log.warn({ err: error }, 'bytes of removed files wait for the next sweep'));
}

function collectSome({ database, blobs }: Pick<Storage, 'database' | 'blobs'>): Promise<number> {
  return database.orm.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${bytesLock}) as free`);
    if (!rows[0]?.free) return 0;
    const found = await tx.select().from(storageGarbage).orderBy(asc(storageGarbage.since)).limit(atOnce);
    const ids = found.map((row) => row.segmentId);
    for (const id of ids) await blobs.remove(id);
    if (ids.length > 0) await tx.delete(storageGarbage).where(inArray(storageGarbage.segmentId, ids));
    return ids.length;
  });
}
