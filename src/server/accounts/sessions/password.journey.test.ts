import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf, startServer, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

const minuteMs = 60_000;
const fresh = 'zwölf Boxkämpfer jagen';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterEach(() => setClock());
afterAll(() => server.close());

const later = (minutes: number) => setClock(new Date(Date.now() + minutes * minuteMs));
const mailCount = async () => (await server.sql<{ count: number }>('select count(*)::int from outbox_mail'))[0]?.count;

/** Requests a password reset and returns the link of the mail. */
async function resetLink(email: string, headers = {}): Promise<string> {
  const answer = await server.visitor().post('/api/session/password-reset', { email }, headers);
  expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
  return /http\S+/.exec(await server.latestMail(email))?.[0] ?? '';
}
const tokenIn = (link: string) => link.split('#')[1] ?? '';
const setPassword = (token: string, password = fresh) => server.visitor().post('/api/session/mail-links/password', { token, password });

test('a reset gets the same response for every address, and only a known one gets a mail', async () => {
  const known = await server.visitor().post('/api/session/password-reset', { email: emailOf('reader') });
  const mails = await mailCount();
  const unknown = await server.visitor().post('/api/session/password-reset', { email: 'niemand@example.org' });
  expect([unknown.status, unknown.text, Object.keys(unknown.headers)]).toEqual([known.status, known.text, Object.keys(known.headers)]);
  expect(await mailCount()).toBe(mails);
});

test("a reset link leads to the user's own club, whatever host the request names", async () => {
  const disguises = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { host: 'scb.localhost', origin: 'https://evil.example' },
  ];
  for (const headers of disguises) {
    const link = await resetLink(emailOf('trainer'), headers);
    expect(new URL(link)).toMatchObject({ hostname: 'rwa.localhost', pathname: '/reset' });
  }
});

test('the link of a mail continues to the requested page, and to no other host', async () => {
  const linkOf = async (path: string, input: { email: string; back: string }) => {
    const names = { firstname: 'Mia', lastname: 'Neu', password: fresh };
    const answer = await server.visitor('SCB').post(`/api/session/${path}`, path === 'sign-up' ? { ...names, ...input } : input);
    expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
    return new URL(/http\S+/.exec(await server.latestMail(input.email))?.[0] ?? '');
  };
  const course = '/id/yoga?x=1#anmelden';
  const verify = await linkOf('sign-up', { email: 'mia.zurueck@example.org', back: course });
  expect([verify.hostname, verify.pathname, verify.searchParams.get('back')]).toEqual(['scb.localhost', '/verify', course]);
  expect(verify.hash.length).toBeGreaterThan(20);
  const reset = await linkOf('password-reset', { email: emailOf('editor', 'SCB'), back: course });
  expect([reset.pathname, reset.searchParams.get('back')]).toEqual(['/reset', course]);
  for (const back of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/.//evil.example', '/login', '/gibt/es/nicht']) {
    const link = await linkOf('password-reset', { email: emailOf('admin', 'SCB'), back });
    expect([back, link.hostname, link.pathname, link.search]).toEqual([back, 'scb.localhost', '/reset', '']);
    await server.sql('delete from rate_limit');
  }
});

test('of twenty concurrent uses of a reset link exactly one succeeds', async () => {
  const token = tokenIn(await resetLink(emailOf('editor')));
  const answers = await Promise.all(Array.from({ length: 20 }, () => setPassword(token)));
  const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).toSorted();
  expect(codes).toEqual([...Array.from({ length: 19 }, () => 'invalid-link'), 'ok']);
});

test('a new password by link ends all sessions and invalidates all other links', async () => {
  const till = await server.signedIn('trainer', 'SCB');
  const first = tokenIn(await resetLink(emailOf('trainer', 'SCB')));
  const second = tokenIn(await resetLink(emailOf('trainer', 'SCB')));
  expect((await setPassword(second)).status).toBe(200);
  expect((await till.get('/api/profile')).status).toBe(401);
  expect((await setPassword(first)).body.code).toBe('invalid-link');
  expect((await server.visitor().signIn(emailOf('trainer', 'SCB'), demoPassword)).status).toBe(401);
  expect((await server.visitor().signIn(emailOf('trainer', 'SCB'), fresh)).status).toBe(200);
});

test('a reset link expires after half an hour', async () => {
  const token = tokenIn(await resetLink(emailOf('reader', 'SCB')));
  later(31);
  const answer = await setPassword(token);
  expect([answer.status, answer.body.code]).toEqual([410, 'invalid-link']);
  setClock();
  expect((await server.visitor().signIn(emailOf('reader', 'SCB'))).status).toBe(200);
});

test('a refused password does not consume the link', async () => {
  const token = tokenIn(await resetLink(emailOf('reader', 'GSV')));
  expect((await setPassword(token, 'kurz')).body.code).toBe('weak-password');
  expect((await setPassword(token)).status).toBe(200);
});

