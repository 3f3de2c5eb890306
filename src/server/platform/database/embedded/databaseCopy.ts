import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/process/startError.ts';
import { majorOfData } from './majorVersion.ts';

/** Names the version whose data a copy holds; written last, so a copy without it is incomplete. */
const keptBy = 'kept-by';

/** Data for a rollback. */
export type Copy = {
  /** Replaces data that another version changed by the copy. With `changedBy`, the changed data are kept beside it under that version. */
  restore(changedBy?: string): void;
  remove(): void;
};

/** Copies the stopped embedded database, for a rollback to the version that its data belong to. Undefined if there is no database. */
export function keepCopy(dataFolder: string, version: string): Copy | undefined {
  const { data, copy } = placesIn(dataFolder);
  if (!fs.existsSync(data)) return undefined;
  fs.rmSync(copy, { recursive: true, force: true });
  // `cp` instead of Node: it preserves the owner, and uses copy-on-write where the disk supports it.
  const { status } = spawnSync('cp', ['-a', '--reflink=auto', data, copy]);
  if (status !== 0) throw new StartError(`Für eine Kopie der Datenbank reicht der Platz in ${dataFolder} nicht.`);
  fs.writeFileSync(path.join(copy, keptBy), version);
  return { restore: (changedBy) => restoreCopy(dataFolder, changedBy), remove: () => fs.rmSync(copy, { recursive: true, force: true }) };
}

/** Marks the data as the rollback data of `version` before other data replace them; returns the folder to which they must be moved. */
export function markKept(dataFolder: string, version: string): string {
  const { data, copy } = placesIn(dataFolder);
  fs.writeFileSync(path.join(data, keptBy), version, { flush: true });
  return copy;
}

/** The data that `markKept` marked: they are restored or, once they are no longer needed, kept under their own name. */
export function keptData(dataFolder: string): Copy {
  return { restore: (changedBy) => restoreCopy(dataFolder, changedBy), remove: () => keepUnderMajor(dataFolder) };
}

function keepUnderMajor(dataFolder: string): void {
  const { data, copy } = placesIn(dataFolder);
  const kept = `${data}.${majorOfData(copy)}`;
  fs.rmSync(kept, { recursive: true, force: true });
  fs.rmSync(path.join(copy, keptBy));
  fs.renameSync(copy, kept);
}

/**
 * Called before `version`, which uses the data, is replaced by another one. A copy that remains from an update killed after it had switched
 * to `version` is older than what was written since, and must not be restored automatically.
 */
export function dropStaleCopy(dataFolder: string, version: string): void {
  const { data, copy } = placesIn(dataFolder);
  if (!hasCopy(dataFolder) || fs.readFileSync(path.join(copy, keptBy), 'utf8') === version) return;
  if (majorOfData(copy) === majorOfData(data)) fs.rmSync(copy, { recursive: true });
  else keepUnderMajor(dataFolder);
}

/** Whether an update has, or had, a version on trial; the trial ends soon. */
export function hasCopy(dataFolder: string): boolean {
  return fs.existsSync(path.join(placesIn(dataFolder).copy, keptBy));
}

/** Called before a version starts on a folder: restores the copy if the trial of another version was interrupted. */
export function recoverCopy(dataFolder: string, version: string): void {
  const file = path.join(placesIn(dataFolder).copy, keptBy);
  if (hasCopy(dataFolder) && fs.readFileSync(file, 'utf8') === version) restoreCopy(dataFolder);
}

function restoreCopy(dataFolder: string, changedBy?: string): void {
  const { data, copy } = placesIn(dataFolder);
  if (changedBy === undefined) fs.rmSync(data, { recursive: true, force: true });
  else {
    fs.rmSync(`${data}.${changedBy}`, { recursive: true, force: true });
    fs.renameSync(data, `${data}.${changedBy}`);
  }
  fs.renameSync(copy, data);
  fs.rmSync(path.join(data, keptBy));
}

function placesIn(dataFolder: string) {
  const data = path.join(dataFolder, 'postgres');
  return { data, copy: `${data}.before` };
}
