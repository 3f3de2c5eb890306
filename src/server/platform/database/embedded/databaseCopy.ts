import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/process/startError.ts';
import { majorOfData } from './majorVersion.ts';

/** Whose data a copy holds; written last, so that a copy without it is half a one. */
const keptBy = 'kept-by';

/** Data for the way back. */
export type Copy = {
  /** Puts them in the place of those that another version has changed; `changedBy` keeps these beside them, under its number. */
  bringBack(changedBy?: string): void;
  remove(): void;
};

/**
 * A copy of the embedded database, which stands still now, for the way back to the version that its data belong to. Undefined
 * where there is none.
 */
export function keepCopy(dataFolder: string, version: string): Copy | undefined {
  const { data, copy } = placesIn(dataFolder);
  if (!fs.existsSync(data)) return undefined;
  fs.rmSync(copy, { recursive: true, force: true });
  // Not by Node: the files keep their owner, and disks that can, copy without copying.
  const { status } = spawnSync('cp', ['-a', '--reflink=auto', data, copy]);
  if (status !== 0) throw new StartError(`Für eine Kopie der Datenbank reicht der Platz in ${dataFolder} nicht.`);
  fs.writeFileSync(path.join(copy, keptBy), version);
  return { bringBack: (changedBy) => bringBack(dataFolder, changedBy), remove: () => fs.rmSync(copy, { recursive: true, force: true }) };
}

/** Marks the data themselves as what `version` goes on with, before others take their place; gives the folder where they belong. */
export function markKept(dataFolder: string, version: string): string {
  const { data, copy } = placesIn(dataFolder);
  fs.writeFileSync(path.join(data, keptBy), version, { flush: true });
  return copy;
}

/** The data that `markKept` marked: brought back, or kept under a name of their own once nobody needs them any more. */
export function keptData(dataFolder: string): Copy {
  return { bringBack: (changedBy) => bringBack(dataFolder, changedBy), remove: () => keepUnderMajor(dataFolder) };
}

function keepUnderMajor(dataFolder: string): void {
  const { data, copy } = placesIn(dataFolder);
  const kept = `${data}.${majorOfData(copy)}`;
  fs.rmSync(kept, { recursive: true, force: true });
  fs.rmSync(path.join(copy, keptBy));
  fs.renameSync(copy, kept);
}

/**
 * Before `version`, which works on the data, is left for another one: what an update kept that was killed after it had moved on to
 * `version` is older than what people wrote since, and must never come back by itself.
 */
export function dropStaleCopy(dataFolder: string, version: string): void {
  const { data, copy } = placesIn(dataFolder);
  if (!hasCopy(dataFolder) || fs.readFileSync(path.join(copy, keptBy), 'utf8') === version) return;
  if (majorOfData(copy) === majorOfData(data)) fs.rmSync(copy, { recursive: true });
  else keepUnderMajor(dataFolder);
}

/** Whether an update has a version on trial, or had: it ends soon. */
export function hasCopy(dataFolder: string): boolean {
  return fs.existsSync(path.join(placesIn(dataFolder).copy, keptBy));
}

/**
 * Before a version starts on a folder: where another one was being tried out on its data and nobody was left to judge that, the
 * copy takes their place again.
 */
export function recoverCopy(dataFolder: string, version: string): void {
  const file = path.join(placesIn(dataFolder).copy, keptBy);
  if (hasCopy(dataFolder) && fs.readFileSync(file, 'utf8') === version) bringBack(dataFolder);
}

function bringBack(dataFolder: string, changedBy?: string): void {
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
