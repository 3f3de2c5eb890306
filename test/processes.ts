import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { serverEnvironment } from '../scripts/serverProcess.mjs';
import { dataKey } from './dataKey.ts';
import { emptyTemplate, template } from './globalSetup.ts';

export type Ended = { code: number | null; output: string; errors: string };

type Environment = { [name: string]: string | undefined };

/** A child process, with its output so far. */
export type Running = { child: ChildProcess; output(): string; errors(): string; ended: Promise<Ended> };

/** Starts a program with this Node and only the given environment. As root, `uid` runs it as another user. */
export function startProcess(file: string, words: string[], env: Environment, uid?: number): Running {
  const child = spawn(process.execPath, [path.join(projectRoot, file), ...words], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      METRICS_PORT: '0',
      DATA_KEY: dataKey,
      INIT_CWD: projectRoot,
      NODE_COMPILE_CACHE: serverEnvironment['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, output, errors }));
  });
  return { child, output: () => output, errors: () => errors, ended };
}

/** Runs one of the `npm run …` commands to its end. */
export function runCommandLine(name: string, words: string[], env: Environment): Promise<Ended> {
  return startProcess(`src/server/commands/${name}.ts`, words, env).ended;
}

/** Polls until the result is neither undefined nor false; throws at the deadline. */
export async function eventually<T>(ask: () => Promise<T | undefined | false> | T | undefined | false, deadlineMs = 30_000): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-'));
}

/** A database on the PostgreSQL server of the test run; migrated, or bare. */
export type OwnDatabase = {
  name: string;
  host: string;
  url(user?: string): string;
  sql: Sql;
  /** Runs SQL as a user other than the superuser. */
  sqlAs(user: string, text: string): Promise<pg.QueryResultRow[]>;
  drop(): Promise<void>;
};
export type Sql = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;

const templates = { bare: 'template0', migrated: emptyTemplate, demonstration: template } as const;

/** Creates a database; its owner defaults to the superuser `postgres`. */
export async function makeDatabase({
  content = 'migrated',
  owner = 'postgres',
}: { content?: keyof typeof templates; owner?: string } = {}): Promise<OwnDatabase> {
  const host = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query({ host, database: 'postgres' }, `create database ${name} owner ${owner} template ${templates[content]} strategy file_copy`);
  return {
    name,
    host,
    url: (user = 'postgres') => `postgres://${user}@/${name}?host=${host}`,
    sql: (text, values) => query({ host, database: name }, text, values),
    sqlAs: (user, text) => query({ host, database: name, user }, text),
    drop: async () => void (await query({ host, database: 'postgres' }, `drop database if exists ${name} with (force)`)),
  };
}

/** Runs one query with its own connection, in the product's time zone, so that `current_date` is the product's date. */
export async function query<T extends pg.QueryResultRow>(at: pg.ClientConfig, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ user: 'postgres', options: '-c timezone=Europe/Berlin', ...at });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}
