import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SecondFactorStatus } from '#shared/accounts/secondFactor.ts';
import { codeOfApp } from '#test/codeApp.ts';
import { demoPassword, emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
let server: TestServer;
/** Each test moves the clock one minute on, so that codes used by earlier tests do not interfere. */
let shiftMs = 0;
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  setClock();
  await server.sql('delete from rate_limit');
});
afterAll(() => server.close());

const wait = (ms: number) => setClock(new Date(Date.now() + (shiftMs += ms)));

/** The code of the app at the time of the test, offset by `beside` steps of 30 seconds. */
const codeOf = (key: string, beside = 0) => codeOfApp(key, Date.now() + shiftMs + beside * 30_000);

type Begun = { key: string; uri: string };
const confirmPassword = (client: Client) => client.post('/api/session/confirm', { password: demoPassword });

async function setUp(client: Client): Promise<{ key: string; codes: string[]; used: string }> {
  await confirmPassword(client);
  const { key } = (await client.post<Begun>('/api/profile/second-factor')).body;
  const used = codeOf(key);
  const { status, body } = await client.post<{ codes: string[] }>('/api/profile/second-factor/confirm', { code: used });
  expect(status).toBe(200);
  return { key, codes: body.codes, used };
}

/** First step of a sign-in with a second factor: the password. */
async function firstStep(email: string): Promise<Client> {
  const client = server.visitor();
  const { status, body } = await client.post<{ needsCode?: true }>('/api/session/sign-in', { email, password: demoPassword });
  expect([status, body.needsCode]).toEqual([200, true]);
  return client;
}
const secondStep = (client: Client, code: string) => client.post('/api/session/second-factor', { code });
const statusOf = async (client: Client) => (await client.get<SecondFactorStatus>('/api/profile/second-factor')).body;
const isIn = async (client: Client) => (await client.get('/api/profile')).status === 200;

test('with a second factor the password alone is not enough, and each code works once', async () => {
  wait(60_000);
  const anton = await server.signedIn('admin');
  const other = await server.signedIn('admin');
  const { key, codes, used } = await setUp(anton);
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  // Other sessions end, the owner is notified, and the audit log has an entry.
  expect([await isIn(anton), await isIn(other)]).toEqual([true, false]);
  expect(await server.latestMail(emailOf('admin'))).toContain('auch ein Code aus Ihrer App');
  expect(await server.sql("select content from audit where action = 'secondFactor.manageOwn'")).toEqual([
    { content: 'Zweiten Faktor eingeschaltet' },
  ]);
  const browser = await firstStep(emailOf('admin'));
  expect([await isIn(browser), (await browser.post('/api/session/start')).status]).toEqual([false, 401]);
  // The code that enabled the factor cannot be used again.
  expect((await secondStep(browser, used)).body.code).toBe('invalid-credential');
  wait(60_000);
  const code = codeOf(key);
  // A correct code is rejected in a browser without the first step.
  expect((await secondStep(server.visitor(), code)).body.code).toBe('invalid-credential');
  expect([(await secondStep(browser, code)).status, await isIn(browser)]).toEqual([200, true]);
  const thief = await firstStep(emailOf('admin'));
  expect([(await secondStep(thief, code)).status, await isIn(thief)]).toEqual([401, false]);
});

