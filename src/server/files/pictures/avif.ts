import { and, eq } from 'drizzle-orm';
import type { ObjectRow } from '../protocol/metadata.ts';
import { makeSizes, deleteSizes } from './pictures.ts';
import type { Storage } from '../objects/storage.ts';
import { storageObject, storageSize } from '../objects/table.ts';

/** Creates the smaller AVIF versions of a picture in the background: encoding takes seconds, and WebP is served until then. */
export function makeAvif(storage: Pick<Storage, 'database' | 'blobs' | 'log'>, picture: ObjectRow): void {
  addAvif(storage, picture).catch((error: unknown) => storage.log.warn({ err: error }, 'a picture stays without AVIF'));
}

async function addAvif({ database, blobs }: Pick<Storage, 'database' | 'blobs'>, picture: ObjectRow): Promise<void> {
  const { sizes } = await makeSizes(blobs, picture.segments, 'avif');
  const isKept = await database.orm.transaction(async (tx) => {
    const same = and(eq(storageObject.id, picture.id), eq(storageObject.generation, picture.generation));
    const [row] = await tx.select({ id: storageObject.id }).from(storageObject).where(same).for('update');
    if (row) await tx.insert(storageSize).values(sizes.map((size) => ({ ...size, objectId: row.id })));
    return row !== undefined;
  });
  // The picture was replaced or deleted meanwhile.
  if (!isKept) await deleteSizes(blobs, sizes);
}
