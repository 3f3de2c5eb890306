import path from 'node:path';
import pg from 'pg';
import type { EmbeddedPostgres } from './embeddedPostgres.ts';
import { isHeld, longestWaitMs, readPidFile } from './postgresProcess.ts';

/** The connection to the embedded PostgreSQL that another process runs or is starting on `folder`; undefined if there is none. */
export async function findEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres['connection'] | undefined> {
  const data = path.join(folder, 'postgres');
  const until = Date.now() + longestWaitMs;
  do {
    const { socket } = readPidFile(data);
    if (socket && (await answers(socket))) return { host: socket, database: 'postgres' };
    await new Promise((resolve) => setTimeout(resolve, 25));
  } while (isHeld(data) && Date.now() < until);
  return undefined;
}

async function answers(socket: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
