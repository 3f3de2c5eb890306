import { setTimeout } from 'node:timers/promises';
import { sealedColumns } from '../personalData.ts';
import { commandLine, readArguments } from '#server/platform/process/commandLine.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { addKey, keyFileAgeMs, keyFileOf, openKeyRing, releaseKeys, sealingKey } from '#server/platform/database/keyRing.ts';
import { openForCommand, type OpenDatabase } from '#server/platform/database/open.ts';
import { countOpen, sealRows } from '#server/platform/database/sealRows.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, type Closing } from '#server/platform/process/startError.ts';

await runCommand(rotate);

/** Re-encrypts all sealed values with a new key while the server is running; with DATA_KEY, with the first key listed there. */
async function rotate(closing: Closing): Promise<void> {
  readArguments('npm run rotate-key', {}, { least: 0, most: 0 });
  const settings = readSettings();
  const { database, close } = await openForCommand(settings);
  closing.add(close);
  await openKeyRing(settings, database);
  if (settings.DATA_KEY === undefined) {
    await addKey(settings);
    await openKeyRing(settings, database);
  }
  const count = await sealAll(database);
  const { id } = sealingKey();
  const done = `Neu verschlüsselt mit Schlüssel ${id}: ${count} Angaben`;
  await database.write(everyClub, async ({ tx, audit }) => {
    await releaseKeys(tx);
    audit('ops.rotateKey', { club: 'RWA', entity: 'config', by: commandLine }, done);
  });
  await closing.close();
  const where = settings.DATA_KEY === undefined ? `in ${keyFileOf(settings)}` : 'in DATA_KEY';
  console.log(`${done}. Ältere Schlüssel ${where} brauchen nur noch ältere Sicherungen.`);
}

/** Repeats until nothing is left, since a running server may use the previous key until it rereads the file. */
async function sealAll(database: OpenDatabase['database']): Promise<number> {
  let count = 0;
  do {
    count += await sealRows(database, sealedColumns);
    await setTimeout(keyFileAgeMs);
  } while ((await countOpen(database, sealedColumns)) > 0);
  return count;
}