test('a link works for its purpose only, and an invented one does not work', async () => {
  const token = tokenIn(await resetLink(emailOf('trainer', 'GSV')));
  expect((await server.visitor().post('/api/session/mail-links/email', { token })).body.code).toBe('invalid-link');
  expect((await setPassword('x'.repeat(43))).body.code).toBe('invalid-link');
  expect((await setPassword('')).body.code).toBe('invalid-input');
});

test('the database stores links only as hashes', async () => {
  const token = tokenIn(await resetLink(emailOf('editor', 'GSV')));
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await server.sql('select * from mail_link'))).not.toContain(token);
  expect(server.logged()).not.toContain(token);
});

test('resets for one address are rate-limited across networks', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}` };
    statuses.push((await server.visitor().post('/api/session/password-reset', { email: 'viel@example.org' }, headers)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.at(-1)).toBe(429);
});

test('changing the password requires the current one, and other sessions end', async () => {
  const answer = await server.visitor().post('/api/session/password', { currentPassword: demoPassword, password: fresh });
  expect(answer.status).toBe(401);
  const phone = await server.signedIn('editor', 'SCB');
  const laptop = await server.signedIn('editor', 'SCB');
  const wrong = await laptop.post('/api/session/password', { currentPassword: 'geraten', password: fresh });
  expect([wrong.status, wrong.body.code, wrong.body.fields?.[0]?.path]).toEqual([422, 'wrong-password', 'currentPassword']);
  const weak = await laptop.post('/api/session/password', { currentPassword: demoPassword, password: '123456' });
  expect([weak.body.code, weak.body.fields?.[0]?.path]).toEqual(['weak-password', 'password']);
  expect((await phone.get('/api/profile')).status).toBe(200);

  expect((await laptop.post('/api/session/password', { currentPassword: demoPassword, password: fresh })).status).toBe(200);
  expect((await phone.get('/api/profile')).status).toBe(401);
  expect((await laptop.get('/api/profile')).status).toBe(200);
  expect((await server.visitor().signIn(emailOf('editor', 'SCB'), fresh)).status).toBe(200);
  const [entry] = await server.sql('select name, content, club, action, before, after from audit order by id desc limit 1 offset 1');
  expect(entry).toEqual({
    name: 'Emil Blaumuster',
    content: 'Eigenes Passwort geändert',
    club: 'SCB',
    action: 'session.changePassword',
    before: null,
    after: null,
  });
});

test('roles, exports and deletions require a password confirmed within 15 minutes', async () => {
  const svea = await server.signedIn('super');
  expect((await svea.get('/api/users/export')).status).toBe(200);
  later(16);
  const stale = await svea.get('/api/users/export');
  expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication-required']);
  expect((await svea.get('/api/users')).status).toBe(200);
  const wrong = await svea.post('/api/session/confirm', { password: 'geraten' });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong-password']);
  expect((await svea.get('/api/users/export')).status).toBe(403);
  expect((await svea.post('/api/session/confirm', { password: demoPassword })).status).toBe(200);
  expect((await svea.get('/api/users/export')).status).toBe(200);
});

test('guessing the password of a stolen session is rate-limited', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await armin.post('/api/session/confirm', { password: `geraten-${i}` })).status);
  expect(new Set(statuses)).toEqual(new Set([422, 429]));
});

test('a token is valid for 60 minutes, names its user and session and contains no rights', async () => {
  expect((await server.visitor().post('/api/session/token')).status).toBe(401);
  const alma = await server.signedIn('admin', 'SCB');
  const before = Math.floor(Date.now() / 1000);
  const { body } = await alma.post<{ token: string; expiresAt: string }>('/api/session/token');
  const [header = '', claims = ''] = body.token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header)).toEqual({ alg: 'HS256' });
  const { exp, iat, sub, sid, ...rest } = JSON.parse(claims) as { exp: number; iat: number; sub: string; sid: string; iss: string };
  expect(exp - iat).toBe(3600);
  expect(iat).toBeGreaterThanOrEqual(before);
  expect(Math.floor(Date.parse(body.expiresAt) / 1000)).toBe(exp);
  expect(rest).toEqual({ iss: 'vereinsportal' });
  const { user } = (await alma.get<{ user: { id: string } }>('/api/session')).body;
  expect(sub).toBe(user.id);
  const { body: devices } = await alma.get<{ id: string; isCurrent: boolean }[]>('/api/session/devices');
  expect(devices.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([sid]);
});

test('the configured policy applies to every new password', async () => {
  const strict = await startServer({ PASSWORD_MIN: '12', PASSWORD_CLASSES: '3' });
  try {
    const fault = async (password: string) => {
      const answer = await strict
        .visitor()
        .post('/api/session/sign-up', { firstname: 'A', lastname: 'B', email: 'ab@example.org', password });
      return answer.body.fields?.[0]?.message;
    };
    expect(await fault('Kurz-1')).toBe('Mindestens 12 Zeichen.');
    expect(await fault('nurkleinbuchstaben')).toContain('3 der vier Arten');
    expect(await fault('Lang-genug-und-3')).toBeUndefined();
  } finally {
    await strict.close();
  }
});

test('registering and resetting refuse common passwords, staff need eight characters, and a refused one changes nothing', async () => {
  const anna = { firstname: 'Anna', lastname: 'Anders', email: 'anna.anders@example.org' };
  const from = { 'x-forwarded-for': '198.51.100.99' };
  const weak =
    'abcdef aaaaaa qwertz verein rwa2026 rotweiss Vereinsportal qwertzuiop 654321 987654321 666666 anders99 Probetraining-2026'.split(' ');
  for (const password of weak) {
    const email = `anna.anders+${weak.indexOf(password)}@example.org`;
    const answer = await server.visitor().post('/api/session/sign-up', { ...anna, email, password }, from);
    expect([password, answer.status, answer.body.code, answer.body.fields?.[0]?.path]).toEqual([
      password,
      422,
      'weak-password',
      'password',
    ]);
  }
  expect(await server.sql("select 1 from auth_user where email like 'anna.anders%'")).toEqual([]);

  const short = 'xK7#mq';
  const token = tokenIn(await resetLink(emailOf('super', 'GSV')));
  expect((await setPassword(token, short)).body.fields?.[0]?.message).toBe('Mindestens 8 Zeichen.');
  expect((await setPassword(token, demoPassword)).body.code).toBe('weak-password');
  const vera = await server.signedIn('admin', 'SCB');
  const ofStaff = await vera.post('/api/session/password', { currentPassword: demoPassword, password: short });
  expect(ofStaff.body.fields).toEqual([{ path: 'password', message: 'Mindestens 8 Zeichen.' }]);
  expect((await setPassword(token, `${short}zr`)).status).toBe(200);
});

test('the owner is notified of a changed password, by change and by link, but not of the first one', async () => {
  const notices = (recipient: string) =>
    server.sql("select 1 from outbox_mail where subject = 'Ihr Passwort wurde geändert' and recipient = $1", [recipient]);
  const email = emailOf('super', 'SCB');
  const sven = await server.signedIn('super', 'SCB');
  expect((await sven.post('/api/session/password', { currentPassword: demoPassword, password: fresh })).status).toBe(200);
  expect(await notices(email)).toHaveLength(1);
  expect((await setPassword(tokenIn(await resetLink(email)), 'Regenschirm im Turnbeutel')).status).toBe(200);
  expect(await notices(email)).toHaveLength(2);
  const anna = { firstname: 'Anna', lastname: 'Anders', email: 'anna.neu@example.org', role: 'reader', club: 'RWA' };
  expect((await (await server.signedIn('admin')).post('/api/users', anna)).status).toBe(200);
  expect((await setPassword(/#([\w-]+)/.exec(await server.latestMail(anna.email))?.[1] ?? '')).status).toBe(200);
  expect(await notices(anna.email)).toEqual([]);
});

test('of two reset links only the newer one works', async () => {
  const email = emailOf('editor');
  const older = tokenIn(await resetLink(email, { 'x-forwarded-for': '198.51.100.77' }));
  const newer = tokenIn(await resetLink(email, { 'x-forwarded-for': '198.51.100.77' }));
  expect((await setPassword(older)).body.code).toBe('invalid-link');
  expect((await setPassword(newer)).status).toBe(200);
});

test('confirming the password renews the session token: a copied cookie works no longer', async () => {
  const armin = await server.signedIn('trainer', 'RWA');
  for (const [address, body] of [
    ['/api/session/confirm', { password: demoPassword }],
    ['/api/session/password', { currentPassword: demoPassword, password: 'Sprossenwand im Regen' }],
  ] as const) {
    const thief = server.visitor();
    for (const [name, value] of armin.cookies) thief.cookies.set(name, value);
    expect((await thief.get('/api/profile')).status).toBe(200);
    expect((await armin.post(address, body)).status).toBe(200);
    expect([(await armin.get('/api/profile')).status, (await thief.get('/api/profile')).status]).toEqual([200, 401]);
  }
});

test('a user who becomes staff with a too short password gets a mail with a link to a new one, and no session', async () => {
  const email = 'kurz@example.org';
  const words = { firstname: 'Kim', lastname: 'Kurz', password: 'xq7vkp' };
  await server.visitor().post('/api/session/sign-up', { email, ...words });
  await server.sql('update auth_user set email_verified = true where email = $1', [email]);
  expect((await server.visitor().signIn(email, words.password)).status).toBe(200);
  await server.sql("update app_user set role = 'trainer' where email = $1", [email]);
  const refused = await server.visitor().signIn(email, words.password);
  expect(refused.status).toBe(401);
  const mail = await server.latestMail(email);
  expect(mail).toMatch(/mindestens 8 Zeichen; Ihr bisheriges ist kürzer/);
  expect((await setPassword(tokenIn(/http\S+/.exec(mail)?.[0] ?? ''))).status).toBe(200);
  expect((await server.visitor().signIn(email, fresh)).status).toBe(200);
  // Accounts that are not staff need only the six characters of the specification.
  expect((await server.visitor().signIn(emailOf('reader'), demoPassword)).status).toBe(200);
});
