import { openClient } from './database.ts';
import { StartError } from '../process/startError.ts';

/**
 * Refuses a pooler that gives its connections to another client after each transaction: prepared statements, time-outs and
 * LISTEN belong to a session, and would be another client's by then. With such a pooler either a second client meets the
 * session of the first, or the first one finds itself in another. `setting` names where the address stands.
 */
export async function refuseSharedSessions(url: string, setting: string): Promise<void> {
  const [first, second] = [openClient(url), openClient(url)];
  for (const client of [first, second]) client.on('error', () => undefined);
  try {
    await Promise.all([first.connect(), second.connect()]);
    const before = await sessionOf(first);
    await second.query('begin');
    const other = await sessionOf(second);
    const after = await sessionOf(first);
    await second.query('rollback');
    if (other !== before && after === before) return;
  } finally {
    await Promise.all([first.end(), second.end()].map((ending) => ending.catch(() => undefined)));
  }
  const remedy =
    setting === 'DATABASE_URL'
      ? 'Bitte pool_mode=session einstellen oder in DATABASE_DIRECT_URL die Datenbank ohne Pooler angeben.'
      : 'Hier braucht es die Datenbank ohne Pooler.';
  throw new StartError(`Der Pooler in ${setting} gibt Verbindungen nach jeder Transaktion weiter (pool_mode=transaction): ${remedy}`);
}

async function sessionOf(client: ReturnType<typeof openClient>): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
