import { openClient } from './database.ts';
import { StartError } from '../process/startError.ts';

/**
 * Throws for a pooler in transaction mode: prepared statements, timeouts and LISTEN belong to a session, which such a pooler then gives to
 * another client. Detected when a second client sees the session of the first, or the first finds itself in another session. `setting`
 * names the setting with the address.
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
