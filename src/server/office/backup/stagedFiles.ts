import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#server/platform/database/database.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';

const pending = 'restore.files';

type Kept = Pick<Database, 'orm'>;

/**
 * The staging folder, inside the target folder: that may be a mount point, which cannot be renamed, and a rename cannot cross it. Names of
 * stored files are ids and never begin with a dot.
 */
const staged = '.restored';
const taking = '.taking';
const replaced = '.replaced';
const places: readonly string[] = [staged, taking, replaced];
/** Created by the file system at a mount point; not part of the data. */
export const ofDisk = 'lost+found';

/** Whether a file of the folder is staged for a restore. */
export function isStaged(file: string): boolean {
  return places.some((place) => file.startsWith(`${place}/`));
}

/** Files of a restore are staged first, and moved to their final location once the database has committed. */
export class StagedFiles {
  readonly #staged: string;

  constructor(folder: string) {
    this.#staged = path.join(folder, staged);
    this.discard();
    fs.mkdirSync(this.#staged, { recursive: true, mode: 0o700 });
  }

  readonly keep = async (file: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
    const target = path.join(this.#staged, ...file.split('/'));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    await pipeline(bytes, fs.createWriteStream(target, { mode: 0o600, flush: true }));
  };

  /** Records in the restore transaction that the staged files belong to its data. */
  async promise(kept: Kept): Promise<void> {
    await replaceSystemValue(kept, pending, 'staged');
  }

  /** Deletes the staged files of a failed restore. */
  discard(): void {
    fs.rmSync(this.#staged, { recursive: true, force: true });
  }
}

/**
 * Moves the staged files of a committed restore to their final location. Crash-safe: the next call, at the latest at the next start,
 * continues. Returns whether there was anything to do.
 */
export async function finishRestore(kept: Kept, folder: string): Promise<boolean> {
  if ((await readSystemValue(kept, pending)) === undefined) return false;
  const at = (...names: string[]) => path.join(folder, ...names);
  if (fs.existsSync(at(staged))) {
    fs.mkdirSync(at(replaced), { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(folder)) if (!places.includes(name) && name !== ofDisk) fs.renameSync(at(name), at(replaced, name));
    // From here on the staged files are the valid ones.
    fs.renameSync(at(staged), at(taking));
  }
  if (fs.existsSync(at(taking))) {
    for (const name of fs.readdirSync(at(taking))) fs.renameSync(at(taking, name), at(name));
    fs.rmSync(at(taking), { recursive: true });
  }
  fs.rmSync(at(replaced), { recursive: true, force: true });
  await forgetSystemValue(kept, pending);
  return true;
}
