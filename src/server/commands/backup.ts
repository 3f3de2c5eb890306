import fs from 'node:fs';
import { openRemoteFiles } from '#server/files/bytes/remoteFiles.ts';
import { noteBackup } from '#server/office/backup/lastBackup.ts';
import { openPlace, type Place } from '#server/office/backup/place.ts';
import { folderFiles, saveBackup } from '#server/office/backup/save.ts';
import { askPassword, readArguments } from '#server/platform/process/commandLine.ts';
import { completeErasureLog } from '#server/platform/database/erasures.ts';
import { keyFileOf } from '#server/platform/database/keyRing.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readSettings, type Settings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';

await runCommand(backup);

async function backup(closing: Closing): Promise<void> {
  const { positionals } = readArguments('npm run backup -- [datei | s3://bucket/ordner]', {}, { least: 0, most: 1 });
  const settings = readSettings();
  const { BACKUP_TO, BACKUP_KEEP } = settings;
  const place = await open(settings, positionals[0]);
  closing.add(place.close);
  const password = await askPassword(settings.BACKUP_PASSWORD, true);
  const { database, openOwner, close } = await openForCommand(settings);
  closing.add(close);
  await completeErasureLog(database, settings.DATA_DIR);
  const client = openOwner();
  await client.connect();
  closing.add(() => client.end());
  const remote = openRemoteFiles(settings);
  const taken = settings.BACKUP_S3_FILES ? remote : undefined;
  const saved = await saveBackup(client, taken ?? folderFiles(settings.FILES_DIR), place.file, password).catch((error: unknown) => {
    throw diskError(error, place.file) ?? error;
  });
  const { tables, rows, files, missing = 0, keyIds } = saved;
  const size = Math.ceil(fs.statSync(place.file).size / 1024).toLocaleString('de');
  await place.deliver();
  // A name means a manual backup; without one it was started by a scheduler, that of the server or of the system.
  await noteBackup(database, { isNightly: settings.BACKUP_AT !== undefined || positionals[0] === undefined });
  const deleted = positionals[0] ? 0 : await place.thinOut(BACKUP_KEEP);
  await closing.close();
  console.log(`Gesichert und geprüft: ${tables} Tabellen, ${rows} Zeilen, ${files} Dateien, ${size} kB in ${place.name}`);
  if (deleted > 0) console.log(`${BACKUP_KEEP} Sicherungen bleiben in ${BACKUP_TO}, ${deleted} ältere gelöscht.`);
  if (keyIds.length > 0) console.log(keyElsewhere(settings, keyIds));
  if (remote && !taken) console.log(bytesElsewhere(settings));
  if (taken && missing > 0)
    console.log(`Achtung: ${missing} Dateien, von denen die Datenbank weiß, fehlen im S3-Speicher und darum auch in der Sicherung.`);
}

/** A missing disk is reported as an error; no folder is created in its place. */
async function open(settings: Settings, named: string | undefined): Promise<Place> {
  try {
    return await openPlace(settings, named);
  } catch (error) {
    throw diskError(error, named ?? settings.BACKUP_TO) ?? error;
  }
}

/** The key must be stored elsewhere: without it a backup is useless, and next to it the encryption is. */
function keyElsewhere(settings: Settings, keyIds: readonly string[]): string {
  const where = settings.DATA_KEY === undefined ? keyFileOf(settings) : 'DATA_KEY';
  return `Konten und Gesundheitshinweise darin sind verschlüsselt (Schlüssel ${keyIds.join(', ')}). Bewahren Sie ${where} getrennt von der Sicherung auf; ohne ihn sind sie verloren.`;
}

/** A warning about files stored in S3, which the backup does not contain. */
function bytesElsewhere({ S3_ENDPOINT, S3_BUCKET }: Pick<Settings, 'S3_ENDPOINT' | 'S3_BUCKET'>): string {
  return `Achtung: Der Inhalt der Bilder und Dateien liegt im S3-Speicher (${S3_ENDPOINT}, Bucket ${S3_BUCKET}) und ist nicht in dieser Sicherung. Mit BACKUP_S3_FILES=on kommt er hinein; sonst sichern Sie den Bucket eigens, etwa mit der Versionierung des Speichers oder \`rclone sync\`.`;
}

function diskError(error: unknown, file: string): StartError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^E(NOSPC|ACCES|ROFS|NOENT|ISDIR|NOTDIR|DQUOT)$/.test(code)
    ? new StartError(`Die Sicherung ${file} lässt sich nicht schreiben (${code}).`)
    : undefined;
}
