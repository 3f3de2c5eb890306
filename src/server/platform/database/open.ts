import { setTimeout } from 'node:timers/promises';
import { destination as outputOf, pino, type DestinationStream } from 'pino';
import { complaintOfOrder } from './collation.ts';
import { openClient, openDatabase, type Connection, type Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embeddedPostgres.ts';
import { findEmbeddedPostgres } from './embedded/findPostgres.ts';
import { appendErasures } from './erasures.ts';
import { migrate } from './migrate.ts';
import { addReplica } from './replica.ts';
import { refuseSharedSessions } from './pooling.ts';
import { userOfUrl } from '../process/databaseUrl.ts';
import type { Settings } from '../process/settings.ts';
import { StartError } from '../process/startError.ts';

/** The users of the embedded database: one owns the tables, the server connects as the other. */
export const embeddedUsers = { migrator: 'postgres', app: 'vereinsportal' } as const;

/** A migrated, reachable database; `close` releases everything behind it. */
export type OpenDatabase = {
  database: Database;
  /** The connection for a separate session, e.g. to listen. */
  connection: Connection;
  user: string | undefined;
  isEmbedded: boolean;
  /** A connection as the owner of the tables, for commands that need more rights than the server. */
  openOwner(): ReturnType<typeof openClient>;
  close(): Promise<void>;
};

/** Opens the configured PostgreSQL, or starts the embedded one in the data folder, and migrates it to the current schema. */
export async function openMigratedDatabase(settings: Settings): Promise<OpenDatabase> {
  if (!settings.DATABASE_URL) return openEmbedded(settings);
  const opened = await openConfigured(settings, settings.DATABASE_URL, settings.DATABASE_WAIT_SECONDS * 1000);
  const complaint = await complaintOfOrder(opened.database);
  if (complaint) console.error(complaint);
  return opened;
}

/** Opens the database for a command: the embedded one of a running server, which may still be migrating it, or as the server itself would. */
export async function openForCommand(settings: Settings): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) return openConfigured(settings, settings.DATABASE_URL);
  const running = await findEmbeddedPostgres(settings.DATA_DIR);
  return running ? openMigrated(settings, running, async () => undefined) : openEmbedded(settings);
}

async function openConfigured(settings: Settings, url: string, waitMs = 0): Promise<OpenDatabase> {
  const { DATABASE_DIRECT_URL, DATABASE_MIGRATOR_URL } = settings;
  // The database itself first: a pooler that finds it unreachable rejects all clients for a while.
  const session = DATABASE_DIRECT_URL ? { url: DATABASE_DIRECT_URL, setting: 'DATABASE_DIRECT_URL' } : { url, setting: 'DATABASE_URL' };
  const owner = DATABASE_MIGRATOR_URL ? { url: DATABASE_MIGRATOR_URL, setting: 'DATABASE_MIGRATOR_URL' } : session;
  const places = new Map([owner, session, { url, setting: 'DATABASE_URL' }].map((place) => [place.url, place]));
  for (const place of places.values()) await awaitConnection(place.url, place.setting, waitMs);
  for (const place of new Set([session, owner])) await refuseSharedSessions(place.url, place.setting);
  await migrate(owner.url, { app: DATABASE_MIGRATOR_URL ? userOfUrl(url) : undefined });
  const database = openDatabase(url, {
    connections: settings.DATABASE_CONNECTIONS,
    isPooled: DATABASE_DIRECT_URL !== undefined && DATABASE_DIRECT_URL !== url,
    keepErasures: keepErasuresIn(settings),
  });
  const replica = settings.DATABASE_READ_URL ? addReplica(database, settings.DATABASE_READ_URL, settings.DATABASE_CONNECTIONS) : undefined;
  return {
    database,
    connection: session.url,
    user: undefined,
    isEmbedded: false,
    openOwner: () => openClient(owner.url),
    close: async () => {
      await replica?.close();
      await database.close();
    },
  };
}