test('of four browsers that send the same code concurrently only one is signed in', async () => {
  wait(60_000);
  const svea = await server.signedIn('super');
  const { key } = await setUp(svea);
  wait(60_000);
  const browsers = await Promise.all(Array.from({ length: 4 }, () => firstStep(emailOf('super'))));
  await server.sql('delete from rate_limit');
  const statuses = (await Promise.all(browsers.map((browser) => secondStep(browser, codeOf(key))))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('a recovery code works once, new codes invalidate the old ones, and guessing is rate-limited', async () => {
  wait(60_000);
  const alma = await server.signedIn('admin', 'SCB');
  const { codes } = await setUp(alma);
  const [first = '', second = ''] = codes;
  const phone = await firstStep(emailOf('admin', 'SCB'));
  expect([(await secondStep(phone, ` ${first.toUpperCase()} `)).status, await isIn(phone)]).toEqual([200, true]);
  expect((await secondStep(await firstStep(emailOf('admin', 'SCB')), first)).status).toBe(401);
  expect(await statusOf(phone)).toMatchObject({ isOn: true, codesLeft: 9 });
  await server.sql("update auth_session set confirmed_at = now() - interval '3 hours'");
  const stale = await phone.post('/api/profile/second-factor/codes');
  expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication-required']);
  await confirmPassword(phone);
  expect((await phone.post<{ codes: string[] }>('/api/profile/second-factor/codes')).body.codes).toHaveLength(10);
  expect((await secondStep(await firstStep(emailOf('admin', 'SCB')), second)).status).toBe(401);
  const guesser = await firstStep(emailOf('admin', 'SCB'));
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await secondStep(guesser, String(100_000 + i))).status);
  expect(statuses.at(-1)).toBe(429);
});

test('a copy of the database contains no key, no recovery code and no pending sign-in', async () => {
  wait(60_000);
  const armin = await server.signedIn('admin', 'GSV');
  const { key, codes } = await setUp(armin);
  const browser = await firstStep(emailOf('admin', 'GSV'));
  const kept = JSON.stringify([
    await server.sql('select * from second_factor'),
    await server.sql('select * from recovery_code'),
    await server.sql('select * from factor_challenge'),
  ]);
  const challenge = [...browser.cookies].find(([name]) => name.includes('second-factor'))?.[1] ?? 'none';
  for (const secret of [key, Buffer.from(key).toString('hex'), challenge, ...codes]) expect(kept).not.toContain(secret);
  expect(challenge.length).toBeGreaterThan(40);
});

test('a wrong first code enables nothing, and a new key leaves the previous app valid', async () => {
  wait(60_000);
  const till = await server.signedIn('trainer');
  await till.post('/api/profile/second-factor');
  const wrong = await till.post('/api/profile/second-factor/confirm', { code: '000000' });
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([422, 'code']);
  expect(await statusOf(till)).toMatchObject({ isOn: false, isWanted: false, dueAt: null });
  const { key } = await setUp(till);
  wait(60_000);
  await confirmPassword(till);
  await till.post('/api/profile/second-factor');
  expect((await secondStep(await firstStep(emailOf('trainer')), codeOf(key))).status).toBe(200);
  expect((await till.send('DELETE', '/api/profile/second-factor')).status).toBe(200);
  expect((await server.visitor().signIn(emailOf('trainer'))).status).toBe(200);
  expect(await server.latestMail(emailOf('trainer'))).toContain('kein Code mehr gebraucht');
});

test('a role that requires a second factor grants 14 days; then only the rights of a reader remain until it is set up', async () => {
  await server.sql(`insert into config_parameter (name, value, updated_at) values ('secondFactor.roles', '["editor"]', now())`);
  shiftMs = 0;
  setClock();
  const edda = await server.signedIn('editor');
  const { isWanted, isOn, dueAt } = await statusOf(edda);
  expect([isWanted, isOn, Date.parse(dueAt ?? '') - Date.now() > 13 * dayMs]).toEqual([true, false, true]);
  expect((await edda.get('/api/manage/courses')).status).toBe(200);
  await server.sql("update second_factor set asked_at = asked_at - interval '15 days'");
  const refused = await edda.get('/api/manage/courses');
  expect([refused.status, refused.body.code]).toEqual([403, 'second-factor-required']);
  expect((await edda.post('/api/session/token')).body.code).toBe('second-factor-required');
  expect((await edda.get('/api/profile')).status).toBe(200);
  // Signing in again does not restart the grace period.
  const again = await server.signedIn('editor');
  expect((await again.get('/api/manage/courses')).status).toBe(403);
  await setUp(again);
  expect((await again.get('/api/manage/courses')).status).toBe(200);
  await server.sql("delete from config_parameter where name = 'secondFactor.roles'");
});

test('a lost factor is reset by one super or by two board members, never by one or by oneself, and the person is notified', async () => {
  wait(60_000);
  const elif = await server.signedIn('editor', 'SCB');
  await setUp(elif);
  const idOf = async (email: string) => (await server.sql<{ id: string }>('select id from app_user where email = $1', [email]))[0]?.id;
  const target = await idOf(emailOf('editor', 'SCB'));
  const reset = (client: Client, id = target) => client.post<{ isReset: boolean; code?: string }>(`/api/users/${id}/second-factor/reset`);
  await server.sql("update app_user set role = 'admin' where email in ('trainer@scb.test', 'reader@scb.test')");
  const [thea, ruben] = [await server.signedIn('trainer', 'SCB'), await server.signedIn('reader', 'SCB')];
  expect((await reset(server.visitor())).status).toBe(401);
  expect((await reset(await server.signedIn('trainer', 'GSV'))).status).toBe(403);
  expect((await reset(await server.signedIn('trainer'), target)).status).toBe(403);

  expect((await reset(thea)).body.isReset).toBe(false);
  expect((await reset(thea)).body.isReset).toBe(false);
  expect(await server.latestMail(emailOf('editor', 'SCB'))).toContain('sobald eine zweite Person');
  expect((await thea.get<{ isFactorResetAsked: boolean }>(`/api/users/${target}`)).body.isFactorResetAsked).toBe(true);
  expect(await isIn(elif)).toBe(true);
  expect((await reset(ruben)).body.isReset).toBe(true);
  expect(await server.latestMail(emailOf('editor', 'SCB'))).toContain('hat den zweiten Faktor Ihres Kontos zurückgesetzt');
  expect(await isIn(elif)).toBe(false);
  const own = await server.signedIn('editor', 'SCB');
  expect((await reset(ruben)).status).toBe(409);

  wait(60_000);
  await setUp(own);
  const svea = await server.signedIn('super', 'GSV');
  expect((await reset(svea)).body.isReset).toBe(true);
  await setUp(thea);
  expect((await reset(thea, await idOf('trainer@scb.test'))).status).toBe(403);
  const entries = await server.sql<{ content: string }>("select content from audit where action = 'secondFactor.reset' order by id");
  expect(entries.map(({ content }) => content.split(':')[0])).toEqual([
    'Zurücksetzen des zweiten Faktors angefragt',
    'Zurücksetzen des zweiten Faktors angefragt',
    'Zweiten Faktor zurückgesetzt',
    'Zweiten Faktor zurückgesetzt',
  ]);
});

test('outside the demo, board members and supers are required to set up a second factor', async () => {
  await server.sql("update system_value set value = 'cleared' where name = 'demo'");
  const roles = await server.sql('select second_factor_roles() as roles');
  await server.sql("update system_value set value = 'default-password' where name = 'demo'");
  expect([roles, await server.sql('select second_factor_roles() as roles')]).toEqual([[{ roles: ['admin', 'super'] }], [{ roles: [] }]]);
});
