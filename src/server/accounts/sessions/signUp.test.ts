import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

const password = 'sieben-bunte-Baelle';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterEach(() => setClock());
afterAll(() => server.close());

let network = 0;
/** Each request comes from another network, so that only the limit under test applies. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++network}` });
const signUp = (body: object, club: 'RWA' | 'SCB' = 'RWA') => server.visitor(club).post('/api/session/sign-up', body, elsewhere());
const linkOf = async (email: string) => /#([\w-]+)/.exec(await server.latestMail(email))?.[1] ?? '';

test('a known and an unknown address get the same response; only the mail differs', async () => {
  const mia = await signUp({ firstname: 'Mia', lastname: 'Neumann', email: 'mia@example.org', password });
  const rosa = await signUp({ firstname: 'Rosa', lastname: 'Falsch', email: 'reader@rwa.test', password });
  expect([mia.status, mia.text]).toEqual([200, '{"ok":true}']);
  expect([rosa.status, rosa.text]).toEqual([mia.status, mia.text]);
  expect(Object.keys(rosa.headers)).toEqual(Object.keys(mia.headers));
  expect(await server.latestMail('mia@example.org')).toContain('/verify#');
  const notice = await server.latestMail('reader@rwa.test');
  expect(notice).toContain('schon ein Konto');
  expect(notice).not.toContain('#');
  expect(await server.sql("select firstname, lastname from auth_user where email = 'reader@rwa.test'")).toEqual([
    { firstname: 'Rosa', lastname: 'Rotmuster' },
  ]);
});

test('a verified address creates a reader of the club of the host, and not before', async () => {
  const ben = { firstname: 'Ben', lastname: 'Blau', email: 'ben@example.org', password };
  const own = server.visitor('SCB');
  expect((await own.post('/api/session/sign-up', ben, elsewhere())).status).toBe(200);
  expect((await server.visitor('SCB').signIn('ben@example.org', password)).status).toBe(401);
  const verified = await own.post('/api/session/mail-links/email', { token: await linkOf('ben@example.org') });
  expect(verified.status).toBe(200);
  // The browser that signed up is signed in with that.
  expect((await own.get<{ user: object }>('/api/session')).body.user).toMatchObject({ email: 'ben@example.org' });
  const browser = server.visitor('RWA');
  expect((await browser.signIn('ben@example.org', password)).status).toBe(200);
  const { body } = await browser.get<{ user: object }>('/api/session');
  expect(body.user).toMatchObject({
    fullName: 'Ben Blau',
    role: { name: 'reader', displayName: 'Registrierter Benutzer' },
    club: { name: 'SCB' },
    logins: 1,
    memberId: '',
    hasUser: true,
  });
});

test.each([{ role: 'super' }, { club: 'GSV' }, { memberId: '1' }, { emailVerified: true }, { createdAt: '2020-01-01' }])(
  'a registration accepts only the fields of the form: %j',
  async (more) => {
    const answer = await signUp({ firstname: 'Eve', lastname: 'Mehr', email: 'eve@example.org', password, ...more });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid-input']);
    expect(answer.body.fields?.map((field) => field.path)).toEqual(Object.keys(more));
    expect(await server.sql("select 1 from auth_user where email = 'eve@example.org'")).toEqual([]);
  },
);

test('prototype pollution has no effect', async () => {
  const text = `{"firstname":"Eve","lastname":"Mehr","email":"eve@example.org","password":"${password}","__proto__":{"role":"super"}}`;
  const answer = await server.visitor().send('POST', '/api/session/sign-up', text, elsewhere());
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-argument']);
  expect(await server.sql("select 1 from auth_user where email = 'eve@example.org'")).toEqual([]);
});

test.each([
  ['kurz', 'Mindestens 6 Zeichen.'],
  ['password', 'gestohlenen'],
  ['x'.repeat(300), 'Höchstens 256 Zeichen.'],
])('the weak password %.10s is refused at its field, and recorded in the security log without the password', async (weak, message) => {
  const answer = await signUp({ firstname: 'Eve', lastname: 'Mehr', email: 'eve@example.org', password: weak });
  expect([answer.status, answer.body.code]).toEqual([422, 'weak-password']);
  expect(answer.body.fields?.[0]).toMatchObject({ path: 'password', message: expect.stringContaining(message) });
  const log = await server.sql('select * from security_log order by id desc limit 1');
  expect(log).toMatchObject([{ event: 'sign-up-refused', detail: 'weak-password' }]);
  expect(JSON.stringify(log)).not.toContain('eve@example.org');
  expect(await server.sql("select 1 from auth_user where email = 'eve@example.org'")).toEqual([]);
});

test('five concurrent registrations of one address create one account, and none learns of the others', async () => {
  const zoe = { firstname: 'Zoe', lastname: 'Zeitgleich', email: 'zoe@example.org', password };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => signUp(zoe)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await server.sql("select firstname from auth_user where email = 'zoe@example.org'")).toEqual([{ firstname: 'Zoe' }]);
});

test("registering an address that somebody else registered before sets the user's own password; the older one does not work", async () => {
  await signUp({ firstname: 'Mallory', lastname: 'Vorher', email: 'vera@example.org', password: 'Apfel-Regen-Turm' });
  const mallorysLink = await linkOf('vera@example.org');
  await signUp({ firstname: 'Vera', lastname: 'Wirklich', email: 'vera@example.org', password: 'Birne-Schnee-Haus' });
  const link = await linkOf('vera@example.org');
  expect((await server.visitor().post('/api/session/mail-links/email', { token: mallorysLink })).body.code).toBe('invalid-link');
  const set = await server.visitor().post('/api/session/mail-links/password', { token: link, password: 'Birne-Schnee-Haus' });
  expect(set.status).toBe(200);
  expect((await server.visitor().signIn('vera@example.org', 'Apfel-Regen-Turm')).status).toBe(401);
  expect((await server.visitor().signIn('vera@example.org', 'Birne-Schnee-Haus')).status).toBe(200);
});

test('in another browser than that of the sign-up the link asks for a password; that of the sign-up does not work', async () => {
  const victim = { firstname: 'Nina', lastname: 'Nichts', email: 'nina@example.org', password: 'Apfel-Regen-Turm' };
  await signUp(victim);
  const token = await linkOf(victim.email);
  const browser = server.visitor();
  const refused = await browser.post('/api/session/mail-links/email', { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'new-password-needed']);
  // A sign-up for another address does not make this browser the one that signed up for this one.
  await browser.post('/api/session/sign-up', { ...victim, email: 'andere@example.org' }, elsewhere());
  expect((await browser.post('/api/session/mail-links/email', { token })).body.code).toBe('new-password-needed');
  expect((await server.visitor().signIn(victim.email, victim.password)).status).toBe(401);
  expect((await browser.post('/api/session/mail-links/password', { token, password: 'Birne-Schnee-Haus' })).status).toBe(200);
  expect((await server.visitor().signIn(victim.email, victim.password)).status).toBe(401);
  expect((await browser.signIn(victim.email, 'Birne-Schnee-Haus')).status).toBe(200);
  expect((await browser.post('/api/session/mail-links/email', { token })).body.code).toBe('invalid-link');
});

test('a verification link works once and for a day', async () => {
  const own = server.visitor();
  await own.post('/api/session/sign-up', { firstname: 'Ole', lastname: 'Spät', email: 'ole@example.org', password }, elsewhere());
  const token = await linkOf('ole@example.org');
  setClock(new Date(Date.now() + 25 * 60 * 60 * 1000));
  const late = await own.post('/api/session/mail-links/email', { token });
  expect([late.status, late.body.code]).toEqual([410, 'invalid-link']);
  setClock();
  expect((await own.post('/api/session/mail-links/email', { token })).status).toBe(200);
  expect((await own.post('/api/session/mail-links/email', { token })).status).toBe(410);
});

test('the number of mails to one address is limited, across networks', async () => {
  const ida = { firstname: 'Ida', lastname: 'Voll', email: 'ida@example.org', password };
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push((await signUp(ida)).status);
  expect(statuses.at(-1)).toBe(429);
  const [mails] = await server.sql<{ count: number }>("select count(*)::int from outbox_mail where recipient = 'ida@example.org'");
  expect(mails?.count).toBeLessThanOrEqual(5);
});

test('one network registers at most twenty people an hour', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) {
    const one = { firstname: 'Nr', lastname: String(i), email: `nr${i}@example.org`, password: 'kurz' };
    statuses.push((await server.visitor().post('/api/session/sign-up', one, from)).status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true);
  expect(statuses[20]).toBe(429);
});