async function openEmbedded(settings: Settings): Promise<OpenDatabase> {
  const { connection, stop } = await startEmbeddedPostgres(settings.DATA_DIR, settings.DATABASE_BUFFERS_MB);
  return openMigrated(settings, connection, stop);
}

async function openMigrated(settings: Settings, connection: Connection, stop: () => Promise<void>): Promise<OpenDatabase> {
  try {
    await migrate(connection, embeddedUsers);
  } catch (error) {
    await stop();
    throw error;
  }
  const user = embeddedUsers.app;
  const database = openDatabase(connection, { user, connections: settings.DATABASE_CONNECTIONS, keepErasures: keepErasuresIn(settings) });
  return {
    database,
    connection,
    user,
    isEmbedded: true,
    openOwner: () => openClient(connection, embeddedUsers.migrator),
    close: async () => {
      await database.close();
      await stop();
    },
  };
}

/** Lines are written together, at the latest after this time and at the end of the process: a write of its own is a tenth of a short request. */
const logWithinMs = 100;

/** The log of a process: JSON lines without cookies, tokens or bodies, on standard output by default. */
export function openLog(
  settings: Pick<Settings, 'LOG_LEVEL'>,
  destination: DestinationStream = outputOf({ sync: false, minLength: 4096, periodicFlush: logWithinMs }),
) {
  const options = {
    level: settings.LOG_LEVEL,
    redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'headers', 'req.headers'], censor: '…' },
  };
  return pino(options, destination);
}

/** The rows are committed, so a full disk must not fail the request: the next start or hourly job adds them to the log. */
function keepErasuresIn({ DATA_DIR }: Settings): Parameters<typeof openDatabase>[1]['keepErasures'] {
  return (erasures) => {
    try {
      appendErasures(DATA_DIR, erasures);
    } catch (error) {
      console.error(error);
    }
  };
}

/** Connects once; a database that is not reachable yet, e.g. after a reboot of both machines, gets `waitMs` to start. */
async function awaitConnection(url: string, setting: string, waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  for (let isLogged = false; ; isLogged = true) {
    const code = await tryConnection(url);
    if (code === undefined) return;
    if (!isLogged && waitMs > 0 && passing.has(code))
      console.error(
        `Die Datenbank aus ${setting} antwortet noch nicht (${reasons[code] ?? code}); gewartet wird bis zu ${waitMs / 1000} s.`,
      );
    if (!passing.has(code) || Date.now() >= until)
      throw new StartError(`Die Datenbank aus ${setting} ist nicht erreichbar (${reasons[code] ?? code}).`);
    await setTimeout(pauseMs);
  }
}

/** Tries a connection; returns the error code if it fails. */
async function tryConnection(url: string): Promise<string | undefined> {
  const client = openClient(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    // `pg` has no codes for a server without TLS, a connection closed before any message (as by a proxy without a database), and its own
    // timeout.
    if (String(error).includes('does not support SSL')) return noTls;
    return /Connection terminated|timeout expired/.test(String(error)) ? 'ECONNRESET' : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const pauseMs = 1000;
const noTls = 'no-tls';
/** Temporary errors while a database starts: no listener, starting up, connections exhausted, no primary, unreachable for a proxy. */
const passing: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
  '57P03',
  '53300',
  '25006',
  '08P01',
]);

const reasons: { readonly [code: string]: string } = {
  ECONNRESET: 'die Verbindung kommt nicht zustande',
  ECONNREFUSED: 'dort nimmt kein Programm Verbindungen an',
  ENOTFOUND: 'den Rechner gibt es nicht',
  ENOENT: 'den Socket gibt es nicht',
  '28P01': 'Name oder Passwort stimmt nicht',
  '28000': 'dieser Benutzer darf sich nicht anmelden',
  '3D000': 'diese Datenbank gibt es nicht',
  '53300': 'zu viele Verbindungen',
  '57P03': 'sie startet gerade',
  '25006': 'keiner ihrer Rechner nimmt Änderungen an',
  [noTls]: 'sie spricht kein TLS; ohne sslmode wird die Leitung nicht verschlüsselt',
};
