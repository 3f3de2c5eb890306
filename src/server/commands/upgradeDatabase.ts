import fs from 'node:fs';
import path from 'node:path';
import { copyDatabase } from '#server/office/backup/copyDatabase.ts';
import { markKept } from '#server/platform/database/embedded/databaseCopy.ts';
import { nativeFolder, startPostgres, takeDataFolder, type EmbeddedPostgres } from '#server/platform/database/embedded/embeddedPostgres.ts';
import { majorOf, majorOfData, nativeIn, swapIn, upgradedFolder } from '#server/platform/database/embedded/majorVersion.ts';
import { openClient } from '#server/platform/database/database.ts';
import { embeddedUsers } from '#server/platform/database/open.ts';
import { migrateAsFarAs } from '#server/platform/database/migrate.ts';
import { pathAsTyped, readArguments } from '#server/platform/process/commandLine.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { Closing, runCommand, StartError } from '#server/platform/process/startError.ts';

const options = { from: { type: 'string' }, 'kept-by': { type: 'string' } } as const;

await runCommand(upgradeDatabase);

/**
 * Upgrades the embedded database to the major version of PostgreSQL included in this release: the old PostgreSQL reads,
 * the new one writes. Only after all rows have been copied the new data replace the old ones, which are kept next to
 * them.
 */
async function upgradeDatabase(): Promise<void> {
  const { values } = readArguments('npm run upgrade-database -- [--from ORDNER]', options, { least: 0, most: 0 });
  const { DATA_DIR, DATABASE_URL } = readSettings();
  if (DATABASE_URL)
    throw new StartError('Mit DATABASE_URL gehört die Datenbank nicht zum Programm; ihr Betreiber bringt sie auf den neuen Stand.');
  const data = path.join(DATA_DIR, 'postgres');
  const native = nativeFolder();
  const [there, here] = [majorOfData(data), majorOf(native)];
  if (there === undefined) throw new StartError(`In ${DATA_DIR} ist keine Datenbank.`);
  if (there === here && values.from === undefined) {
    console.log(`Die Datenbank ist schon die von PostgreSQL ${here}.`);
    return;
  }
  // If the update is killed, the previous version continues and needs these data immediately.
  process.once('disconnect', () => process.exit(1));
  // The channel must not keep this process alive.
  process.channel?.unref();
  const oldNative = findNative(there, values.from);
  await takeDataFolder(DATA_DIR);
  const upgraded = upgradedFolder(data);
  fs.rmSync(upgraded, { recursive: true, force: true });
  const { tables, rows } = await copyInto(upgraded, { data, native, oldNative }).catch((error: unknown) => {
    fs.rmSync(upgraded, { recursive: true, force: true });
    throw error;
  });
  const by = values['kept-by'];
  const kept = by === undefined ? `${data}.${there}` : markKept(DATA_DIR, by);
  swapIn(data, kept);
  console.log(`PostgreSQL ${there} -> ${here}: ${tables} Tabellen, ${rows} Zeilen. Die bisherigen Daten bleiben in ${kept}.`);
}

/** Creates a database with the same migrations next to the old one and copies all rows; both are stopped afterwards. */
async function copyInto(
  upgraded: string,
  { data, native, oldNative }: { data: string; native: string; oldNative: string },
): Promise<{ tables: number; rows: number }> {
  const closing = new Closing();
  const open = async (postgres: EmbeddedPostgres) => {
    closing.add(postgres.stop);
    const client = openClient(postgres.connection, embeddedUsers.migrator);
    await client.connect();
    closing.add(() => client.end());
    return client;
  };
  try {
    const from = await open(await startPostgres(oldNative, data));
    const target = await startPostgres(native, upgraded);
    const to = await open(target);
    await migrateAsFarAs(from, target.connection, embeddedUsers);
    return await copyDatabase(from, to);
  } finally {
    await closing.close();
  }
}

/** The PostgreSQL binaries of a major version: in the given folder, or in another installed release. */
function findNative(major: number, named: string | undefined): string {
  const home = process.env['VEREINSPORTAL_HOME'];
  const releases = home ? fs.globSync('releases/*', { cwd: home }).map((release) => path.join(home, release)) : [];
  const folders = named === undefined ? releases.map(nativeIn) : [pathAsTyped(named), nativeIn(pathAsTyped(named))];
  const found = folders.find((folder) => fs.existsSync(path.join(folder, 'bin/postgres')) && majorOf(folder) === major);
  if (found !== undefined) return found;
  throw new StartError(
    named === undefined
      ? `Ein Programm mit PostgreSQL ${major} ist hier nicht eingerichtet: Bitte mit --from den Ordner eines solchen nennen, etwa der entpackten früheren Version.`
      : `In ${named} ist kein PostgreSQL ${major}.`,
  );
}
