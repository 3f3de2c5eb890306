import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#server/platform/database/database.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';

const pending = 'restore.files';

type Kept = Pick<Database, 'orm'>;

/**
 * Where files wait, in the folder itself: it may be a disk of its own, which can neither be renamed nor be left by a rename.
 * Stored files are named by ids; none begins with a dot.
 */
const staged = '.restored';
const taking = '.taking';
const replaced = '.replaced';
const places: readonly string[] = [staged, taking, replaced];
/** Stands on a disk of its own and belongs to its file system. */
export const ofDisk = 'lost+found';

/** Whether a file of the folder is none of the product's, but waits there for a restore. */
export function isStaged(file: string): boolean {
  return places.some((place) => file.startsWith(`${place}/`));
}

/** The files of a restore are staged first; once the database has committed that they belong to it, they take their place. */
export class StagedFiles {
  readonly #staged: string;

  constructor(folder: string) {
    this.#staged = path.join(folder, staged);
    this.discard();
    fs.mkdirSync(this.#staged, { recursive: true, mode: 0o700 });
  }

  /** Stages a file. */
  readonly keep = async (file: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
    const target = path.join(this.#staged, ...file.split('/'));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    await pipeline(bytes, fs.createWriteStream(target, { mode: 0o600, flush: true }));
  };

  /** Notes in the transaction of the restore that the staged files are the ones that belong to its data. */
  async promise(kept: Kept): Promise<void> {
    await replaceSystemValue(kept, pending, 'staged');
  }

  /** Deletes the files staged for a restore that did not happen. */
  discard(): void {
    fs.rmSync(this.#staged, { recursive: true, force: true });
  }
}

/**
 * Lets the files of a restore take their place, where one was committed. Whatever moment a crash comes at, the next call, at
 * the latest that of the next start, goes on from there. Gives whether there was anything to do.
 */
export async function finishRestore(kept: Kept, folder: string): Promise<boolean> {
  if ((await readSystemValue(kept, pending)) === undefined) return false;
  const at = (...names: string[]) => path.join(folder, ...names);
  if (fs.existsSync(at(staged))) {
    fs.mkdirSync(at(replaced), { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(folder)) if (!places.includes(name) && name !== ofDisk) fs.renameSync(at(name), at(replaced, name));
    // From here on what stands in the folder is what was restored.
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
