import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/process/startError.ts';

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
