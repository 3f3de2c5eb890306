import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';
import { jobsOf } from './jobs.ts';
import { setClock } from '#server/platform/process/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => setClock());
afterAll(() => server.close());

async function run(name: string): Promise<void> {
  const job = jobsOf(server, undefined).find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await job.work();
}

test('expired records are deleted, and nothing else', async () => {
  const anton = await server.signedIn('admin');
  const invitation = { email: 'neu@example.org', firstname: 'N', lastname: 'N', role: 'reader' };
  await anton.post('/api/users', invitation, { 'idempotency-key': 'k' });
  await anton.post('/api/users/batch', {
    batchId: randomUUID(),
    action: 'revokeSessions',
    ids: [(await server.sql<{ id: string }>("select id from app_user where email = 'reader@rwa.test'"))[0]?.id],
  });
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader') });
  const left = () =>
    server.sql(`select (select count(*)::int from auth_session) as sessions, (select count(*)::int from mail_link where purpose = 'reset') as links,
      (select count(*)::int from idempotency_key) as keys, (select count(*)::int from committed_batch) as batches`);
  await run('sweep');
  expect(await left()).toEqual([{ sessions: 1, links: 1, keys: 1, batches: 1 }]);
  setClock(new Date(Date.now() + 1.5 * dayMs));
  await run('sweep');
  // A link is kept while its mail is being retried: its expiry counts from delivery.
  expect(await left()).toEqual([{ sessions: 1, links: 1, keys: 0, batches: 1 }]);
  setClock(new Date(Date.now() + 8 * dayMs));
  await run('sweep');
  expect(await left()).toEqual([{ sessions: 0, links: 0, keys: 0, batches: 0 }]);
});

test('logs are kept as long as the parameters say, and the heads of the audit log are in the log of the process', async () => {
  const svea = await server.signedIn('super');
  await svea.send('PUT', '/api/config/retention.securityLogDays', { value: 30, version: 0 });
  await server.sql(
    "insert into security_log (at, event, network) values (now() - interval '31 days', 'sign-in', 'x'), (now() - interval '29 days', 'sign-in', 'y')",
  );
  await run('retention');
  expect(await server.sql("select network from security_log where network in ('x', 'y')")).toEqual([{ network: 'y' }]);
  expect((await server.sql('select 1 from audit')).length).toBeGreaterThan(0);
  const [head] = await server.sql<{ hash: string }>("select encode(last_hash, 'hex') as hash from audit_head where club = 'RWA'");
  expect(server.logged()).toContain(head?.hash ?? 'no head');
});
