import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';

const debianFolder = '/usr/lib/postgresql';
const standbyName = 'standby';

/** One PostgreSQL of a pair, on a port of this machine. */
export type Server = {
  port: number;
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Ends all of its processes at once, as a machine that loses its power. */
  kill(): Promise<void>;
};

/** A primary and its standby, which has each change before it is acknowledged. */
export type Pair = { primary: Server; standby: Server; version: string };

/** The folder with the programs of an installed PostgreSQL, pg_basebackup among them; undefined without one. */
export function findPrograms(): string | undefined {
  const versions = fs.existsSync(debianFolder) ? fs.readdirSync(debianFolder) : [];
  const folders = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => path.join(debianFolder, version, 'bin'));
  return folders.find((one) => ['initdb', 'postgres', 'pg_basebackup'].every((program) => fs.existsSync(path.join(one, program))));
}

/** Starts both; `prepare` fills the database `portal` of the primary before the standby copies it. */
export async function startPair(
  programs: string,
  folder: string,
  prepare: (urlOf: (user: string) => string) => Promise<void>,
): Promise<Pair> {
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  runAside(programs, 'initdb', ['-D', first, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  const primary = await startServer(programs, first);
  const [version] = await asOwner(primary.port, 'postgres', 'show server_version');
  await asOwner(primary.port, 'postgres', 'create database portal');
  await prepare((user) => `postgres://${user}@127.0.0.1:${primary.port}/portal`);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${standbyName}`;
  runAside(programs, 'pg_basebackup', ['-D', second, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const standby = await startServer(programs, second);
  await asOwner(primary.port, 'postgres', `alter system set synchronous_standby_names = '${standbyName}'`);
  await asOwner(primary.port, 'postgres', 'select pg_reload_conf()');
  for (let waited = 0; ; waited += 50) {
    const [row] = await primary.sql<{ sync_state: string }>('select sync_state from pg_stat_replication');
    if (row?.sync_state === 'sync') return { primary, standby, version: String(version?.['server_version']).split(' ')[0] ?? '' };
    if (waited > 20_000) throw new Error(`the standby does not follow: ${JSON.stringify(row)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function startServer(programs: string, data: string): Promise<Server> {
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`].flatMap((one) => ['-c', one]);
  const [command = '', ...words] = [...namespace(), path.join(programs, 'postgres'), '-D', data, ...settings];
  // A group of its own, so that all of its processes can be ended at once.
  const child = spawn(command, words, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-3000)));
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const kill = () => endGroup(child);
  process.once('exit', kill);
  for (let waited = 0; ; waited += 50) {
    const answer = await asOwner(port, 'postgres', 'select 1').catch((error: Error) => error);
    if (!(answer instanceof Error)) break;
    if (child.exitCode !== null || waited > 20_000) throw new Error(`PostgreSQL did not start: ${said}`, { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    sql: (text, values) => asOwner(port, 'portal', text, values),
    kill: () => {
      process.off('exit', kill);
      kill();
      return exited;
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended already.
  }
}

/** Runs one of PostgreSQL's programs to its end. */
function runAside(programs: string, program: string, args: string[]): void {
  const [command = '', ...words] = [...namespace(), path.join(programs, program), ...args];
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

/** PostgreSQL refuses to be root; in a namespace of its own it is nobody, and its folders still belong to it. */
function namespace(): string[] {
  return process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [];
}

async function asOwner<T extends pg.QueryResultRow>(port: number, database: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, database, user: 'postgres', connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
