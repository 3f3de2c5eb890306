import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { keepCopy, keptData } from '../database/embedded/databaseCopy.ts';
import { majorOf, majorOfData, nativeIn } from '../database/embedded/majorVersion.ts';
import { stepsIn } from '../database/newerSteps.ts';
import { StartError } from '../process/startError.ts';
import { isServing, whileStopped } from './hold.ts';
import { point, versionOf, type Places } from './places.ts';
import { lastWords, tryOut } from './trial.ts';

/**
 * Changes to another version: a backup, then the new version is tried out while the old one stands still, and only when it got
 * ready the link moves. Otherwise the old version goes on with the data as they were. `dataFolder` holds an embedded database.
 */
export async function changeTo(release: string, places: Places, dataFolder: string | undefined): Promise<string> {
  const before = fs.realpathSync(places.current);
  const [from, to] = [versionOf(before), versionOf(release)];
  if (before === release) throw new StartError(`Version ${to} läuft hier schon.`);
  const backup = makeBackup(before, places, `vor-${to}`);
  const failure = await whileStopped(places, async () => {
    const upgrade = dataFolder ? await upgradeDatabase(release, dataFolder, from) : undefined;
    if (upgrade?.failure !== undefined) return upgrade.failure;
    const copy = upgrade?.before ?? (dataFolder && addsIncompatible(before, release) ? keepCopy(dataFolder, from) : undefined);
    const words = await tryOut(release, places);
    if (words !== undefined) {
      copy?.bringBack();
      return words;
    }
    point(places.previous, before);
    point(places.current, release);
    copy?.remove();
    return undefined;
  });
  const serving = await isServing(places);
  if (failure !== undefined)
    throw new StartError(
      `Version ${to} startet nicht (${failure}). ${serving === false ? `Auch Version ${from} läuft nicht; die Sicherung von eben: ${backup}` : `Version ${from} ${serving ? 'läuft wieder' : 'bleibt eingerichtet'}; es ist nichts verloren.`}`,
    );
  if (serving === false)
    throw new StartError(`Version ${to} ist eingerichtet, aber der Server antwortet nicht; was er sagt, steht in seinem Log.`);
  return `Version ${to} ${serving ? 'läuft' : 'ist eingerichtet; gestartet wird sie mit ./vereinsportal start'}. Vorher war es ${from}, Sicherung: ${backup}`;
}

/** A backup by the version that runs: it alone knows these data. */
function makeBackup(release: string, { backups }: Places, name: string): string {
  fs.mkdirSync(backups, { recursive: true, mode: 0o700 });
  const file = path.join(backups, `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.sicherung`);
  const { status } = spawnSync(path.join(release, 'vereinsportal'), ['backup', file], { stdio: 'inherit' });
  if (status !== 0) throw new StartError('Ohne Sicherung wird nichts geändert.');
  return file;
}

/**
 * Lets a version that brings another major version of PostgreSQL take over the embedded data; gives the earlier data, or why it
 * could not, or undefined where there is nothing to do.
 */
async function upgradeDatabase(
  release: string,
  dataFolder: string,
  keptBy: string,
): Promise<{ failure: string; before?: undefined } | { failure?: undefined; before: ReturnType<typeof keptData> } | undefined> {
  const [there, coming] = [majorOfData(path.join(dataFolder, 'postgres')), majorOf(nativeIn(release))];
  if (there === undefined || coming === undefined || there === coming) return undefined;
  const child = spawn(path.join(release, 'vereinsportal'), ['upgrade-database', '--kept-by', keptBy], {
    // The channel ends with this process, and the upgrade with the channel.
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  return code === 0 ? { before: keptData(dataFolder) } : { failure: lastWords(said) };
}

/** Whether a version brings steps of the database that the one before cannot work with. */
function addsIncompatible(before: string, release: string): boolean {
  const [known, coming] = [before, release].map((folder) => stepsIn(path.join(folder, 'src/server/db/migrations')));
  const names = new Set(known?.map(({ name }) => name));
  return (coming ?? []).some(({ name, isCompatible }) => !isCompatible && !names.has(name));
}
