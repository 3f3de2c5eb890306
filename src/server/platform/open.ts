import { pino, type DestinationStream } from 'pino';
import { openDatabase, type Connection, type Database } from './database.ts';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';
import { migrate } from './migrate.ts';
import type { Settings } from './settings.ts';
import { StartError } from './startError.ts';

/** The users of the embedded database: one owns the tables, the server works with the other. */
const embeddedUsers = { migrator: 'postgres', app: 'vereinsportal' } as const;

/** A migrated, reachable database, and how to close everything behind it. */
export type OpenDatabase = {
  database: Database;
  connection: Connection;
  user: string | undefined;
  isEmbedded: boolean;
  close(): Promise<void>;
};

/** Opens the configured PostgreSQL, or starts the embedded one in the data folder, and brings it to the present schema. */
export async function openMigratedDatabase(settings: Settings): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_MIGRATOR_URL, DATABASE_CONNECTIONS: connections } = settings;
  if (DATABASE_URL) {
    const app = DATABASE_MIGRATOR_URL ? decodeURIComponent(new URL(DATABASE_URL).username) : undefined;
    await migrate(DATABASE_MIGRATOR_URL ?? DATABASE_URL, { app }).catch((error: unknown) => tellUnreachable(error));
    const database = openDatabase(DATABASE_URL, { connections });
    return { database, connection: DATABASE_URL, user: undefined, isEmbedded: false, close: () => database.close() };
  }
  const embedded = await startEmbeddedPostgres(settings.DATA_DIR);
  await migrate(embedded.connection, embeddedUsers);
  const database = openDatabase(embedded.connection, { user: embeddedUsers.app, connections });
  const close = async () => {
    await database.close();
    await embedded.stop();
  };
  return { database, connection: embedded.connection, user: embeddedUsers.app, isEmbedded: true, close };
}

/** The log of a process: JSON lines, without cookies, tokens or bodies; to the standard output unless told otherwise. */
export function openLog(settings: Pick<Settings, 'LOG_LEVEL'>, destination?: DestinationStream) {
  const options = {
    level: settings.LOG_LEVEL,
    redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'headers', 'req.headers'], censor: '…' },
  };
  return destination ? pino(options, destination) : pino(options);
}

function tellUnreachable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const reason = code ?? (error instanceof Error ? error.message : 'unbekannt');
  if (code === undefined || /^(E[A-Z]+|28\w+|3D000|57\w+|08\w+|42501)$/.test(code)) {
    throw new StartError(`Die Datenbank aus DATABASE_URL ist nicht erreichbar (${reason}).`);
  }
  throw error;
}
