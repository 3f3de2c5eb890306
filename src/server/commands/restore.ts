import fs from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { proveStoreAtStart } from '#server/files/bytes/proveStore.ts';
import { openRemoteFiles } from '#server/files/bytes/remoteFiles.ts';
import { fetchBackup } from '#server/office/backup/place.ts';
import { checkBackup, restoreBackup } from '#server/office/backup/restore.ts';
import { ofDisk } from '#server/office/backup/stagedFiles.ts';
import { erasePeople } from '#server/office/privacy/service.ts';
import { personalData } from '../personalData.ts';
import { forgetSecret } from '../secret.ts';
import { isEmpty } from '#server/db/demo.ts';
import { askPassword, confirm, pathAsTyped, readArguments } from '#server/platform/process/commandLine.ts';
import { completeErasureLog } from '#server/platform/database/erasures.ts';
import { useKeys } from '#server/platform/database/keyRing.ts';
import { openForCommand, openLog } from '#server/platform/database/open.ts';
import { readSettings, type Settings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';

await runCommand(restore);

async function restore(closing: Closing): Promise<void> {
  const { values, positionals } = readArguments(
    'npm run restore -- datei | s3://bucket/ordner[/name.sicherung] [--to leerer-ordner] [--yes]',
    { yes: { type: 'boolean' }, to: { type: 'string' } } as const,
    { least: 1, most: 1 },
  );
  const settings = values.to === undefined ? readSettings() : practiceSettings(pathAsTyped(values.to));
  const password = await askPassword(settings.BACKUP_PASSWORD, false);
  const { file, close: deleteFetched } = await fetchBackup(settings, positionals[0] ?? '');
  closing.add(deleteFetched);
  const { openOwner, close } = await openForCommand(settings);
  closing.add(close);
  const client = openOwner();
  await client.connect();
  closing.add(() => client.end());
  const orm = drizzle({ client });
  const { header, summary } = await checkBackup(client, file, password);
  useKeys(settings, header.keyIds ?? [], 'Die Sicherung');
  const date = new Date(header.createdAt).toLocaleString('de', { timeZone: 'Europe/Berlin' });
  if (!(await isEmpty({ orm }))) await confirm(`Alle jetzigen Daten werden durch die Sicherung vom ${date} ersetzt.`, values.yes);
  await proveStoreAtStart(settings, openLog({ LOG_LEVEL: 'silent' }));
  const { erased, ended, held } = await restoreBackup(client, {
    dataFolder: settings.DATA_DIR,
    filesFolder: settings.FILES_DIR,
    keepFile: openRemoteFiles(settings)?.write,
    file,
    password,
    erasePeople: (tx, ids) => erasePeople(tx, personalData, ids),
  });
  await forgetSecret({ orm });
  await completeErasureLog({ orm }, settings.DATA_DIR);
  await closing.close();
  console.log(
    `Eingespielt: Sicherung vom ${date}, ${summary.tables} Tabellen, ${summary.rows} Zeilen, ${summary.files} Dateien. Konten und Personen, die gelöscht bleiben: ${erased}. ` +
      `Beendete Sitzungen: ${ended}, alle melden sich neu an. Angehaltene Mails, die damals warteten: ${held}, sie gehen nicht noch einmal hinaus.`,
  );
}

/**
 * The settings of a trial restore into an empty folder with its own database: data, files and backups of the service
 * are not touched, wherever they are configured.
 */
function practiceSettings(folder: string): Settings {
  const own = readSettings();
  const others = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name !== 'data.key' && name !== ofDisk) : [];
  if (others.length > 0)
    throw new StartError(`Zum Üben braucht es einen leeren Ordner, höchstens mit data.key; in ${folder} liegt ${others[0]}.`);
  return {
    ...own,
    DATA_DIR: folder,
    FILES_DIR: path.join(folder, 'files'),
    DATABASE_URL: undefined,
    DATABASE_MIGRATOR_URL: undefined,
    DATABASE_DIRECT_URL: undefined,
    DATABASE_READ_URL: undefined,
    S3_BUCKET: undefined,
  };
}
