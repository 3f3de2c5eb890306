import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf, startServer, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => setClock());
afterAll(() => server.close());

type OwnSession = { id: string; device: string; isCurrent: boolean };
const sessionCookie = (cookies: string[] | undefined) => cookies?.find((cookie) => cookie.includes('session=')) ?? '';
const inDays = (days: number) => setClock(new Date(Date.now() + days * dayMs));

test('the session cookie is inaccessible to scripts and other sites, and the response contains no token', async () => {
  const answer = await server.visitor().post('/api/session/sign-in', { email: emailOf('reader'), password: demoPassword });
  const cookie = sessionCookie(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^vereinsportal\.session=/);
  expect(cookie.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax']);
  expect(answer.text).toBe('{"ok":true}');
});

test('over TLS the cookie is bound to the exact host', async () => {
  const secure = await startServer({ PUBLIC_URL: 'https://rwa.localhost', DEMO_PASSWORD: demoPassword, AUTH_KEY: 'verein' });
  try {
    const browser = secure.visitor();
    const signedIn = await browser.post('/api/session/sign-in', { email: emailOf('reader'), password: demoPassword });
    const cookie = sessionCookie(signedIn.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-verein\.session=/);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect((await browser.get('/api/profile')).status).toBe(200);
    expect((await browser.get('/health')).headers['strict-transport-security']).toBe('max-age=2592000');
    // The same host without TLS is a different origin.
    const renamed = (origin: string) => browser.send('PATCH', '/api/profile', { firstname: 'Rosa', lastname: 'Rotmuster' }, { origin });
    expect([(await renamed(`http://${browser.host}`)).status, (await renamed(`https://${browser.host}`)).status]).toEqual([403, 200]);
  } finally {
    await secure.close();
  }
});

test('a copy of the database contains no usable session', async () => {
  const browser = await server.signedIn('reader');
  const [cookie = ''] = browser.cookies.values();
  const token = decodeURIComponent(cookie).split('.')[0] ?? '';
  expect(token.length).toBeGreaterThanOrEqual(32);
  const rows = await server.sql<{ token: string }>('select * from auth_session');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(server.logged()).not.toContain(token);
  const thief = server.visitor();
  for (const row of rows) {
    thief.cookies.set('vereinsportal.session', row.token);
    expect((await thief.get('/api/profile')).status).toBe(401);
  }
});

test('a sign-in starts a new session and accepts no planted one', async () => {
  const browser = server.visitor();
  browser.cookies.set('vereinsportal.session', 'planted.signature');
  expect((await browser.get('/api/profile')).status).toBe(401);
  await browser.signIn(emailOf('trainer'));
  expect(browser.cookies.get('vereinsportal.session')).not.toContain('planted');
});

test('signing in again in the same browser leaves no second session', async () => {
  const browser = await server.signedIn('editor');
  await browser.signIn(emailOf('editor'));
  const { body } = await browser.get<OwnSession[]>('/api/session/devices');
  expect(body.map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

test('a session expires after seven days without use', async () => {
  const browser = await server.signedIn('editor');
  inDays(6.9);
  expect((await browser.get('/api/profile')).status).toBe(200);
  inDays(7.1);
  expect((await browser.get('/api/profile')).status).toBe(401);
});

test('a used session is extended, up to thirty days', async () => {
  const browser = await server.signedIn('editor', 'SCB');
  const mine = `from app_user u where u.id = s.user_id and u.email = '${emailOf('editor', 'SCB')}'`;
  await server.sql(`update auth_session s set expires_at = now() + interval '1 day', updated_at = now() - interval '6 days' ${mine}`);
  const started = await browser.post('/api/session/start');
  expect(sessionCookie(started.headers['set-cookie'])).toContain('Max-Age=604800');
  inDays(5);
  expect((await browser.get('/api/profile')).status).toBe(200);
  setClock();
  await server.sql(`update auth_session s set created_at = now() - interval '30 days 1 minute' ${mine}`);
  expect((await browser.get('/api/profile')).status).toBe(401);
});

test('users list their own sessions and end single ones; nobody else can', async () => {
  expect((await server.visitor().get('/api/session/devices')).status).toBe(401);
  const phone = await server.signedIn('trainer', 'SCB');
  const laptop = await server.signedIn('trainer', 'SCB');
  const list = (await laptop.get<OwnSession[]>('/api/session/devices')).body;
  expect(list).toHaveLength(2);
  expect(list.filter((one) => one.isCurrent)).toHaveLength(1);
  const onPhone = list.find((one) => !one.isCurrent);

  const emil = await server.signedIn('admin', 'SCB');
  const foreign = await emil.send('DELETE', `/api/session/devices/${onPhone?.id}`);
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not-found']);
  expect((await phone.get('/api/profile')).status).toBe(200);

  expect((await laptop.send('DELETE', `/api/session/devices/${onPhone?.id}`)).status).toBe(200);
  expect((await phone.get('/api/profile')).status).toBe(401);
  expect((await laptop.get('/api/profile')).status).toBe(200);
});

test('a sign-out with an idempotency key ends the session too', async () => {
  const browser = await server.signedIn('reader', 'SCB');
  expect((await browser.post('/api/session/sign-out', undefined, { 'idempotency-key': 'sign-out-0001' })).status).toBe(200);
  expect((await browser.get('/api/profile')).status).toBe(401);
});

test('a sign-out ends the session on the server, not only in the browser', async () => {
  expect((await server.visitor().post('/api/session/sign-out')).status).toBe(401);
  const browser = await server.signedIn('reader', 'GSV');
  const copy = server.visitor('GSV');
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  expect((await copy.get('/api/profile')).status).toBe(200);
  expect((await browser.post('/api/session/sign-out')).status).toBe(200);
  expect(browser.cookies.size).toBe(0);
  expect((await copy.get('/api/profile')).status).toBe(401);
});

test('disabled and deleted accounts are signed out at their next request', async () => {
  const tom = await server.signedIn('trainer', 'GSV');
  await server.sql(`update app_user set disabled_at = now() where email = '${emailOf('trainer', 'GSV')}'`);
  expect((await tom.get('/api/profile')).status).toBe(401);
  expect((await tom.get<{ user: null }>('/api/session')).body.user).toBeNull();
  const elif = await server.signedIn('editor', 'GSV');
  await server.sql(`delete from auth_user where email = '${emailOf('editor', 'GSV')}'`);
  expect((await elif.get('/api/profile')).status).toBe(401);
});
