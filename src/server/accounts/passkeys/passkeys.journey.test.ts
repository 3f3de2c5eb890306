import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OwnPasskey } from '#shared/accounts/passkeys.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { Authenticator } from '#test/authenticator.ts';
import { demoPassword, emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => server.sql('delete from rate_limit'));
afterAll(() => server.close());

type Asked = {
  options: { challenge: string; rp: { id: string }; rpId: string; userVerification: string; allowCredentials?: { id: string }[] };
};

const ask = async (client: Client, path: string) => (await client.post<Asked>(path)).body.options;
const prove = (client: Client) => client.post('/api/session/confirm', { password: demoPassword });
const listOf = async (client: Client) => (await client.get<OwnPasskey[]>('/api/profile/passkeys')).body;
const isIn = async (client: Client) => (await client.get('/api/profile')).status === 200;
const makeStale = () => server.sql("update auth_session set confirmed_at = now() - interval '3 hours'");

/** Creates a passkey on a new device. */
async function enrol(client: Client, name: string): Promise<Authenticator> {
  await prove(client);
  const device = new Authenticator(client.host);
  const response = device.make(await ask(client, '/api/profile/passkeys/begin'));
  expect((await client.post('/api/profile/passkeys', { name, response })).status).toBe(200);
  return device;
}

/** Signs in with a device in a new browser. */
async function signIn(device: Authenticator, otherwise: Parameters<Authenticator['use']>[1] = {}, club: ClubName = 'RWA') {
  const client = server.visitor(club);
  const response = device.use(await ask(client, '/api/session/passkey/begin'), otherwise);
  return { client, response, answer: await client.post('/api/session/passkey', { response }) };
}

test('a passkey is created after re-authentication, its owner is notified, other devices are signed out, and it signs in without an address', async () => {
  const anton = await server.signedIn('admin');
  const other = await server.signedIn('admin');
  expect((await server.visitor().post('/api/profile/passkeys/begin')).status).toBe(401);
  await makeStale();
  expect((await anton.post('/api/profile/passkeys/begin')).body.code).toBe('reauthentication-required');
  const phone = await enrol(anton, 'Handy');
  expect([await isIn(anton), await isIn(other)]).toEqual([true, false]);
  expect(await server.latestMail(emailOf('admin'))).toContain('wurde ein Passkey angelegt');
  expect(await listOf(anton)).toMatchObject([{ name: 'Handy', host: 'rwa.localhost', isForThisHost: true, lastUsedAt: null }]);

  const { client, answer } = await signIn(phone);
  expect([answer.status, await isIn(client)]).toEqual([200, true]);
  // Of the session only its cookie leaves the server.
  expect(answer.body).toEqual({ ok: true });
  expect((await client.post<{ email: string }>('/api/session/start')).body.email).toBe(emailOf('admin'));
  expect((await listOf(client))[0]?.lastUsedAt).toEqual(expect.any(String));
  expect(await server.sql("select 1 from audit where action = 'session.signIn' and content like 'Login: %'")).not.toEqual([]);
  // The session is fresh, as after a password.
  expect((await client.post('/api/profile/passkeys/begin')).status).toBe(200);
});

