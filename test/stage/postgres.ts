import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { speakGerman } from '../../src/shared/kernel/germanErrors.ts';
import { seedClubs } from '../../src/server/club/clubs/service.ts';
import { openDatabase } from '../../src/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/database/embedded/embeddedPostgres.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { fillStaff } from './people.ts';
import { cpuMsOf, processTree } from './processes.ts';

const template = 'stage_template';

/** A PostgreSQL of its own in a temporary folder, with migrated databases to copy. */
export type StagePostgres = {
  /** The folder of its unix socket. */
  host: string;
  /** Makes a database with the clubs and an account for each role. */
  createDatabase(name: string): Promise<StageDatabase>;
  /** CPU time of all of its processes. */
  cpuMs(): number;
  /** The first process of the server. */
  pid: number;
  stop(): Promise<void>;
};

/** One database on the stage, and SQL as its owner. */
export type StageDatabase = {
  name: string;
  host: string;
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
};

/** Starts PostgreSQL and prepares the template that every database is copied from. */
export async function startStagePostgres(): Promise<StagePostgres> {
  speakGerman();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-stage-'));
  const before = new Set(processTree(process.pid));
  const embedded = await startEmbeddedPostgres(folder);
  const pid = processTree(process.pid).find((one) => !before.has(one));
  if (pid === undefined) throw new Error('PostgreSQL is not among our processes.');
  const { host } = embedded.connection;
  await asOwner(host, 'postgres', (client) => client.query(`create database ${template}`));
  await prepareDatabase((user) => `postgres://${user}@/${template}?host=${host}`);
  return {
    host,
    pid,
    cpuMs: () => cpuMsOf(pid),
    createDatabase: async (name) => {
      await asOwner(host, 'postgres', (client) => client.query(`create database ${name} template ${template}`));
      const pool = new pg.Pool({ host, database: name, user: 'postgres', max: 2 });
      // A proof may kill PostgreSQL under us.
      pool.on('error', () => undefined);
      return {
        name,
        host,
        sql: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows,
        close: () => pool.end(),
      };
    },
    stop: async () => {
      await embedded.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Brings an empty database to the present schema, with the clubs and an account for each role. */
export async function prepareDatabase(urlOf: (user: string) => string): Promise<void> {
  await migrate(urlOf('postgres'), { app: 'vereinsportal' });
  const database = openDatabase(urlOf('vereinsportal'), { connections: 2 });
  await seedClubs(database);
  await database.close();
  const owner = new pg.Client({ connectionString: urlOf('postgres') });
  await owner.connect();
  await fillStaff({
    sql: async <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => (await owner.query<T>(text, values)).rows,
  });
  await owner.end();
}

async function asOwner<T>(host: string, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host, database, user: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
