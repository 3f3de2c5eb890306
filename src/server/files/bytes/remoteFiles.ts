import { getTableName } from 'drizzle-orm';
import path from 'node:path';
import { deletedRecord } from '#server/club/bin/table.ts';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { openClient } from '#server/platform/database/database.ts';
import { openBlobs, type BlobSettings } from './openBlobs.ts';

/** The files of an S3-compatible store for backup and restore, under the paths that they would have in a folder. */
export type RemoteFiles = {
  /** All files that are referenced by rows visible in this transaction. */
  list(client: ReturnType<typeof openClient>): AsyncIterable<{ path: string; read(): AsyncIterable<Buffer> }>;
  /** Stores a file unless it exists. A name always refers to the same bytes. */
  write(file: string, bytes: AsyncIterable<Buffer>): Promise<void>;
};

/** Opens the configured S3 store; undefined when files are stored in a folder. */
export function openRemoteFiles(settings: BlobSettings): RemoteFiles | undefined {
  if (!settings.S3_ENDPOINT || !settings.S3_BUCKET) return undefined;
  const blobs = openBlobs(settings);
  let there: Promise<Set<string>> | undefined;
  return {
    async *list(client) {
      const { rows } = await client.query<{ id: string; bytes: string }>(known);
      for (const { id, bytes } of rows) {
        const read = async function* () {
          yield* chunksOf(await blobs.read(id, 0, Number(bytes)));
        };
        yield { path: `${id.slice(0, 2)}/${id}`, read };
      }
    },
    write: async (file, bytes) => {
      there ??= idsOf(blobs.list());
      const id = path.posix.basename(file);
      const isNeeded = !file.startsWith('incoming/') && !(await there).has(id);
      if (isNeeded) await blobs.write(id, bytes);
      else for await (const _ of bytes);
    },
  };
}

/**
 * The segments referenced by files, restorable deleted files, resized pictures and uploads, with the maximum length
 * that any of them needs.
 */
const known = `
  select segment ->> 'id' as id, max((segment ->> 'bytes')::bigint)::text as bytes from (
    select jsonb_array_elements(segments) as segment from storage_object
    union all select jsonb_array_elements(segments) from upload_session
    union all select jsonb_array_elements(segments) from ${getTableName(deletedRecord)}
    union all select segment from storage_size) as one
  group by 1 order by 1`;

async function idsOf(all: AsyncIterable<{ id: string }>): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of all) ids.add(id);
  return ids;
}
