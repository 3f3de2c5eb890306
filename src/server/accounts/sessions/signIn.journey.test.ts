import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoPassword, startServer, type Answer, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterEach(() => setClock());
afterAll(() => server.close());

let network = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++network / 250)}.${network % 250}` });
const signIn = (email: string, password: string, headers = elsewhere()) =>
  server.visitor().post('/api/session/sign-in', { email, password }, headers);

/** The parts of a response by which an outsider could distinguish it from another. */
function visible({ status, headers, body }: Answer): unknown {
  const { requestId: _id, ...rest } = body as { requestId?: string };
  return [status, Object.keys(headers), rest];
}

test('a visitor has no user, and that is no error', async () => {
  const answer = await server.visitor().get('/api/session');
  expect([answer.status, answer.body]).toEqual([200, { user: null }]);
});

test('an unknown address, a wrong password, an unverified address and a disabled account get the same response', async () => {
  await server
    .visitor()
    .post('/api/session/sign-up', { firstname: 'Uta', lastname: 'Neu', email: 'uta@example.org', password: demoPassword });
  await server.sql("update app_user set disabled_at = now() where email = 'reader@gsv.test'");
  const answers = [
    await signIn('nobody@example.org', demoPassword),
    await signIn('reader@rwa.test', 'falsch-geraten'),
    await signIn('uta@example.org', demoPassword),
    await signIn('reader@gsv.test', demoPassword),
    await signIn('gar keine Adresse', demoPassword),
  ];
  expect(answers[0]?.status).toBe(401);
  expect(answers[0]?.body.code).toBe('invalid-credential');
  for (const answer of answers) expect(visible(answer)).toEqual(visible(answers[0] as Answer));
  expect(await server.sql('select 1 from auth_session')).toEqual([]);
});

test('every sign-in attempt is recorded in the security log without address or password', async () => {
  await signIn('editor@rwa.test', 'falsch-geraten');
  await signIn('editor@rwa.test', demoPassword);
  const rows = await server.sql('select event, detail, email_hash, user_id from security_log order by id desc limit 2');
  expect(rows).toMatchObject([
    { event: 'sign-in', detail: null },
    { event: 'sign-in-refused', detail: 'invalid-credential' },
  ]);
  expect(rows[0]?.['user_id']).not.toBeNull();
  expect(JSON.stringify(rows)).not.toMatch(/editor@|falsch/);
  expect(server.logged()).toContain('sign-in-refused');
  expect(server.logged()).not.toMatch(/editor@rwa|falsch-geraten|Probetraining/);
});

test('guessing one account is rate-limited by the 30th attempt, across networks', async () => {
  const answers: Answer<{ code: string }>[] = [];
  for (let i = 0; i < 30; i++) answers.push((await signIn('trainer@scb.test', `geraten-${i}`)) as Answer<{ code: string }>);
  const refused = answers.findIndex(({ status }) => status === 429);
  expect(refused).toBeGreaterThanOrEqual(9);
  expect(refused).toBeLessThan(30);
  expect(answers[refused]?.body.code).toBe('too-many-requests');
  expect(Number(answers[refused]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('an unknown account is rate-limited in the same way', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++) statuses.push((await signIn('niemand@example.org', 'geraten')).status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('the rate limit locks nobody out for longer than a minute', async () => {
  for (let i = 0; i < 25; i++) await signIn('editor@scb.test', 'geraten');
  setClock(new Date(Date.now() + 61_000));
  expect((await signIn('editor@scb.test', demoPassword)).status).toBe(200);
});

test('a network has sixty failures, and successes do not count', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' };
  for (let i = 0; i < 12; i++) expect((await signIn('admin@scb.test', demoPassword, from)).status).toBe(200);
  for (let i = 0; i < 60; i++) expect((await signIn(`nr${i}@example.org`, 'geraten', from)).status).toBe(401);
  expect((await signIn('admin@scb.test', demoPassword, from)).status).toBe(429);
  expect((await signIn('admin@scb.test', demoPassword)).status).toBe(200);
});

test('a signed-in user may sign in again, also as somebody else', async () => {
  const browser = await server.signedIn('reader');
  const answer = await browser.signIn('trainer@rwa.test');
  expect(answer.status).toBe(200);
  const { body } = await browser.get<{ user: { email: string } }>('/api/session');
  expect(body.user.email).toBe('trainer@rwa.test');
});

test('starting a session counts one login with its time, for signed-in users only', async () => {
  expect((await server.visitor().post('/api/session/start')).status).toBe(401);
  const browser = server.visitor('GSV');
  await browser.post('/api/session/sign-in', { email: 'trainer@gsv.test', password: demoPassword });
  const before = Date.now();
  const first = await browser.post<{ logins: number; lastLogin: string }>('/api/session/start');
  expect(first.body.logins).toBe(1);
  expect(Date.parse(first.body.lastLogin)).toBeGreaterThanOrEqual(before);
  expect((await browser.post<{ logins: number }>('/api/session/start')).body.logins).toBe(2);
  await browser.get('/api/session');
  expect((await browser.post<{ logins: number }>('/api/session/start')).body.logins).toBe(3);
});

test('a missing user document is created as a reader on sign-in', async () => {
  await server.sql("delete from app_user where email = 'editor@gsv.test'");
  const browser = server.visitor('RWA');
  expect((await browser.signIn('editor@gsv.test')).status).toBe(200);
  const { body } = await browser.get<{ user: object }>('/api/session');
  expect(body.user).toMatchObject({
    role: { name: 'reader' },
    club: { name: 'GSV' },
    firstname: 'Elif',
    lastname: 'Goldmuster',
    logins: 1,
  });
});

test('signing in at an unconfigured provider is not possible', async () => {
  const start = await server.visitor().post('/api/session/federate', { mode: 'popup' });
  expect([start.status, start.body.code]).toEqual([404, 'not-found']);
  const back = await server.visitor().get('/api/auth/callback/oidc?code=x&state=y');
  expect(back.status).toBeLessThan(500);
  expect(back.headers['set-cookie']?.join() ?? '').not.toContain('session=');
});

test('the routes of the identity library are not reachable', async () => {
  for (const url of ['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/get-session', '/api/auth/admin/set-role']) {
    const answer = await server.visitor().post(url, { email: 'mallory@example.org', password: demoPassword, name: 'M', role: 'super' });
    expect([url, answer.status, answer.body.code]).toEqual([url, 404, 'not-found']);
  }
});
