import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, decodeJwt, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from '#test/identityProvider.ts';
import { Client, emailOf, startServer, type TestServer } from '#test/harness.ts';

/** The answers of a provider that was replaced, or of somebody in between (ASVS 6.8.2, 9.1.3, 10.2.1, 10.5.1, 10.5.3, 10.5.4). */

let key: CryptoKey;
let provider: IdentityProvider;
let server: TestServer;
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(key)), kid: 'own', use: 'sig', alg: 'RS256' };
  const keys = { keys: [jwk] } as Parameters<typeof startIdentityProvider>[1];
  provider = await startIdentityProvider([{ sub: 'rosa', email: emailOf('reader'), email_verified: true }], keys);
  server = await startServer(provider.env);
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
});

const pathOf = (url: string | undefined) => new URL(url ?? '', provider.issuer).href.slice(provider.issuer.length);
const ourPathOf = (url: string | undefined) => /^https?:\/\/[^/]+(\/.*)$/.exec(url ?? '')?.[1] ?? '';

/** Signs in at the provider; `onTheWay` sees the address that leads there, and the one that leads back. */
async function federate(onTheWay: { there?: (url: URL) => void; back?: (path: string) => string } = {}) {
  const visitor = server.visitor();
  const begun = await visitor.post<{ url: string }>('/api/session/federate', { mode: 'popup' });
  onTheWay.there?.(new URL(begun.body.url));
  const there = new Client(provider.port, '127.0.0.1');
  const asked = await there.get(pathOf(begun.body.url));
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const chosen = await there.post(pathOf(asked.headers.location), 'sub=rosa', form);
  const resumed = await there.get(pathOf(chosen.headers.location));
  const path = ourPathOf(resumed.headers.location);
  const answer = await visitor.get(onTheWay.back?.(path) ?? path);
  const isIn = (await visitor.get('/api/profile')).status === 200;
  return { isIn, location: answer.headers.location ?? '', visitor, path };
}

const sign = (claims: JWTPayload, by = key, kid = 'own') => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(by);
/** The answer of the provider with other claims, signed by its own key. */
const saying = (other: JWTPayload) => async (idToken: string) => sign({ ...decodeJwt(idToken), ...other });

test('a request to the provider is bound to this browser and this sign-in', async () => {
  const seen: URLSearchParams[] = [];
  for (const _ of [1, 2]) await federate({ there: ({ searchParams }) => seen.push(searchParams) });
  const [first, second] = seen;
  expect([first?.get('code_challenge_method'), first?.get('response_type')]).toEqual(['S256', 'code']);
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect([name, (first?.get(name) ?? '').length >= 20]).toEqual([name, true]);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
});

test('an answer counts once, and one of another sign-in of the same browser opens nothing', async () => {
  const { visitor, path, isIn } = await federate();
  expect(isIn).toBe(true);
  await visitor.post('/api/session/sign-out');
  await visitor.get(path);
  expect((await visitor.get('/api/profile')).status).toBe(401);
  const swapped = await federate({ back: (own) => own.replace(/code=[^&]+/, 'code=of-somebody-else') });
  expect([swapped.isIn, swapped.location]).toEqual([false, expect.stringContaining('failed=1')]);
});

test('with the true answer one is in; with each forged one nobody is', async () => {
  const stranger = await generateKeyPair('RS256');
  const past = Math.floor(Date.now() / 1000) - 7200;
  const forged: [string, NonNullable<IdentityProvider['forge']>][] = [
    ['signed by another key', async (idToken) => sign(decodeJwt(idToken), stranger.privateKey)],
    ['signed by a key that the provider does not have', async (idToken) => sign(decodeJwt(idToken), stranger.privateKey, 'other')],
    ['not signed at all', async (idToken) => new UnsecuredJWT(decodeJwt(idToken)).encode()],
    ['altered after it was signed', async (idToken) => idToken.replace(/\.[^.]+\./, (claims) => `${claims.slice(0, -3)}xx.`)],
    ['of another issuer', saying({ iss: 'https://provider.example' })],
    ['for another client', saying({ aud: 'another-application' })],
    ['of another sign-in', saying({ nonce: 'of-another-sign-in' })],
    ['without a nonce', saying({ nonce: undefined })],
    ['that has ended', saying({ iat: past, exp: past + 3600 })],
    ['about somebody else', saying({ sub: 'thief' })],
    ['that is none', async () => 'none'],
    ['that is missing', async () => undefined],
  ];
  const through: string[] = [];
  for (const [what, forge] of forged) {
    provider.forge = forge;
    if ((await federate()).isIn) through.push(what);
  }
  provider.forge = saying({});
  const { isIn } = await federate();
  provider.forge = undefined;
  expect([through, isIn]).toEqual([[], true]);
});

test('the tokens of the provider are kept nowhere and leave the server with no answer', async () => {
  let idToken = '';
  provider.forge = async (token) => (idToken = token);
  const { isIn, visitor } = await federate();
  provider.forge = undefined;
  expect(isIn).toBe(true);
  const rows = await server.sql<{ tokens: string | null; scope: string }>(
    "select coalesce(access_token, refresh_token, id_token) as tokens, scope from auth_account where provider_id = 'oidc'",
  );
  expect(rows).toMatchObject([{ tokens: null, scope: expect.stringContaining('openid') }]);
  const claims = idToken.split('.')[1] ?? '-';
  for (const path of ['/api/profile', '/api/profile/sessions', '/'])
    expect([path, (await visitor.get(path)).text.includes(claims)]).toEqual([path, false]);
});

test('a provider whose document names another issuer than the settings admits nobody', async () => {
  const elsewhere = await startServer({ ...provider.env, OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') });
  try {
    expect((await elsewhere.visitor().post('/api/session/federate', { mode: 'popup' })).status).toBe(503);
    expect((await elsewhere.visitor().signIn(emailOf('reader'))).status).toBe(200);
  } finally {
    await elsewhere.close();
  }
});

test('a token of the provider is none of ours, and no cookie is a token', async () => {
  let idToken = '';
  provider.forge = async (token) => (idToken = token);
  const { visitor } = await federate();
  provider.forge = undefined;
  const session = [...visitor.cookies].find(([name]) => name.endsWith('session'))?.[1] ?? '';
  expect(session).not.toBe('');
  const folder = '/v0/b/club-files/o?prefix=RWA/public/';
  for (const token of [idToken, session, decodeURIComponent(session).split('.')[0] ?? ''])
    expect((await server.visitor().get(folder, { authorization: `Bearer ${token}` })).status).toBe(401);
  const { token } = (await visitor.post<{ token: string }>('/api/session/token')).body;
  expect((await visitor.get(folder, { authorization: `Bearer ${token}` })).status).not.toBe(401);
  const other = server.visitor();
  const [name = ''] = [...visitor.cookies.keys()].filter((one) => one.endsWith('session'));
  for (const value of [token, idToken]) {
    other.cookies.set(name, value);
    expect((await other.get('/api/profile')).status).toBe(401);
  }
});
