import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { temporaryFolder } from '#test/processes.ts';
import { readSecret } from './secret.ts';

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder, AUTH_SECRET: '' });
});
afterAll(() => server.close());

/** The secret of another process on the same database. */
const secretIn = (dataFolder: string, AUTH_SECRET?: string) =>
  readSecret({ ...server, settings: { ...server.settings, DATA_DIR: dataFolder, AUTH_SECRET } });

test('the secret is in a file that only the user of the server reads, and not in the database that it protects', async () => {
  const file = path.join(folder, 'auth.secret');
  expect(fs.readFileSync(file, 'utf8').trim()).toBe(server.secret);
  expect(server.secret.length).toBeGreaterThanOrEqual(64);
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('auth.secret'))).toEqual(['auth.secret']);
  expect(JSON.stringify(await server.sql('select * from system_value'))).not.toContain(server.secret);
});

test('the next start has the same secret, and concurrent first starts agree on one, whatever was stored before', async () => {
  expect(await secretIn(folder)).toBe(server.secret);
  for (let round = 0; round < 12; round++) {
    const fresh = temporaryFolder();
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretIn(fresh)));
    expect(new Set(secrets).size).toBe(1);
  }
});

test('a secret stored in the database by an earlier version moves to the file, so that sessions and tokens stay valid', async () => {
  const former = 'f'.repeat(64);
  await server.sql("insert into system_value (name, value) values ('auth.secret', $1)", [former]);
  const fresh = temporaryFolder();
  expect(await secretIn(fresh)).toBe(former);
  expect(await server.sql("select 1 from system_value where name = 'auth.secret'")).toEqual([]);
  expect(await secretIn(fresh)).toBe(former);
});

test('a configured secret takes precedence and is written nowhere', async () => {
  const fresh = temporaryFolder();
  const own = 'ein eigenes Geheimnis, lang genug für alle';
  await server.sql("insert into system_value (name, value) values ('auth.secret', 'alt')");
  expect(await secretIn(fresh, own)).toBe(own);
  expect(fs.readdirSync(fresh)).toEqual([]);
  expect(JSON.stringify(await server.sql('select * from system_value'))).not.toContain(own);
  expect(await server.sql("select 1 from system_value where name = 'auth.secret'")).toEqual([]);
});

test('two processes with different secrets on one database are reported in the log', async () => {
  await secretIn(folder);
  const logged = server.logged().length;
  await secretIn(folder);
  expect(server.logged().slice(logged)).toBe('');
  await secretIn(temporaryFolder());
  expect(server.logged().slice(logged)).toContain('AUTH_SECRET');
});
