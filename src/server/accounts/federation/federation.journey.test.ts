import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '#shared/kernel/user.ts';
import type { SecondFactorStatus } from '#shared/accounts/secondFactor.ts';
import { startIdentityProvider, type IdentityProvider } from '#test/identityProvider.ts';
import { Client, demoPassword, emailOf, startServer, type Answer, type TestServer } from '#test/harness.ts';

let provider: IdentityProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider([
    { sub: 'mia', email: 'mia@example.org', email_verified: true, given_name: 'Mia Sofie', family_name: 'Beispiel' },
    { sub: 'thief', email: emailOf('super'), email_verified: false },
    { sub: 'rosa', email: emailOf('reader'), email_verified: true },
    { sub: 'early', email: 'early@example.org', email_verified: false },
    { sub: 'gone', email: 'gone@example.org', email_verified: true },
  ]);
  server = await startServer(provider.env);
});

afterAll(async () => {
  await server?.close();
  await provider?.close();
});

/** Runs the provider's sign-in as `sub` (empty: cancels) and returns the response of our callback. */
async function federate(visitor: Client, sub: string, again?: 'asked' | 'struck out', at = provider): Promise<Answer> {
  const begun = await visitor.post<{ url: string }>('/api/session/federate', { mode: 'popup', again: again !== undefined });
  expect(begun.status).toBe(200);
  const there = new Client(at.port, '127.0.0.1');
  const path = pathOf(begun.body.url);
  const asked = await there.get(again === 'struck out' ? path.replaceAll(/&(prompt|max_age)=[^&]*/g, '') : path);
  const chosen = await there.post(pathOf(asked.headers.location), `sub=${sub}`, { 'content-type': 'application/x-www-form-urlencoded' });
  const resumed = await there.get(pathOf(chosen.headers.location));
  return visitor.get(pathOf(resumed.headers.location));
}

function pathOf(url: string | undefined): string {
  const { pathname, search } = new URL(url ?? '', provider.issuer);
  return pathname + search;
}

const cookieCount = (client: Client) => [...client.cookies.keys()].filter((name) => name.endsWith('session')).length;

test('a new user becomes a reader of the club of the host, with the names from the provider', async () => {
  const mia = server.visitor('SCB');
  const back = await federate(mia, 'mia');
  expect(back.status).toBe(302);
  expect(back.headers.location).toMatch(
    /^http:\/\/scb\.localhost:\d+\/signed-in\.html\?key=vereinsportal&mode=popup&attempt=[0-9a-f-]{36}$/,
  );
  const { body } = await mia.post<User>('/api/session/start');
  expect(body).toMatchObject({
    firstname: 'Mia Sofie',
    lastname: 'Beispiel',
    email: 'mia@example.org',
    role: { name: 'reader' },
    club: { name: 'SCB' },
    logins: 1,
  });
  const [log] = await server.sql('select event, detail from security_log where user_id = $1', [body.id]);
  expect(log).toEqual({ event: 'sign-in', detail: 'oidc' });
});

test('the second sign-in finds the same user, on another host as well', async () => {
  const first = server.visitor('SCB');
  await federate(first, 'mia');
  const before = (await first.post<User>('/api/session/start')).body;
  const again = server.visitor('RWA');
  await federate(again, 'mia');
  const { body } = await again.post<User>('/api/session/start');
  expect(body).toMatchObject({ id: before.id, club: { name: 'SCB' }, logins: before.logins + 1 });
});

test('an existing account with the same verified address is found', async () => {
  const rosa = server.visitor();
  await federate(rosa, 'rosa');
  const { body } = await rosa.post<User>('/api/session/start');
  expect(body).toMatchObject({ email: emailOf('reader'), firstname: 'Rosa', club: { name: 'RWA' } });
});

test('an address not verified by the provider takes over no account, and is not stored', async () => {
  for (const sub of ['thief', 'early']) {
    const visitor = server.visitor();
    const back = await federate(visitor, sub);
    expect(back.headers.location).toMatch(/signed-in\.html\?.*&failed=1$/);
    expect(cookieCount(visitor)).toBe(0);
    expect((await visitor.get<{ user: null }>('/api/session')).body.user).toBeNull();
  }
  expect(await server.sql("select id from auth_user where email = 'early@example.org'")).toEqual([]);
  const linked = await server.sql(
    "select a.id from auth_account a join auth_user u on u.id = a.user_id where provider_id = 'oidc' and u.email = $1",
    [emailOf('super')],
  );
  expect(linked).toEqual([]);
});

test('a disabled account is refused, which is recorded in the security log', async () => {
  const person = server.visitor();
  await federate(person, 'gone');
  const { body } = await person.post<User>('/api/session/start');
  const admin = await server.signedIn('admin');
  expect((await admin.post(`/api/users/${body.id}/disable`)).status).toBe(200);

  const again = server.visitor();
  const back = await federate(again, 'gone');
  expect(back.headers.location).toMatch(/&failed=1$/);
  expect(cookieCount(again)).toBe(0);
  const [log] = await server.sql("select detail from security_log where event = 'sign-in-refused' order by id desc limit 1");
  expect(log).toEqual({ detail: 'account_disabled' });
});

test('cancelling at the provider leads back to our own page without a session', async () => {
  const visitor = server.visitor();
  const back = await federate(visitor, '');
  expect(back.status).toBe(302);
  expect(back.headers.location).toMatch(/\/signed-in\.html\?.*&failed=1$/);
  expect(cookieCount(visitor)).toBe(0);
});

