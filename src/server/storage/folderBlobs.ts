import fs from 'node:fs/promises';
import path from 'node:path';
import type { Blobs } from './blobs.ts';

const batchBytes = 512 * 1024;

/** Bytes in a folder: `files/ab/abcd…` when they are whole, `files/incoming/abcd…` while they arrive. */
export function openFolder(dataFolder: string): Blobs {
  const root = path.join(dataFolder, 'files');
  const incoming = path.join(root, 'incoming');
  const folderOf = (id: string) => path.join(root, id.slice(0, 2));
  return {
    write: async (id, source) => {
      const begun = path.join(incoming, id);
      await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
      try {
        await writeDurably(begun, source);
        const isNew = await fs.mkdir(folderOf(id), { recursive: true, mode: 0o700 });
        await fs.rename(begun, path.join(folderOf(id), id));
        await syncFolder(folderOf(id));
        if (isNew) await syncFolder(root);
      } catch (error) {
        await fs.rm(begun, { force: true });
        throw error;
      }
    },
    read: async (id, start, end) => {
      const handle = await fs.open(path.join(folderOf(id), id), 'r');
      return handle.createReadStream({ start, end: end - 1, highWaterMark: 256 * 1024 });
    },
    remove: async (id) => {
      await fs.rm(path.join(folderOf(id), id), { force: true });
      await fs.rm(path.join(incoming, id), { force: true });
    },
    async *list() {
      for (const folder of await namesIn(root)) {
        for (const id of await namesIn(path.join(root, folder))) {
          const found = await fs.stat(path.join(root, folder, id)).catch(() => undefined);
          if (found) yield { id, writtenAt: found.mtime };
        }
      }
    },
  };
}

/** Writes in batches, so that the many small pieces of a line do not become as many calls, and waits for the disk. */
export async function writeDurably(file: string, source: AsyncIterable<Buffer>): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    let batch: Buffer[] = [];
    let held = 0;
    const flush = async () => {
      for (let rest = held; rest > 0;) {
        const { bytesWritten } = await handle.writev(batch);
        rest -= bytesWritten;
        // A disk that is nearly full takes a part first and refuses the rest at the next call.
        if (rest > 0) batch = [Buffer.concat(batch).subarray(bytesWritten)];
      }
      batch = [];
      held = 0;
    };
    for await (const chunk of source) {
      batch.push(chunk);
      held += chunk.length;
      if (held >= batchBytes) await flush();
    }
    await flush();
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A new name is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}
