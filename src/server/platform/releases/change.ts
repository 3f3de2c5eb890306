import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { dropStaleCopy, keepCopy, keptData, type Copy } from '../database/embedded/databaseCopy.ts';
import { majorOf, majorOfData, nativeIn } from '../database/embedded/majorVersion.ts';
import { stepsIn } from '../database/newerSteps.ts';
import { stampForName } from '../process/clock.ts';
import { StartError } from '../process/startError.ts';
import { isRun, serviceOf, staysReady, whileStopped, whileWatched, type Service } from './hold.ts';
import { point, versionOf, type Places } from './places.ts';
import { lastWords, startOnTrial } from './trial.ts';

/** A change of version. `dataFolder` holds an embedded database; `earlier` is the former target of `previous`. */
type Change = { before: string; release: string; from: string; to: string; dataFolder: string | undefined; earlier: string | undefined };

/** The result of the trial: why it failed, or a copy of the data from before the new version changed them. */
type Tried = { words: string } | { words?: undefined; copy: Copy | undefined };

/**
 * Changes to another version: makes a backup, tries the new version while the old one is stopped, and moves the link only if it became
 * ready. If it then does not become ready as the service, or does not stay so, the link moves back. In both failure cases the old version continues with its
 * previous data. `dataFolder` holds an embedded database; for `watchSeconds` the new version must stay ready.
 */
export async function changeTo(
  release: string,
  places: Places,
  options: { dataFolder: string | undefined; watchSeconds: number },
): Promise<string> {
  const { dataFolder, watchSeconds } = options;
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
    const service = await watched(places, await serviceOf(places), { to, watchSeconds });
    if (service.state === 'failed') return goBack(change, places, { tried, service, backup, wasRunning });
    tried.copy?.remove();
    return `Version ${to} ${service.state === 'ready' ? 'läuft' : 'ist eingerichtet; gestartet wird sie mit ./vereinsportal start'}. Vorher war es ${from}, Sicherung: ${backup}`;
  });
}

/** Tries the version on the data and moves the links if it became ready; otherwise restores the data. */
async function tryAndPoint({ before, release, from, dataFolder }: Change, places: Places): Promise<Tried> {
  if (dataFolder) dropStaleCopy(dataFolder, from);
  const upgrade = dataFolder ? await upgradeDatabase(release, dataFolder, from) : undefined;
  if (upgrade?.failure !== undefined) return { words: upgrade.failure };
  const copy = upgrade?.before ?? (dataFolder && addsIncompatible(before, release) ? keepCopy(dataFolder, from) : undefined);
  const words = await startOnTrial(release, places);
  if (words !== undefined) {
    copy?.restore();
    return { words };
  }
  point(places.previous, before);
  point(places.current, release);
  return { copy };
}

/**
 * Returns from a version that became ready on trial, but not as the service. What it may have written for users meanwhile is kept beside
 * the data. An external PostgreSQL that was migrated incompatibly stays with the new version.
 */
async function goBack(
  change: Change,
  places: Places,
  { tried, service, backup, wasRunning }: { tried: { copy: Copy | undefined }; service: Service; backup: string; wasRunning: boolean },
): Promise<never> {
  const { before, release, to, dataFolder, earlier } = change;
  const how = service.wasReady ? 'war als Dienst bereit und blieb es nicht' : 'war auf Probe bereit, als Dienst ist sie es nicht';
  const words = `Version ${to} ${how}; was sie sagt, steht in ihrem Log.`;
  if (!dataFolder && addsIncompatible(before, release))
    throw new StartError(
      `${words} Sie bleibt eingerichtet, da sie die Datenbank schon geändert hat; zurück führt die Sicherung: ${backup}`,
    );
  const kept = service.hasListened ? to : undefined;
  await whileStopped(places, async () => {
    point(places.current, before);
    if (earlier) point(places.previous, earlier);
    else fs.rmSync(places.previous, { force: true });
    tried.copy?.restore(kept);
  });
  const beside = tried.copy && kept ? ` Was sie an Daten hinterließ, liegt in data/postgres.${kept}.` : '';
  throw new StartError(`${words} ${ofOld(change, await serviceOf(places, wasRunning), backup)}${beside}`);
}

/** The service after the time for which a new version must stay ready. */
async function watched(places: Places, service: Service, { to, watchSeconds }: { to: string; watchSeconds: number }): Promise<Service> {
  if (service.state !== 'ready' || watchSeconds === 0) return service;
  console.log(`Version ${to} ist bereit; ${watchSeconds} Sekunden lang wird beobachtet, ob sie es bleibt.`);
  return (await staysReady(places, watchSeconds * 1000)) ? service : { state: 'failed', hasListened: true, wasReady: true };
}

/** The state of the previous version, as a sentence. */
function ofOld({ from }: Change, { state }: Service, backup: string): string {
  if (state === 'failed') return `Auch Version ${from} läuft nicht; die Sicherung von eben: ${backup}`;
  return `Version ${from} ${state === 'ready' ? 'läuft wieder' : 'bleibt eingerichtet'}; es ist nichts verloren.`;
}

/** Makes a backup with the running version: only it knows these data. */
function makeBackup(release: string, { backups }: Places, name: string): string {
  fs.mkdirSync(backups, { recursive: true, mode: 0o700 });
  const file = path.join(backups, `${name}-${stampForName()}.sicherung`);
  const { status } = spawnSync(path.join(release, 'vereinsportal'), ['backup', file], { stdio: 'inherit' });
  if (status !== 0) throw new StartError('Ohne Sicherung wird nichts geändert.');
  return file;
}

/**
 * Lets a version with another major version of PostgreSQL take over the embedded data; returns the earlier data, or why it failed, or
 * undefined if nothing had to be done.
 */
async function upgradeDatabase(
  release: string,
  dataFolder: string,
  keptBy: string,
): Promise<{ failure: string; before?: undefined } | { failure?: undefined; before: ReturnType<typeof keptData> } | undefined> {
  const [there, coming] = [majorOfData(path.join(dataFolder, 'postgres')), majorOf(nativeIn(release))];
  if (there === undefined || coming === undefined || there === coming) return undefined;
  const child = spawn(path.join(release, 'vereinsportal'), ['upgrade-database', '--kept-by', keptBy], {
    // The channel closes when this process ends, and the upgrade ends with the channel.
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  return code === 0 ? { before: keptData(dataFolder) } : { failure: lastWords(said) };
}

/** Whether a version has migrations that the previous one is not compatible with. */
function addsIncompatible(before: string, release: string): boolean {
  const [known, coming] = [before, release].map((folder) => stepsIn(path.join(folder, 'src/server/db/migrations')));
  const names = new Set(known?.map(({ name }) => name));
  return (coming ?? []).some(({ name, isCompatible }) => !isCompatible && !names.has(name));
}
