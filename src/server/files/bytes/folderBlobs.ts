import fs from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '#server/platform/process/systemError.ts';
import type { Blobs } from './blobs.ts';
import { withScratch } from '../uploads/scratch.ts';

/** Stores bytes in a folder: complete ones as `ab/abcd…`, incomplete ones as `incoming/abcd…`. */
export function openFolder(root: string): Blobs {
  const incoming = path.join(root, 'incoming');
  const folderOf = (id: string) => path.join(root, id.slice(0, 2));
  return {
    write: async (id, source) => {
      const begun = path.join(incoming, id);
      try {
        await inExisting(incoming, () => writeDurably(begun, source));
        const isNew = await inExisting(folderOf(id), () => fs.rename(begun, path.join(folderOf(id), id)));
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
    pass: async (id, start, end, take) => {
      const handle = await fs.open(path.join(folderOf(id), id), 'r');
      return {
        run: () => withScratch((scratch) => passOn(handle, scratch, start, end, take)),
        close: () => handle.close(),
      };
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

/** Buffers small network chunks into large writes, and calls fsync at the end. */
export async function writeDurably(file: string, source: AsyncIterable<Buffer>): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    await withScratch(async (scratch) => {
      let held = 0;
      for await (const chunk of source) {
        for (let at = 0; at < chunk.length;) {
          const copied = chunk.copy(scratch, held, at);
          at += copied;
          held += copied;
          if (held === scratch.length) held = await flush(handle, scratch, held);
        }
      }
      await flush(handle, scratch, held);
    });
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** When the disk is almost full, a write is short first and fails at the next call. */
async function flush(handle: fs.FileHandle, scratch: Buffer, held: number): Promise<0> {
  for (let at = 0; at < held;) {
    const { bytesWritten } = await handle.write(scratch, at, held - at);
    at += bytesWritten;
  }
  return 0;
}

async function passOn(
  handle: fs.FileHandle,
  scratch: Buffer,
  start: number,
  end: number,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  for (let at = start; at < end;) {
    const { bytesRead } = await handle.read(scratch, 0, Math.min(scratch.length, end - at), at);
    if (bytesRead === 0) throw new Error('A stored file is shorter than recorded.');
    await take(scratch.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Runs `work` in a folder and creates the folder if it is missing; returns whether it existed. */
async function inExisting(folder: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    const isMissing = isSystemError(error, 'ENOENT') && (await isAbsent(folder));
    if (!isMissing) throw error;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await work();
    return true;
  }
}

async function isAbsent(folder: string): Promise<boolean> {
  return fs.access(folder).then(
    () => false,
    () => true,
  );
}

/** A new name is only durable once its folder has been synced. */
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
