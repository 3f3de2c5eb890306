import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#shared/club/audit.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { verifyStretch, type AuditFault, type ChainPlace } from './chain.ts';
import { forgetAudit, verifyAudit } from './service.ts';

const dayMs = 24 * 60 * 60 * 1000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => setClock());
afterAll(() => server.close());

type List = { rows: AuditEntry[]; next: string | null };
type Verdict = { entries: number; faults: { club: string; id: number; fault: string }[] };
const entriesOf = async (client: Client, query = '') => (await client.get<List>(`/api/audit?limit=200${query}`)).body.rows;
const setParameter = (svea: Client, name: string, value: unknown, version: number) =>
  svea.send('PUT', `/api/config/${name}`, { value, version });

test('only a super reads, verifies and exports the audit log', async () => {
  for (const url of ['/api/audit', '/api/audit/verify', '/api/audit/export']) {
    expect((await server.visitor().get(url)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor', 'admin'] as const) {
      expect([url, role, (await (await server.signedIn(role)).get(url)).status]).toEqual([url, role, 403]);
    }
    expect((await (await server.signedIn('super')).get(url)).status).toBe(200);
  }
});

test('an entry has the five fields of the specification, and the changes', async () => {
  const svea = await server.signedIn('super');
  const rosa = await server.signedIn('reader');
  const before = Date.now();
  await rosa.send('PATCH', '/api/profile', { firstname: 'Rosa', lastname: 'Rotmuster-Neu' });
  const [entry] = await entriesOf(svea, '&search=eigenen%20namen');
  expect(entry).toMatchObject({
    name: 'Rosa Rotmuster',
    content: 'Eigenen Namen geändert',
    club: 'RWA',
    app: 'v2',
    entity: 'users',
    before: { lastname: 'Rotmuster' },
    after: { lastname: 'Rotmuster-Neu' },
  });
  expect(Date.parse(entry?.time ?? '')).toBeGreaterThanOrEqual(before);
});

test('the log is filtered by club, collection, time and text, and paged, latest first', async () => {
  const svea = await server.signedIn('super');
  for (const club of ['RWA', 'SCB', 'GSV'] as const) await server.signedIn('reader', club);
  const all = await entriesOf(svea);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(new Set((await entriesOf(svea, '&club=GSV')).map(({ club }) => club))).toEqual(new Set(['GSV']));
  expect(await entriesOf(svea, '&entity=courses')).toEqual([]);
  expect(await entriesOf(svea, `&from=${new Date(Date.now() + dayMs).toISOString()}`)).toEqual([]);
  expect((await entriesOf(svea, `&to=${new Date(Date.now() + dayMs).toISOString()}`)).length).toBe(all.length);
  expect(await entriesOf(svea, '&search=%25%25')).toEqual([]);
  const seen: number[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: List = (await svea.get<List>(`/api/audit?limit=2${next && `&cursor=${next}`}`)).body;
    seen.push(...page.rows.map(({ id }) => id));
    next = page.next;
  }
  expect(seen).toEqual(all.map(({ id }) => id));
  for (const query of ['from=gestern', 'from=0000-01-01T00:00:00Z', 'to=9999-12-31T00:00:00Z', 'club=XXX', 'entity=%00']) {
    expect([query, (await svea.get(`/api/audit?${query}`)).status]).toEqual([query, 400]);
  }
});

test('a login is recorded unless the role is exempt (super by default), which the super can change', async () => {
  const svea = await server.signedIn('super');
  const logins = async () => (await entriesOf(svea, '&search=login:')).length;
  const start = await logins();
  await server.signedIn('super', 'SCB');
  expect(await logins()).toBe(start);
  await server.signedIn('trainer', 'SCB');
  expect((await entriesOf(svea, '&search=login:'))[0]).toMatchObject({
    content: 'Login: Thea Blaumuster',
    name: 'Thea Blaumuster',
    club: 'SCB',
    action: 'session.signIn',
  });

  await setParameter(svea, 'audit.loginExemptRole', 'trainer', 0);
  await server.signedIn('trainer', 'SCB');
  expect(await logins()).toBe(start + 1);
  await server.signedIn('super', 'SCB');
  expect(await logins()).toBe(start + 2);
  await setParameter(svea, 'audit.loginExemptNames', ['Sören Blaumuster'], 0);
  await server.signedIn('super', 'SCB');
  expect(await logins()).toBe(start + 2);
  await setParameter(svea, 'audit.loginExemptRole', '', 1);
  await setParameter(svea, 'audit.loginExemptNames', [], 1);
  await server.signedIn('super', 'SCB');
  await server.signedIn('trainer', 'SCB');
  expect(await logins()).toBe(start + 4);
  const [exempt] = await server.sql<{ count: number }>("select count(*)::int from security_log where event = 'sign-in'");
  expect(exempt?.count).toBeGreaterThan(await logins());
});

test('starting the app with an active session records no login', async () => {
  const rosa = await server.signedIn('reader');
  const before = await server.sql('select count(*) from audit');
  await rosa.post('/api/session/start');
  await rosa.post('/api/session/token');
  expect(await server.sql('select count(*) from audit')).toEqual(before);
});

test.each([
  "update audit set content = 'anders' where true",
  'delete from audit',
  'truncate audit',
  "insert into audit (id, name, time, content, club, app, action, entity, previous_hash, hash) values (0, 'x', now(), 'x', 'RWA', 'v2', 'x', 'x', '', '')",
  'update audit_head set last_id = 0',
  'delete from notice',
  "set app.ledger = 'on'; delete from audit",
  'delete from security_log',
  "update security_log set event = 'x'",
])('the server itself cannot modify the log: %.40s', async (statement) => {
  await expect(server.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the server cannot backdate an entry: the time is that of the database', async () => {
  const entry = {
    name: 'Dieb',
    time: '2020-01-01T00:00:00Z',
    club: 'NEU',
    content: 'rückdatiert',
    action: 'users.create',
    entity: 'users',
  };
  await server.database.pool.query("select record_entries($1, '[]')", [JSON.stringify([entry])]);
  setClock(new Date(Date.now() - 400 * dayMs));
  await server.database.write(everyClub, async (write) => write.audit('users.create', { club: 'NEU', by: { name: 'Dieb' } }, 'Uhr'));
  setClock();
  expect(await server.sql("select content from audit where club = 'NEU' and time > now() - interval '1 minute' order by id")).toEqual([
    { content: 'rückdatiert' },
    { content: 'Uhr' },
  ]);
});

test('security log entries of the last 30 days are kept, whatever retention is configured', async () => {
  await server.sql("insert into security_log (at, event, network) values (now() - interval '40 days', 'sign-in', 'alt')");
  const [before] = await server.sql<{ count: number }>('select count(*)::int from security_log');
  await server.database.pool.query("select security_log_forget(now() + interval '1 day')");
  const [after] = await server.sql<{ count: number }>('select count(*)::int from security_log');
  expect(after?.count).toBe((before?.count ?? 0) - 1);
});

test('not even the owner of the tables modifies the log by accident', async () => {
  for (const statement of ['delete from audit', "update audit set name = 'x'", 'truncate audit', 'delete from audit_head']) {
    await expect(server.sql(statement)).rejects.toMatchObject({ code: '42501' });
  }
});

test('old entries are deleted, those of the last month never, and the chain continues after them', async () => {
  const svea = await server.signedIn('super');
  // Only the owner of the tables can write entries of another day.
  const record = (content: string, daysAgo: number) => {
    const time = new Date(Date.now() - daysAgo * dayMs).toISOString();
    const entry = { name: 'Chronist', time, club: 'ALT', content, action: 'users.create', entity: 'users' };
    return server.sql("select record_entries($1, '[]')", [JSON.stringify([entry])]);
  };
  for (const [content, daysAgo] of [
    ['a', 400],
    ['b', 390],
    ['c', 20],
    ['d', 395],
  ] as const)
    await record(content, daysAgo);
  const left = async () =>
    (await server.sql<{ content: string }>("select content from audit where club = 'ALT' order by id")).map(({ content }) => content);
  await forgetAudit(server.database, new Date(Date.now() - 392 * dayMs));
  expect(await left()).toEqual(['b', 'c', 'd']);
  await forgetAudit(server.database, new Date(Date.now() + 400 * dayMs));
  expect(await left()).toEqual(['c', 'd']);
  await record('e', 0);
  expect((await svea.get<Verdict>('/api/audit/verify')).body.faults).toEqual([]);
});

test('the export is audited and no cell is a formula', async () => {
  const svea = await server.signedIn('super');
  await server.sql("update app_user set firstname = '=cmd()', lastname = '' where email = $1", [emailOf('editor')]);
  await server.signedIn('editor');
  const answer = await svea.get('/api/audit/export?club=RWA');
  expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    expect.stringContaining('text/csv'),
    expect.stringMatching(/^attachment; filename/),
  ]);
  expect(answer.text).toContain(`"'=cmd()"`);
  expect(answer.text).not.toMatch(/\d\d:\d\d\.\d+Z/);
  const [entry] = await entriesOf(svea, '&club=RWA');
  const time = new Date(entry?.time ?? '').toLocaleString('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'medium', timeStyle: 'medium' });
  expect(time).toMatch(/^\d\d\.\d\d\.\d{4}, /);
  expect(answer.text).toContain('Benutzer');
  expect((await entriesOf(svea))[0]).toMatchObject({
    content: expect.stringMatching(/^Protokoll exportiert \(\d+\)$/),
    name: 'Svea Rotmuster',
  });
});

/** Verifies all chains in sections of a length; returns their faults by club and number, in the order found. */
async function inStretches(length: number) {
  const all = { entries: 0, faults: new Array<AuditFault>() };
  for (let from: ChainPlace | undefined; ;) {
    const { entries, faults, next } = await verifyStretch(server.database, from, length);
    all.entries += entries;
    all.faults.push(...faults);
    if (!next) return all;
    from = next;
  }
}

test('the verification continues if the retention rule deletes entries between two of its sections', async () => {
  const record = (content: string, daysAgo: number) =>
    server.sql(
      `select record_entries(jsonb_build_array(jsonb_build_object('name', 'x', 'time', now() - interval '${daysAgo} days', 'content', '${content}', 'club', 'AAA', 'action', 'test', 'entity', 'config')), '[]')`,
    );
  for (const [content, daysAgo] of [
    ['a', 500],
    ['b', 400],
    ['c', 300],
    ['d', 3],
  ] as const)
    await record(content, daysAgo);
  const { next } = await verifyStretch(server.database, undefined, 1);
  expect(next?.club).toBe('AAA');
  await forgetAudit(server.database, new Date(Date.now() - 350 * dayMs));
  const { next: then, faults } = await verifyStretch(server.database, next, 1);
  expect([then?.club, faults]).toEqual(['AAA', []]);
  expect((await verifyAudit(server.database)).faults).toEqual([]);
});

test('an intact chain has no faults; a row changed, removed or truncated manually is named', async () => {
  const svea = await server.signedIn('super');
  const verdict = async () => {
    const whole = (await svea.get<Verdict>('/api/audit/verify')).body;
    // The result is independent of the length of the sections.
    for (const length of [1, 2, 3]) expect(await inStretches(length)).toEqual({ entries: whole.entries, faults: whole.faults });
    return whole;
  };
  for (const club of ['RWA', 'SCB'] as const) for (let i = 0; i < 3; i++) await server.signedIn('reader', club);
  const sound = await verdict();
  expect(sound).toMatchObject({ faults: [], next: null });
  expect(sound.entries).toBe((await entriesOf(svea)).length);

  const [, middle] = await entriesOf(svea, '&club=SCB');
  await server.sql(`set app.ledger = 'on'; update audit set content = 'Login: Jemand anders' where id = ${middle?.id}`);
  expect((await verdict()).faults).toEqual([{ club: 'SCB', id: middle?.id, fault: 'Vorgang wurde geändert' }]);
  await server.sql(`set app.ledger = 'on'; update audit set content = '${middle?.content}' where id = ${middle?.id}`);
  expect((await verdict()).faults).toEqual([]);

  const [last, , earlier] = await entriesOf(svea, '&club=RWA');
  await server.sql(`set app.ledger = 'on'; delete from audit where id in (${last?.id}, ${earlier?.id})`);
  const faults = (await verdict()).faults;
  expect(faults).toHaveLength(2);
  expect(faults.map(({ fault }) => fault).toSorted()).toEqual(['Ende der Kette fehlt', 'Vorgänger fehlt oder wurde geändert']);

  await server.sql("set app.ledger = 'on'; delete from audit_head where club = 'SCB'");
  const orphans = (await verdict()).faults.filter(({ club }) => club === 'SCB');
  expect([orphans.length, new Set(orphans.map(({ fault }) => fault))]).toEqual([
    (await entriesOf(svea, '&club=SCB')).length,
    new Set(['ohne Kette']),
  ]);
});
