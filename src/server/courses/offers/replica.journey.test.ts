import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { makeDatabase, type OwnDatabase } from '#test/processes.ts';
import { addReplica, replicaReads } from '#server/platform/database/replica.ts';
import { databaseChecks } from '#server/platform/checks/databaseChecks.ts';

/** A second database acts as the replica; its changed titles show which one was read. */
let server: TestServer;
let copy: OwnDatabase;
let replica: ReturnType<typeof addReplica>;
beforeAll(async () => {
  server = await startServer();
  copy = await makeDatabase({ content: 'demonstration' });
  await copy.sql("update course set title = title || ' (Kopie)'");
  replica = addReplica(server.database, copy.url('vereinsportal'), 2);
});
afterAll(async () => {
  await replica.close();
  await copy.drop();
  await server.close();
});

type Course = { id: string; title: string };
const listed = async () => (await server.visitor().get<{ rows: Course[] }>('/api/courses')).body.rows;
const isCopied = (rows: readonly Course[]) => rows.map(({ title }) => title.endsWith(' (Kopie)'));
const raised = `insert into collection_version (club, collection, version) values ('RWA', 'courses', 1)
  on conflict (club, collection) do update set version = collection_version.version + 1`;
/** Raises the version in the database, or in the replica. */
const change = () => server.sql(raised);
const follow = () => copy.sql(raised);

test('public lists, pages and payloads are read from a replica that is up to date, otherwise from the database', async () => {
  const rows = await listed();
  expect(rows.length).toBeGreaterThan(3);
  expect(isCopied(rows)).toEqual(rows.map(() => true));
  const [first = { id: '', title: '' }] = rows;
  const page = async () => (await server.visitor().get<Course>(`/api/courses/${first.id}`)).body.title;
  expect(await page()).toBe(first.title);
  expect((await server.visitor().get('/payload/news.json')).status).toBe(200);
  expect(replicaReads(server.database)).toMatchObject({ answered: 3, behind: 0, away: 0 });

  await change();
  expect(isCopied(await listed())).toEqual(rows.map(() => false));
  expect(await page()).toBe(first.title.replace(' (Kopie)', ''));
  expect(replicaReads(server.database)).toMatchObject({ answered: 3, behind: 2 });

  await change();
  await follow();
  await follow();
  expect(isCopied(await listed())).toEqual(rows.map(() => true));
});

test('a writer reads its own changes at once, and an unknown course gives 404', async () => {
  const [{ id } = { id: '' }] = await listed();
  await server.sql("update course set title = 'Eben geändert' where id = $1", [id]);
  await change();
  expect((await listed()).find((one) => one.id === id)?.title).toBe('Eben geändert');
  await follow();
  expect((await server.visitor().get('/api/courses/00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

test('an unreachable replica is reported by the check and skipped, while the database answers', async () => {
  const look = async () => databaseChecks[0]?.look(server);
  expect((await look())?.text).toMatch(/^DATABASE_READ_URL nennt keine Kopie/);
  await copy.sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  await copy.drop();
  await change();
  const rows = await listed();
  expect(isCopied(rows)).toEqual(rows.map(() => false));
  expect(replicaReads(server.database)?.away).toBe(1);
  expect((await look())?.text).toMatch(/^Die Lesekopie aus DATABASE_READ_URL antwortet nicht/);
  await change();
  await listed();
  expect(replicaReads(server.database)?.away).toBe(1);
});
