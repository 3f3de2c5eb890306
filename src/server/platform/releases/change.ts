import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { dropStaleCopy, keepCopy, keptData, type Copy } from '../database/embedded/databaseCopy.ts';
import { majorOf, majorOfData, nativeIn } from '../database/embedded/majorVersion.ts';
import { stepsIn } from '../database/newerSteps.ts';
import { StartError } from '../process/startError.ts';
import { isRun, serviceOf, whileStopped, whileWatched, type Service } from './hold.ts';
import { point, versionOf, type Places } from './places.ts';
import { lastWords, tryOut } from './trial.ts';

/** What a change to another version is about. `dataFolder` holds an embedded database; `earlier` is what `previous` named. */
type Change = { before: string; release: string; from: string; to: string; dataFolder: string | undefined; earlier: string | undefined };

/** What came of the trial: why it failed, or the data as they were, which the new version has changed since. */
type Tried = { words: string } | { words?: undefined; copy: Copy | undefined };

/**
 * Changes to another version: a backup, then the new version is tried out while the old one stands still, and only when it got
 * ready the link moves. Should it then not get ready as the service, the link moves back. In both cases the old version goes on with
 * the data as they were. `dataFolder` holds an embedded database.
 */
export async function changeTo(release: string, places: Places, dataFolder: string | undefined): Promise<string> {
  const before = fs.realpathSync(places.current);
  const [from, to] = [versionOf(before), versionOf(release)];
  if (before === release) throw new StartError(`Version ${to} läuft hier schon.`);
  const backup = makeBackup(before, places, `vor-${to}`);
  const earlier = fs.existsSync(places.previous) ? fs.realpathSync(places.previous) : undefined;
  const change = { before, release, from, to, dataFolder, earlier };
  return whileWatched(places, async () => {
    const wasRunning = isRun(places);
    const tried = await whileStopped(places, () => tryAndPoint(change, places));
    if (tried.words !== undefined)
      throw new StartError(`Version ${to} startet nicht (${tried.words}). ${ofOld(change, await serviceOf(places), backup)}`);
    const service = await serviceOf(places);
    if (service.state === 'failed') return goBack(change, places, { tried, service, backup, wasRunning });
    tried.copy?.remove();
    return `Version ${to} ${service.state === 'ready' ? 'läuft' : 'ist eingerichtet; gestartet wird sie mit ./vereinsportal start'}. Vorher war es ${from}, Sicherung: ${backup}`;
  });
}

/** Tries the version out on the data and moves the links when it got ready; otherwise the data are as they were. */
async function tryAndPoint({ before, release, from, dataFolder }: Change, places: Places): Promise<Tried> {
  if (dataFolder) dropStaleCopy(dataFolder, from);
  const upgrade = dataFolder ? await upgradeDatabase(release, dataFolder, from) : undefined;
  if (upgrade?.failure !== undefined) return { words: upgrade.failure };
  const copy = upgrade?.before ?? (dataFolder && addsIncompatible(before, release) ? keepCopy(dataFolder, from) : undefined);
  const words = await tryOut(release, places);
  if (words !== undefined) {
    copy?.bringBack();
    return { words };
  }
  point(places.previous, before);
  point(places.current, release);
  return { copy };
}

/**
 * The way back from a version that got ready on trial and then not as the service. What it may have written for people meanwhile
 * is kept beside the data. An own PostgreSQL that it has changed beyond what the old version understands stays with it.
 */
async function goBack(
  change: Change,
  places: Places,
  { tried, service, backup, wasRunning }: { tried: { copy: Copy | undefined }; service: Service; backup: string; wasRunning: boolean },
): Promise<never> {
  const { before, release, to, dataFolder, earlier } = change;
  const words = `Version ${to} war auf Probe bereit, als Dienst ist sie es nicht; was sie sagt, steht in ihrem Log.`;
  if (!dataFolder && addsIncompatible(before, release))
    throw new StartError(
      `${words} Sie bleibt eingerichtet, da sie die Datenbank schon geändert hat; zurück führt die Sicherung: ${backup}`,
    );
  const kept = service.hasListened ? to : undefined;
  await whileStopped(places, async () => {
    point(places.current, before);
    if (earlier) point(places.previous, earlier);
    else fs.rmSync(places.previous, { force: true });
    tried.copy?.bringBack(kept);
  });
  const beside = tried.copy && kept ? ` Was sie an Daten hinterließ, liegt in data/postgres.${kept}.` : '';
  throw new StartError(`${words} ${ofOld(change, await serviceOf(places, wasRunning), backup)}${beside}`);
}

/** How it stands with the version before. */
function ofOld({ from }: Change, { state }: Service, backup: string): string {
  if (state === 'failed') return `Auch Version ${from} läuft nicht; die Sicherung von eben: ${backup}`;
  return `Version ${from} ${state === 'ready' ? 'läuft wieder' : 'bleibt eingerichtet'}; es ist nichts verloren.`;
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
