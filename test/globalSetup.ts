import crypto, { createHash, type UUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedClubs } from '../src/server/club/clubs/service.ts';
import { fillDemo } from '../src/server/db/demo.ts';
import { openDatabase } from '../src/server/platform/database/database.ts';
import { openKeyRing } from '../src/server/platform/database/keyRing.ts';
import { startEmbeddedPostgres } from '../src/server/platform/database/embedded/embeddedPostgres.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { openLog } from '../src/server/platform/database/open.ts';
import { defaultDemoPassword, readSettings } from '../src/server/platform/process/settings.ts';
import { dataKey } from './dataKey.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the PostgreSQL server of this run. */
    postgres: string;
  }
}

/** The migrated template database with the demo data, copied for every test file. */
export const template = 'vereinsportal_template';

/** The migrated template database without data, for tests of commands that start with an empty installation. */
export const emptyTemplate = 'vereinsportal_empty';

/** Starts one PostgreSQL server for the whole run and prepares the template databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(parentFolder(), 'vereinsportal-test-'));
  const embedded = await startEmbeddedPostgres(folder);
  const admin = new pg.Client({ ...embedded.connection, user: 'postgres' });
  await admin.connect();
  // These data need not survive a power cut: no write waits for the disk.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await admin.query(`alter system set ${setting} = off`);
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${emptyTemplate}`);
  await migrate({ ...embedded.connection, database: emptyTemplate }, { migrator: 'postgres', app: 'vereinsportal' });
  await admin.query(`create database ${template} template ${emptyTemplate}`);
  await admin.end();
  await fill({ ...embedded.connection, database: template }, folder);
  await cheapenPasswords({ ...embedded.connection, database: template, user: 'postgres' });
  project.provide('postgres', embedded.connection.host);
  return async () => {
    await embedded.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

const memory = '/dev/shm';
const memoryAtLeast = 4 * 1024 ** 3;

/** The databases are in memory where there is enough of it: each test file copies one of 30 MB. */
function parentFolder(): string {
  if (!fs.existsSync(memory)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize >= memoryAtLeast ? memory : os.tmpdir();
}

/** Thousands of sign-ins of the demo accounts need not cost a guesser's time each: their hash has the least memory and one pass. */
async function cheapenPasswords(connection: pg.ClientConfig): Promise<void> {
  const [memoryKiB, passes, nonce] = [8, 1, Buffer.alloc(16)];
  const message = Buffer.from(defaultDemoPassword);
  const tag = crypto.argon2Sync('argon2id', { message, nonce, memory: memoryKiB, passes, parallelism: 1, tagLength: 32 });
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query('update auth_account set password = $1 where password is not null', [
    ['argon2id', memoryKiB, passes, nonce.toString('base64'), tag.toString('base64')].join('$'),
  ]);
  await admin.end();
}

async function fill(connection: { host: string; database: string }, folder: string): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder, DATA_KEY: dataKey });
  const database = openDatabase(connection, { user: 'vereinsportal', connections: 2 });
  await openKeyRing(settings, database);
  await seedClubs(database);
  await withCountedIds(() => fillDemo({ settings, database, log: openLog(settings, { write: () => undefined }) }));
  await database.close();
}

/** Deterministic IDs for the demo data, so that the order of its records is the same in each run. */
async function withCountedIds(fill: () => Promise<void>): Promise<void> {
  const { randomUUID } = crypto;
  let count = 0;
  crypto.randomUUID = () => countedId(++count);
  syncBuiltinESMExports();
  try {
    await fill();
  } finally {
    crypto.randomUUID = randomUUID;
    syncBuiltinESMExports();
  }
}

function countedId(count: number): UUID {
  const hex = createHash('sha256').update(`demonstration ${count}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as UUID;
}
