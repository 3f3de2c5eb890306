import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#server/platform/database/database.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '#server/platform/database/systemValues.ts';

const pending = 'restore.files';

type Kept = Pick<Database, 'orm'>;

/** The files of a restore come beside their place first; once the database has committed that they belong to it, they take it. */
export class StagedFiles {
  readonly #staged: string;

  constructor(folder: string) {
    this.#staged = stagedFolder(folder);
    this.discard();
    fs.mkdirSync(this.#staged, { recursive: true, mode: 0o700 });
  }

  /** Writes a file beside its place. */
  readonly keep = async (file: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
    const target = path.join(this.#staged, ...file.split('/'));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    await pipeline(bytes, fs.createWriteStream(target, { mode: 0o600, flush: true }));
  };

  /** Notes in the transaction of the restore that the staged files are the ones that belong to its data. */
  async promise(kept: Kept): Promise<void> {
    await replaceSystemValue(kept, pending, 'staged');
  }

  /** Takes away what was staged for a restore that did not come about. */
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
  const [staged, old] = [stagedFolder(folder), `${folder}.old`];
  if (fs.existsSync(staged)) {
    if (fs.existsSync(folder)) {
      fs.rmSync(old, { recursive: true, force: true });
      fs.renameSync(folder, old);
    }
    fs.renameSync(staged, folder);
  }
  fs.rmSync(old, { recursive: true, force: true });
  await forgetSystemValue(kept, pending);
  return true;
}

function stagedFolder(folder: string): string {
  return `${folder}.new`;
}
