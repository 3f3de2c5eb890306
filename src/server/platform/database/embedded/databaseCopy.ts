import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/process/startError.ts';
import { majorOfData } from './majorVersion.ts';

/** Whose data a copy holds; written last, so that a copy without it is half a one. */
const keptBy = 'kept-by';

/**
 * A copy of the embedded database, which stands still now, for the way back to the version that its data belong to. Undefined
 * where there is none.
 */
export function keepCopy(dataFolder: string, version: string): { bringBack(): void; remove(): void } | undefined {
  const { data, copy } = placesIn(dataFolder);
  if (!fs.existsSync(data)) return undefined;
  fs.rmSync(copy, { recursive: true, force: true });
  // Not by Node: the files keep their owner, and disks that can, copy without copying.
  const { status } = spawnSync('cp', ['-a', '--reflink=auto', data, copy]);
  if (status !== 0) throw new StartError(`Für eine Kopie der Datenbank reicht der Platz in ${dataFolder} nicht.`);
  fs.writeFileSync(path.join(copy, keptBy), version);
  return { bringBack: () => bringBack(dataFolder), remove: () => fs.rmSync(copy, { recursive: true, force: true }) };
}

/** Marks the data themselves as what `version` goes on with, before others take their place; gives the folder where they belong. */
export function markKept(dataFolder: string, version: string): string {
  const { data, copy } = placesIn(dataFolder);
  fs.writeFileSync(path.join(data, keptBy), version, { flush: true });
  return copy;
}

/** The data that `markKept` marked: brought back, or kept under a name of their own once nobody needs them any more. */
export function keptData(dataFolder: string): { bringBack(): void; remove(): void } {
  const { data, copy } = placesIn(dataFolder);
  return {
    bringBack: () => bringBack(dataFolder),
    remove: () => {
      const kept = `${data}.${majorOfData(copy)}`;
      fs.rmSync(kept, { recursive: true, force: true });
      fs.rmSync(path.join(copy, keptBy));
      fs.renameSync(copy, kept);
    },
  };
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

function bringBack(dataFolder: string): void {
  const { data, copy } = placesIn(dataFolder);
  fs.rmSync(data, { recursive: true, force: true });
  fs.renameSync(copy, data);
  fs.rmSync(path.join(data, keptBy));
}

function placesIn(dataFolder: string) {
  const data = path.join(dataFolder, 'postgres');
  return { data, copy: `${data}.before` };
}
