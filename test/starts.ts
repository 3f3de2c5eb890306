import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { Client } from './harness.ts';
import { eventually, makeDatabase, startProcess, temporaryFolder, type Ended, type OwnDatabase, type Running } from './processes.ts';

type Server = Running & { port: number };

const running: Running[] = [];
const folders: string[] = [];
const databases: OwnDatabase[] = [];
/** The data folder of a new installation after its first start, copied by most tests. */
let firstFolder: string | undefined;

/** What a test of this file starts and makes ends with it; called once by each file. */
export function endWithTests(): void {
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill('SIGTERM');
      await server.ended;
    }
    for (const database of databases.splice(0)) await database.drop();
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => {
    if (firstFolder) fs.rmSync(firstFolder, { recursive: true });
    firstFolder = undefined;
  });
}

/** Starts the built server; it ends with the test. */
export async function start(env: { [name: string]: string } = {}, uid?: number): Promise<Server> {
  const folder = newFolder();
  const server = startProcess('dist/server/main.js', [], { PORT: '0', DATA_DIR: env['DATABASE_URL'] ? folder : newFolder(), ...env }, uid);
  running.push(server);
  const port = await eventually(() => {
    if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.errors()}`);
    return Number(/^Vereinsportal läuft: http:\/\/localhost:(\d+)\n/m.exec(server.output())?.[1]) || undefined;
  });
  // The line with the address includes the sign-in data, since it is written in one piece.
  return { ...server, port };
}

export async function stop(server: Running): Promise<Ended> {
  server.child.kill('SIGTERM');
  return server.ended;
}

/** Expects a start that ends with one sentence. */
export async function expectRefusal(env: { [name: string]: string }, sentence: RegExp, uid?: number): Promise<void> {
  const { code, errors, output } = await startProcess('dist/server/main.js', [], { PORT: '0', DATA_DIR: newFolder(), ...env }, uid).ended;
  expect(errors).toMatch(sentence);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(errors).not.toContain('geheim');
  expect(output).not.toContain('Vereinsportal läuft');
  expect(code).toBe(1);
}

export function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** A used data folder: initialised, migrated, with the demo data. */
export async function usedFolder(): Promise<string> {
  if (!firstFolder) {
    const data = temporaryFolder();
    await stop(await start({ DATA_DIR: data }));
    firstFolder = data;
  }
  const folder = newFolder();
  fs.cpSync(firstFolder, folder, { recursive: true });
  return folder;
}

export async function newDatabase(options: Parameters<typeof makeDatabase>[0] = {}): Promise<OwnDatabase> {
  const database = await makeDatabase(options);
  databases.push(database);
  return database;
}

/** The process ID of the PostgreSQL server of a data folder, if it is running. */
export function postgresOf(data: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

export async function signInByLink(port: number, output: string, email: string): Promise<void> {
  const token = /#([\w-]+)/.exec(output)?.[1];
  const client = new Client(port, 'rwa.localhost');
  const password = 'Ein-neues-Passwort-26';
  expect((await client.post('/api/session/mail-links/password', { token, password })).status).toBe(200);
  expect((await client.signIn(email, password)).status).toBe(200);
  expect((await client.get<{ role: { name: string } }>('/api/profile')).body.role.name).toBe('super');
}
