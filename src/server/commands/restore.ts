import { drizzle } from 'drizzle-orm/node-postgres';
import { openRemoteFiles } from '#server/files/bytes/remoteFiles.ts';
import { fetchBackup } from '#server/office/backup/place.ts';
import { checkBackup, restoreBackup } from '#server/office/backup/restore.ts';
import { erasePeople } from '#server/office/privacy/service.ts';
import { personalData } from '../personalData.ts';
import { isEmpty } from '#server/db/demo.ts';
import { askPassword, confirm, readArguments } from '#server/platform/process/commandLine.ts';
import { completeErasureLog } from '#server/platform/database/erasures.ts';
import { useKeys } from '#server/platform/database/keyRing.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/process/settings.ts';
import { runCommand, type Closing } from '#server/platform/process/startError.ts';

await runCommand(restore);

async function restore(closing: Closing): Promise<void> {
  const { values, positionals } = readArguments(
    'npm run restore -- datei | s3://bucket/ordner[/name.sicherung] [--yes]',
    { yes: { type: 'boolean' } as const },
    { least: 1, most: 1 },
  );
  const settings = readSettings();
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
  const { erased, ended, held } = await restoreBackup(client, {
    dataFolder: settings.DATA_DIR,
    filesFolder: settings.FILES_DIR,
    keepFile: openRemoteFiles(settings)?.write,
    file,
    password,
    erasePeople: (tx, ids) => erasePeople(tx, personalData, ids),
  });
  await completeErasureLog({ orm }, settings.DATA_DIR);
  await closing.close();
  console.log(
    `Eingespielt: Sicherung vom ${date}, ${summary.tables} Tabellen, ${summary.rows} Zeilen, ${summary.files} Dateien. Gelöscht bleiben ${erased} Konten und Personen. ` +
      `Beendet sind ${ended} Sitzungen: Alle melden sich neu an. Angehalten sind ${held} Mails, die damals warteten: Sie gehen nicht noch einmal hinaus.`,
  );
}
