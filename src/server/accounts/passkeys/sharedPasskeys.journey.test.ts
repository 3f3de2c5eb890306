import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OwnPasskey } from '#shared/accounts/passkeys.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { Authenticator } from '#test/authenticator.ts';
import { Client, demoPassword, startServer, type TestServer } from '#test/harness.ts';

// Passkeys shared by all hosts of the installation (Related Origin Requests), beside those of a single host.
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PASSKEY_HOST: 'rwa.localhost' });
});
afterEach(() => server.sql('delete from rate_limit'));
afterAll(() => server.close());

type Asked = { options: { challenge: string; rp: { id: string }; rpId: string } };
const shared = { isForAllHosts: true };

const ask = async (client: Client, path: string, which: object = shared) => (await client.post<Asked>(path, which)).body.options;
const isIn = async (client: Client) => (await client.get('/api/profile')).status === 200;
const listOf = async (client: Client) => (await client.get<OwnPasskey[]>('/api/profile/passkeys')).body;

/** Creates a passkey on a new device, from a page of the client's host. */
async function enrol(client: Client, which: object = shared): Promise<Authenticator> {
  await client.post('/api/session/confirm', { password: demoPassword });
  const device = new Authenticator(client.host);
  const response = device.make(await ask(client, '/api/profile/passkeys/begin', which));
  expect((await client.post('/api/profile/passkeys', { name: 'Handy', response, ...which })).status).toBe(200);
  return device;
}

/** Signs in on a club's host; the browser reports the page's origin to the device. */
async function signIn(device: Authenticator, client: Client, which: object = shared, otherwise = {}) {
  const response = device.use(await ask(client, '/api/session/passkey/begin', which), { origin: `http://${client.host}`, ...otherwise });
  return client.post('/api/session/passkey', { response, ...which });
}

test('a passkey created on one host signs in and re-authenticates on all of them', async () => {
  const scb = await server.signedIn('editor', 'SCB');
  const device = await enrol(scb);
  expect(await listOf(scb)).toMatchObject([{ host: 'rwa.localhost', isForThisHost: false, isForAllHosts: true }]);
  for (const club of ['RWA', 'SCB', 'GSV'] as const) {
    const client = server.visitor(club);
    expect([club, (await signIn(device, client)).status, await isIn(client)]).toEqual([club, 200, true]);
    await server.sql("update auth_session set confirmed_at = now() - interval '3 hours'");
    const response = device.use(await ask(client, '/api/session/confirm/passkey/begin'), { origin: `http://${client.host}` });
    expect((await client.post('/api/session/confirm/passkey', { response, ...shared })).status).toBe(200);
  }
});

test('a passkey of one host stays limited to it, also where shared ones are requested', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  const device = await enrol(armin, { isForAllHosts: false });
  expect(await listOf(armin)).toMatchObject([{ host: 'gsv.localhost', isForThisHost: true, isForAllHosts: false }]);
  const signs = async (club: ClubName, which: object) => (await signIn(device, server.visitor(club), which)).status;
  expect(await signs('GSV', { isForAllHosts: false })).toBe(200);
  expect([await signs('SCB', { isForAllHosts: false }), await signs('GSV', shared)]).toEqual([401, 401]);
});

test('a page of a foreign origin, a response for another host and an unconfigured host open nothing', async () => {
  const device = await enrol(await server.signedIn('trainer', 'SCB'));
  const refused = async (client: Client, otherwise: object) => [
    (await signIn(device, client, shared, otherwise)).status,
    await isIn(client),
  ];
  expect(await refused(server.visitor('SCB'), { origin: 'https://fremd.example' })).toEqual([401, false]);
  expect(await refused(server.visitor('SCB'), { rpId: 'scb.localhost' })).toEqual([401, false]);
  // The page names its own host, as a phishing page would.
  const astray = new Client(server.port, 'rwa.localhost.fremd.example');
  expect((await signIn(device, astray)).status).not.toBe(200);
  expect(await isIn(astray)).toBe(false);
});

test('only the host of the shared passkeys lists the permitted origins, and no request adds one', async () => {
  const answer = await server.visitor().get<{ origins: string[] }>('/.well-known/webauthn', { 'x-forwarded-host': 'fremd.example' });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.body.origins.map((origin) => new URL(origin).hostname)).toEqual([
    'rwa.localhost',
    'localhost',
    '127.0.0.1',
    'scb.localhost',
    'gsv.localhost',
  ]);
  expect((await server.visitor('SCB').get('/.well-known/webauthn')).status).toBe(404);
});