test('a response that matches no sign-in of this browser opens nothing', async () => {
  const begun = await server.visitor().post<{ url: string }>('/api/session/federate', { mode: 'popup' });
  const state = new URL(begun.body.url).searchParams.get('state');
  const other = server.visitor();
  for (const query of [`code=abc&state=${state}`, 'code=abc&state=invented', 'code=abc', '']) {
    const back = await other.get(`/api/auth/callback/oidc?${query}`);
    expect(back.status).toBe(302);
    expect(back.headers.location).toMatch(/signed-in\.html\?.*failed=1$/);
  }
  expect(cookieCount(other)).toBe(0);
});

test('for re-authentication the provider is told to prompt', async () => {
  const begun = await server.visitor().post<{ url: string }>('/api/session/federate', { mode: 'popup', again: true });
  const { searchParams } = new URL(begun.body.url);
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
});

test("only the provider's authentication time makes a session fresh", async () => {
  const rosa = server.visitor();
  for (const again of [undefined, 'struck out'] as const) {
    await federate(rosa, 'rosa', again);
    expect((await rosa.get<{ code: string }>('/api/profile/export')).body.code).toBe('reauthentication-required');
  }
  await federate(rosa, 'rosa', 'asked');
  expect((await rosa.get('/api/profile/export')).status).toBe(200);
});

test('the redirect page may not connect anywhere and does not keep its opener', async () => {
  const page = await server.visitor().get('/signed-in.html');
  expect(page.status).toBe(200);
  expect(page.headers['cross-origin-opener-policy']).toBe('unsafe-none');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
});

test('a second factor at the provider counts only if the settings name its values', async () => {
  const strict = await startIdentityProvider([
    { sub: 'sara', email: emailOf('super'), email_verified: true, factor: { amr: ['pwd', 'mfa'] } },
    { sub: 'alma', email: emailOf('admin'), email_verified: true, factor: { acr: 'gold' } },
    { sub: 'edda', email: emailOf('editor'), email_verified: true, factor: { acr: 'silver', amr: ['pwd', 'otp'] } },
  ]);
  const believing = await startServer({ ...strict.env, OIDC_ACR: 'gold platinum', OIDC_AMR: 'mfa' });
  const doubting = await startServer(strict.env);
  const duties = async (at: TestServer, sub: string) => {
    const visitor = at.visitor();
    const back = await federate(visitor, sub, undefined, strict);
    if (/\/signed-in\.html\?.*&code=1$/.test(back.headers.location ?? '')) return 'code';
    await visitor.post('/api/session/start');
    await at.sql("update second_factor set asked_at = now() - interval '15 days'");
    const { body } = await visitor.get<SecondFactorStatus>('/api/profile/second-factor');
    return [body.isDue, (await visitor.get('/api/manage/courses')).status];
  };
  try {
    for (const at of [believing, doubting])
      await at.sql(
        `insert into config_parameter (name, value, updated_at) values ('secondFactor.roles', '["super", "admin", "editor"]', now())`,
      );
    const begun = await believing.visitor().post<{ url: string }>('/api/session/federate', { mode: 'popup' });
    expect(new URL(begun.body.url).searchParams.get('acr_values')).toBe('gold platinum');
    for (const sub of ['sara', 'alma']) expect(await duties(believing, sub)).toEqual([false, 200]);
    expect(await duties(believing, 'edda')).toEqual([true, 403]);
    expect(await duties(doubting, 'sara')).toEqual([true, 403]);
    // The proof belongs to that session only: a later sign-in by password alone does not count as a second factor.
    const byPassword = await believing.signedIn('super');
    expect((await byPassword.get('/api/manage/courses')).body.code).toBe('second-factor-required');
    // With a trusted factor at the provider, an account with a code app is not asked for its code.
    for (const at of [believing, doubting]) await at.sql('update second_factor set enabled_at = now(), asked_at = now()');
    expect(await duties(believing, 'sara')).toEqual([false, 200]);
    expect([await duties(believing, 'edda'), await duties(doubting, 'sara')]).toEqual(['code', 'code']);
  } finally {
    await believing.close();
    await doubting.close();
    await strict.close();
  }
});

test('an unreachable provider affects federated sign-ins only', async () => {
  const down = await startIdentityProvider([{ sub: 'mia', email: 'mia@example.org', email_verified: true }]);
  await down.close();
  const alone = await startServer(down.env);
  try {
    expect((await alone.visitor().post('/api/session/federate', { mode: 'popup' })).status).toBe(503);
    expect((await alone.visitor().signIn(emailOf('reader'))).status).toBe(200);
  } finally {
    await alone.close();
  }
});

test('without a configured provider there is no federated sign-in', async () => {
  const plain = await startServer();
  try {
    expect((await plain.visitor().post('/api/session/federate', { mode: 'popup' })).body.code).toBe('not-found');
    expect((await plain.visitor().get('/api/auth/callback/oidc')).status).toBe(404);
  } finally {
    await plain.close();
  }
});

test('over TLS the cookies of the redirect are bound to the exact host', async () => {
  const secure = await startServer({ ...provider.env, PUBLIC_URL: 'https://rwa.localhost', DEMO_PASSWORD: demoPassword });
  try {
    const begun = await secure.visitor().post('/api/session/federate', { mode: 'popup', again: false });
    const cookies = [begun.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Secure/);
  } finally {
    await secure.close();
  }
});
