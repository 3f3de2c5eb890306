import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { noteSteps, refuseNewerSteps, stepsIn } from './newerSteps.ts';
import { openClient, sqlState, type Connection } from './database.ts';
import { projectRoot } from '../process/root.ts';
import { StartError } from '../process/startError.ts';

/** The migrations of this program. */
const ownSteps = path.join(projectRoot, 'src/server/db/migrations');
const oldestVersion = 15;

/** Migrates the database to the current schema, atomically and in one process at a time, and grants the server's user minimal rights. */
export async function migrate(
  connection: Connection,
  { migrator, app, folder = ownSteps }: { migrator?: string; app: string | undefined; folder?: string },
): Promise<void> {
  const client = openClient(connection, migrator);
  await client.connect();
  try {
    await refuseOldVersion(client);
    await refuseEncoding(client);
    await client.query('select pg_advisory_lock(20261122)');
    await refuseNewerSteps(client, folder);
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
    await noteSteps(client, folder);
    if (app) await grant(client, app);
  } catch (error) {
    if (sqlState(error) === '42501')
      throw new StartError('Der Datenbankbenutzer darf keine Tabellen anlegen; bitte DATABASE_MIGRATOR_URL setzen (docs/operations.md).');
    throw error;
  } finally {
    await client.end();
  }
}

/** Migrates an empty database as far as another one, so that its rows fit. Throws a StartError for migrations unknown to this program. */
export async function migrateAsFarAs(
  other: ReturnType<typeof openClient>,
  connection: Connection,
  users: { migrator: string; app: string },
): Promise<void> {
  await refuseNewerSteps(other, ownSteps);
  const { rows } = await other.query<{ name: string }>('select name from drizzle.__drizzle_migrations');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-steps-'));
  try {
    for (const { name } of rows) {
      if (!fs.existsSync(path.join(ownSteps, name))) throw new StartError(`Den Datenbankschritt ${name} kennt dieses Programm nicht.`);
      fs.cpSync(path.join(ownSteps, name), path.join(folder, name), { recursive: true });
    }
    await migrate(connection, { ...users, folder });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The number of migrations that this program knows, and of those applied to the database by this or a newer program. */
export async function countMigrations({
  pool,
}: {
  pool: { query: ReturnType<typeof openClient>['query'] };
}): Promise<{ known: number; applied: number }> {
  const known = stepsIn(ownSteps).length;
  const { rows } = await pool.query<{ applied: number }>('select count(*)::int as applied from drizzle.__drizzle_migrations');
  return { known, applied: rows[0]?.applied ?? 0 };
}

async function refuseOldVersion(client: ReturnType<typeof openClient>): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  const version = Math.floor(Number(rows[0]?.version) / 10_000);
  if (version < oldestVersion) throw new StartError(`Gebraucht wird PostgreSQL ${oldestVersion} oder neuer, gefunden wurde ${version}.`);
}

/** Other encodings lose umlauts or other letters, which would only be noticed once a name is corrupted. */
async function refuseEncoding(client: ReturnType<typeof openClient>): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  const encoding = rows[0]?.encoding ?? '';
  if (encoding !== 'UTF8')
    throw new StartError(
      `Die Datenbank hat die Zeichenkodierung ${encoding}, gebraucht wird UTF8: Bitte neu anlegen, wie in docs/operations.md beschrieben (encoding 'UTF8').`,
    );
}

/** The server may change rows, not tables; it may only read the audit log (record_entries writes it) and append to the security log. */
async function grant(client: ReturnType<typeof openClient>, app: string): Promise<void> {
  const user = client.escapeIdentifier(app);
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [app]);
  await client.query('begin');
  if (rows.length === 0) await client.query(`create role ${user} login`);
  for (const schema of ['public', 'pgboss']) {
    await client.query(`grant usage on schema ${schema} to ${user}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${user}`);
    await client.query(`grant usage on all sequences in schema ${schema} to ${user}`);
  }
  await client.query(`grant usage on schema drizzle to ${user}`);
  await client.query(`grant select on all tables in schema drizzle to ${user}`);
  await client.query(`revoke insert, update, delete on audit, audit_head, notice, collection_version from ${user}`);
  await client.query(`revoke update, delete on erasure, security_log from ${user}`);
  await client.query('commit');
}
