import { asc, inArray } from 'drizzle-orm';
import type { Storage } from './storage.ts';
import { storageGarbage } from './table.ts';

const atOnce = 200;

/** Removes the bytes that were let go of. What fails stays noted and is tried again by the job. */
export async function collectGarbage({ database, blobs }: Pick<Storage, 'database' | 'blobs'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await database.orm.select().from(storageGarbage).orderBy(asc(storageGarbage.since)).limit(atOnce);
    const ids = rows.map((row) => row.segmentId);
    for (const id of ids) await blobs.remove(id);
    if (ids.length > 0) await database.orm.delete(storageGarbage).where(inArray(storageGarbage.segmentId, ids));
    removed += ids.length;
    if (ids.length < atOnce) return removed;
  }
}

/** The same behind an answer that does not wait for it. */
export function collectLater(storage: Pick<Storage, 'database' | 'blobs' | 'log'>): void {
  collectGarbage(storage).catch((error: unknown) => storage.log.warn({ err: error }, 'bytes of removed files wait for the next sweep'));
}
