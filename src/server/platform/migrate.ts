import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { openClient, type Connection } from './database.ts';
import { projectRoot } from './root.ts';

const folder = path.join(projectRoot, 'src/server/db/migrations');

/**
 * Brings the database to the present schema, all or nothing, one process at a time,
 * and gives the server's own user just the rights that it needs.
 */
export async function migrate(connection: Connection, { migrator, app }: { migrator?: string; app: string | undefined }): Promise<void> {
  const client = openClient(connection, migrator);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(20261122)');
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
    if (app) await grant(client, app);
  } finally {
    await client.end();
  }
}

/** The server changes rows, but no tables; the audit log it only reads, record_entries writes it. */
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
  await client.query(`revoke insert, update, delete on audit, audit_head, notice, collection_version from ${user}`);
  await client.query('commit');
}
