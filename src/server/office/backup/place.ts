import fs from 'node:fs';
import path from 'node:path';
import { pathAsTyped } from '#server/platform/process/commandLine.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { StartError } from '#server/platform/process/startError.ts';
import { deleteOldest, nightlyName, oldest } from './schedule.ts';
import { addressOf, openShelf, written, type Address, type ShelfSettings } from './shelf.ts';

/** The settings of a backup destination. */
export type PlaceSettings = ShelfSettings & Pick<Settings, 'DATA_DIR' | 'BACKUP_TO' | 'hasOwnBackups'>;

/** The destination of one backup. */
export type Place = {
  /** The final location, for display. */
  name: string;
  /** The local file into which the backup is written and in which it is verified. */
  file: string;
  /** Moves or uploads the verified file to its destination. */
  deliver(): Promise<void>;
  /** Deletes the oldest nightly backups except the newest `keep`; returns the number deleted. */
  thinOut(keep: number): Promise<number>;
  /** Deletes temporary files. */
  close(): Promise<void>;
};

/**
 * Opens the given destination (a file, `s3://bucket/folder` or an object there), by default BACKUP_TO. An existing backup is not
 * overwritten.
 */
export async function openPlace(settings: PlaceSettings, named: string | undefined): Promise<Place> {
  const address = addressOf(named ?? settings.BACKUP_TO);
  if (address) return inStore(settings, address);
  const file = named === undefined ? path.join(settings.BACKUP_TO, nightlyName()) : pathAsTyped(named);
  if (fs.existsSync(file)) throw existing(file);
  // A configured folder may be an unmounted disk, so it is not created.
  if (named === undefined && settings.hasOwnBackups) fs.mkdirSync(settings.BACKUP_TO, { recursive: true, mode: 0o700 });
  const nothing = () => Promise.resolve();
  return { name: file, file, deliver: nothing, thinOut: async (keep) => deleteOldest(settings.BACKUP_TO, keep), close: nothing };
}

/**
 * The local file of a backup to restore: a path, or an object `s3://bucket/folder/name.sicherung`; a folder there selects its newest
 * nightly backup. `close` deletes the downloaded file.
 */
export async function fetchBackup(settings: PlaceSettings, named: string): Promise<Pick<Place, 'name' | 'file' | 'close'>> {
  const address = addressOf(named);
  if (!address) {
    const file = pathAsTyped(named);
    return { name: file, file, close: () => Promise.resolve() };
  }
  const shelf = openShelf(settings, address);
  const names = await shelf.list();
  const newest = oldest(names, 0).at(-1);
  const name = address.name ?? newest;
  if (name === undefined || !names.includes(name))
    throw new StartError(`${written(address)} gibt es nicht${newest === undefined ? '' : `; die neueste Sicherung dort ist ${newest}`}.`);
  const { file, close } = workFile(settings, name);
  await shelf.fetch(name, file).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { name: written({ ...address, name }), file, close };
}

async function inStore(settings: PlaceSettings, address: Address): Promise<Place> {
  const shelf = openShelf(settings, address);
  const name = address.name ?? nightlyName();
  // Checked first, so that a wrong key is reported before the backup is made.
  if ((await shelf.list()).includes(name)) throw existing(written({ ...address, name }));
  const { file, close } = workFile(settings, name);
  return {
    name: written({ ...address, name }),
    file,
    deliver: () => shelf.put(name, file),
    thinOut: async (keep) => {
      const old = oldest(await shelf.list(), keep);
      for (const one of old) await shelf.remove(one);
      return old.length;
    },
    close,
  };
}

/** A file in its own working folder; leftovers of an aborted backup are deleted by the next one. */
function workFile({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>, name: string): { file: string; close(): Promise<void> } {
  const prefix = 'backup-on-its-way-';
  fs.mkdirSync(DATA_DIR, { recursive: true });
  for (const left of fs.readdirSync(DATA_DIR).filter((one) => one.startsWith(prefix))) {
    const folder = path.join(DATA_DIR, left);
    if (Date.now() - fs.statSync(folder).mtimeMs > 24 * 60 * 60 * 1000) fs.rmSync(folder, { recursive: true });
  }
  const folder = fs.mkdtempSync(path.join(DATA_DIR, prefix));
  return {
    file: path.join(folder, name),
    close: async () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

function existing(name: string): StartError {
  return new StartError(`Die Datei ${name} gibt es schon; eine alte Sicherung wird nicht überschrieben.`);
}