test('a response is valid once, in the browser that was asked, for its own challenge', async () => {
  const device = await enrol(await server.signedIn('editor'), 'Laptop');
  const { client, response, answer } = await signIn(device);
  expect(answer.status).toBe(200);
  // A recorded response is replayed: to the same browser, to another one, and to one with its own challenge.
  expect((await client.post('/api/session/passkey', { response })).body.code).toBe('invalid-credential');
  expect((await server.visitor().post('/api/session/passkey', { response })).status).toBe(401);
  const thief = server.visitor();
  await ask(thief, '/api/session/passkey/begin');
  expect([(await thief.post('/api/session/passkey', { response })).status, await isIn(thief)]).toEqual([401, false]);
  // Of two concurrent requests one succeeds.
  const browser = server.visitor();
  const twice = device.use(await ask(browser, '/api/session/passkey/begin'));
  const both = await Promise.all([1, 2].map(() => browser.post('/api/session/passkey', { response: twice })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test.each([
  ['for a page of another origin', { origin: 'https://rwa.example.org' }],
  ['for another host', { rpId: 'scb.localhost' }],
  ['without finger, face or PIN', { isVerified: false }],
])('nobody is signed in, and no passkey is created, with a response %s', async (_what, otherwise) => {
  const tina = await server.signedIn('trainer');
  const device = await enrol(tina, 'Tablet');
  const { client, answer } = await signIn(device, otherwise);
  expect([answer.status, answer.body.code, await isIn(client)]).toEqual([401, 'invalid-credential', false]);
  const before = await listOf(tina);
  const stranger = new Authenticator(tina.host);
  const response = stranger.make(await ask(tina, '/api/profile/passkeys/begin'), otherwise);
  expect((await tina.post('/api/profile/passkeys', { name: 'Fremd', response })).body.code).toBe('passkey-refused');
  expect(await listOf(tina)).toEqual(before);
});

test('a passkey of one host does not work on another', async () => {
  const device = await enrol(await server.signedIn('reader'), 'Handy');
  const { answer, client } = await signIn(device, {}, 'GSV');
  expect([answer.status, await isIn(client)]).toEqual([401, false]);
});

test('a cloned device is refused if its counter does not increase', async () => {
  const device = await enrol(await server.signedIn('reader', 'SCB'), 'Stick');
  const scb = 'SCB' as const;
  expect((await signIn(device, {}, scb)).answer.status).toBe(200);
  const copy = device.clone();
  expect((await signIn(device, {}, scb)).answer.status).toBe(200);
  const { answer, client } = await signIn(copy, {}, scb);
  expect([answer.status, await isIn(client)]).toEqual([401, false]);
  expect(await server.sql("select detail from security_log where event = 'passkey-refused' order by id desc limit 1")).toEqual([
    { detail: 'invalid-credential' },
  ]);
});

test('a lost one of two devices is removed with the other after re-authentication, and works no longer', async () => {
  const edda = await server.signedIn('editor', 'SCB');
  const lost = await enrol(edda, 'Altes Handy');
  const kept = await enrol(edda, 'Laptop');
  const thief = (await signIn(lost, {}, 'SCB')).client;
  const { client } = await signIn(kept, {}, 'SCB');
  const old = (await listOf(client)).find(({ name }) => name === 'Altes Handy');
  await makeStale();
  expect((await client.send('DELETE', `/api/profile/passkeys/${old?.id}`)).status).toBe(403);
  // Re-authenticated with the remaining device; only the account's own passkeys are requested.
  const asked = await ask(client, '/api/session/confirm/passkey/begin');
  expect(asked.allowCredentials).toHaveLength(2);
  expect((await client.post('/api/session/confirm/passkey', { response: kept.use(asked) })).status).toBe(200);
  expect((await (await server.signedIn('admin')).send('DELETE', `/api/profile/passkeys/${old?.id}`)).status).toBe(404);
  expect((await client.send('DELETE', `/api/profile/passkeys/${old?.id}`)).status).toBe(200);
  expect(await server.latestMail(emailOf('editor', 'SCB'))).toContain('ein Passkey Ihres Kontos wurde entfernt');
  expect([await isIn(client), await isIn(thief)]).toEqual([true, false]);
  expect((await signIn(lost, {}, 'SCB')).answer.status).toBe(401);
  expect((await signIn(kept, {}, 'SCB')).answer.status).toBe(200);
});

test('a passkey of somebody else is no proof of identity, and a disabled account is refused', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  const own = await enrol(armin, 'Handy');
  const foreign = await enrol(await server.signedIn('trainer', 'GSV'), 'Handy');
  await makeStale();
  const asked = await ask(armin, '/api/session/confirm/passkey/begin');
  const refused = await armin.post('/api/session/confirm/passkey', { response: foreign.use(asked) });
  expect([refused.status, refused.body.code]).toEqual([422, 'passkey-refused']);
  expect((await armin.post('/api/profile/passkeys/begin')).status).toBe(403);
  await server.sql('update app_user set disabled_at = now() where email = $1', [emailOf('admin', 'GSV')]);
  expect((await signIn(own, {}, 'GSV')).answer.body.code).toBe('invalid-credential');
});

test("a passkey satisfies a role's required second factor: no grace period, and the password alone is not enough", async () => {
  await server.sql(`insert into config_parameter (name, value, updated_at) values ('secondFactor.roles', '["super"]', now())`);
  const svea = await server.signedIn('super');
  await server.sql("update second_factor set asked_at = now() - interval '15 days'");
  expect((await svea.get('/api/users')).body.code).toBe('second-factor-required');
  const device = await enrol(svea, 'Handy');
  expect((await svea.get('/api/users')).status).toBe(200);
  expect((await svea.get('/api/profile/second-factor')).body).toMatchObject({ isOn: false, isDue: false, dueAt: null });

  const browser = server.visitor();
  const first = await browser.post('/api/session/sign-in', { email: emailOf('super'), password: demoPassword });
  expect(first.body).toEqual({ ok: true, needsCode: true, hasCode: false, passkeyHosts: ['rwa.localhost'] });
  expect(await isIn(browser)).toBe(false);
  const response = device.use(await ask(browser, '/api/session/passkey/begin'));
  expect([(await browser.post('/api/session/passkey', { response })).status, await isIn(browser)]).toEqual([200, true]);

  // After a loss another super resets it, and the password alone is sufficient again.
  const other = await server.signedIn('super', 'SCB');
  const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf('super')]);
  expect((await other.post<{ isReset: boolean }>(`/api/users/${row?.id}/second-factor/reset`)).body.isReset).toBe(true);
  expect((await signIn(device)).answer.status).toBe(401);
  expect(await isIn(await server.signedIn('super'))).toBe(true);
  await server.sql("delete from config_parameter where name = 'secondFactor.roles'");
});

test('after the loss of the only device two board members, not one, restore the account; the device works no longer', async () => {
  await server.sql("update app_user set role = 'admin' where email in ('trainer@scb.test', 'reader@scb.test')");
  const device = await enrol(await server.signedIn('editor', 'SCB'), 'Einziges Handy');
  const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf('editor', 'SCB')]);
  const reset = async (client: Client) =>
    (await client.post<{ isReset: boolean }>(`/api/users/${row?.id}/second-factor/reset`)).body.isReset;
  const [thea, ruben] = [await server.signedIn('trainer', 'SCB'), await server.signedIn('reader', 'SCB')];
  expect([await reset(thea), await reset(thea), (await signIn(device, {}, 'SCB')).answer.status]).toEqual([false, false, 200]);
  expect([await reset(ruben), (await signIn(device, {}, 'SCB')).answer.status]).toEqual([true, 401]);
  expect(await listOf(await server.signedIn('editor', 'SCB'))).toEqual([]);
});

test('the owner can rename a passkey, and an account has at most twenty', async () => {
  const thea = await server.signedIn('trainer', 'SCB');
  await enrol(thea, 'Handy');
  const [first] = await listOf(thea);
  const address = `/api/profile/passkeys/${first?.id}`;
  expect((await thea.send('PATCH', address, { name: ' ' })).status).toBe(422);
  expect((await thea.send('PATCH', address, { name: 'Diensthandy' })).status).toBe(200);
  expect((await (await server.signedIn('admin')).send('PATCH', address, { name: 'Meins' })).status).toBe(404);
  expect((await listOf(thea)).map(({ name }) => name)).toEqual(['Diensthandy']);
  await server.sql(
    `insert into passkey (id, user_id, name, host, credential_id, public_key, counter, device_type, backed_up, created_at)
     select gen_random_uuid(), user_id, name, host, 'more ' || n, public_key, 0, device_type, backed_up, created_at
     from passkey, generate_series(1, 19) n where id = $1`,
    [first?.id],
  );
  expect((await thea.post('/api/profile/passkeys/begin')).body.code).toBe('wrong-state');
});
