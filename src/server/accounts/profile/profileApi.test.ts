import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => setClock());
afterAll(() => server.close());

const tokenFor = async (recipient: string) => /#([\w-]+)/.exec(await server.latestMail(recipient))?.[1] ?? '';

test('users read and rename themselves; a visitor has no profile', async () => {
  expect((await server.visitor().get('/api/profile')).status).toBe(401);
  const rosa = await server.signedIn('reader');
  const before = await rosa.get<{ id: string; hasPassword: boolean }>('/api/profile');
  expect(before.body).toMatchObject({
    firebaseUserID: before.body.id,
    hasUser: true,
    fullName: 'Rosa Rotmuster',
    roleDisplayName: 'Registrierter Benutzer',
    clubDisplayName: 'Rot-Weiß Auenfeld',
    club: { name: 'RWA', displayName: 'Rot-Weiß Auenfeld' },
    memberId: '',
    hasPassword: true,
    newEmail: null,
  });
  expect(before.text).not.toMatch(/argon2|password_hash|token/i);
  const after = await rosa.send('PATCH', '/api/profile', { firstname: ' Rosalie ', lastname: 'Rotmuster' });
  expect(after.body).toMatchObject({ firstname: 'Rosalie', fullName: 'Rosalie Rotmuster' });
  const [entry] = await server.sql("select name, action, before, after from audit where action = 'profile.update'");
  expect(entry).toEqual({
    name: 'Rosa Rotmuster',
    action: 'profile.update',
    before: { firstname: 'Rosa', lastname: 'Rotmuster' },
    after: { firstname: 'Rosalie', lastname: 'Rotmuster' },
  });
});

test.each([
  { role: 'super' },
  { club: 'SCB' },
  { memberId: '4711' },
  { email: 'x@example.org' },
  { logins: 99 },
  { createdAt: '2020-01-01' },
])('users can only change their own name: %j', async (more) => {
  const till = await server.signedIn('trainer');
  const before = await server.sql("select * from app_user where email = 'trainer@rwa.test'");
  const answer = await till.send('PATCH', '/api/profile', { firstname: 'Till', lastname: 'Höher', ...more });
  expect([answer.status, answer.body.code, answer.body.fields?.[0]?.path]).toEqual([422, 'invalid-input', Object.keys(more)[0]]);
  expect(await server.sql("select * from app_user where email = 'trainer@rwa.test'")).toEqual(before);
});

test('a new address is confirmed by mail, the old one is notified, and links sent to it are invalidated', async () => {
  const edda = await server.signedIn('editor');
  await server.visitor().post('/api/session/password-reset', { email: emailOf('editor') });
  const oldReset = await tokenFor(emailOf('editor'));
  expect((await edda.post('/api/profile/email', { email: 'Edda.Neu@Example.org' })).status).toBe(200);
  expect(await server.latestMail(emailOf('editor'))).toContain('edda.neu@example.org');
  const token = await tokenFor('edda.neu@example.org');
  expect(token).toHaveLength(43);
  const asked = (await edda.get<{ email: string; newEmail: string | null }>('/api/profile')).body;
  expect([asked.email, asked.newEmail]).toEqual([emailOf('editor'), 'edda.neu@example.org']);

  expect((await server.visitor().post('/api/session/mail-links/email', { token })).status).toBe(200);
  expect((await edda.get('/api/profile')).body).toMatchObject({ email: 'edda.neu@example.org', newEmail: null });
  expect((await server.visitor().signIn(emailOf('editor'))).status).toBe(401);
  expect((await server.visitor().signIn('edda.neu@example.org')).status).toBe(200);
  const reset = await server.visitor().post('/api/session/mail-links/password', { token: oldReset, password: 'zwölf Boxkämpfer' });
  expect(reset.body.code).toBe('invalid-link');
  expect(await server.sql("select content from audit where action = 'profile.changeEmail'")).toEqual([
    { content: 'E-Mail-Adresse geändert' },
  ]);
});

test('both addresses are notified of a change, and other sessions end', async () => {
  const [laptop, phone] = [await server.signedIn('editor', 'GSV'), await server.signedIn('editor', 'GSV')];
  await laptop.post('/api/profile/email', { email: 'gerd.neu@example.org' });
  const thief = server.visitor();
  for (const [name, value] of laptop.cookies) thief.cookies.set(name, value);
  expect((await laptop.post('/api/session/mail-links/email', { token: await tokenFor('gerd.neu@example.org') })).status).toBe(200);
  for (const recipient of [emailOf('editor', 'GSV'), 'gerd.neu@example.org'])
    expect(await server.latestMail(recipient)).toContain('ist jetzt gerd.neu@example.org');
  const seen = await Promise.all([laptop, phone, thief].map(async (client) => (await client.get('/api/profile')).status));
  expect(seen).toEqual([200, 401, 401]);
});

test('a new address that is in use gets the same response as a free one, and stays with its owner', async () => {
  const till = await server.signedIn('trainer');
  const answer = await till.post('/api/profile/email', { email: emailOf('admin') });
  expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
  expect((await till.get('/api/profile')).body).toMatchObject({ newEmail: emailOf('admin') });
  expect(await server.sql("select 1 from outbox_mail where recipient = 'admin@rwa.test'")).toEqual([]);
});

test('an address taken while its confirmation was pending is refused', async () => {
  const thea = await server.signedIn('trainer', 'SCB');
  await thea.post('/api/profile/email', { email: 'begehrt@example.org' });
  const token = await tokenFor('begehrt@example.org');
  await server
    .visitor()
    .post('/api/session/sign-up', { firstname: 'B', lastname: 'G', email: 'begehrt@example.org', password: 'sieben-bunte-Baelle' });
  const answer = await server.visitor().post('/api/session/mail-links/email', { token });
  expect([answer.status, answer.body.code]).toEqual([409, 'email-already-in-use']);
});

test('changing the address requires a fresh password', async () => {
  const emil = await server.signedIn('editor', 'SCB');
  setClock(new Date(Date.now() + 16 * 60_000));
  const answer = await emil.post('/api/profile/email', { email: 'emil.neu@example.org' });
  expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication-required']);
  expect(await server.sql("select 1 from outbox_mail where recipient = 'emil.neu@example.org'")).toEqual([]);
});

test('the export contains the user, their sessions and their traces, and nobody else', async () => {
  expect((await server.visitor().get('/api/profile/export')).status).toBe(401);
  const alma = await server.signedIn('admin', 'SCB');
  const answer = await alma.get<{ user: object; sessions: object[]; audit: { content: string }[] }>('/api/profile/export');
  expect(answer.body).toMatchObject({
    user: { email: emailOf('admin', 'SCB') },
    audit: [{ content: 'Login: Alma Blaumuster', club: 'SCB' }],
  });
  expect(answer.body.sessions).toHaveLength(1);
  expect(answer.text).not.toMatch(/argon2|Thea|Emil/);
});

test('the export lists passkeys, the second factor and calendars by device and day, without secrets, also without a person record', async () => {
  const alma = await server.signedIn('admin', 'SCB');
  await server.sql(
    `with a as (select id from auth_user where email = $1)
     , p as (insert into passkey (id, user_id, name, host, credential_id, public_key, counter, device_type, backed_up, created_at)
         select gen_random_uuid(), id, 'Almas Telefon', 'scb.localhost', 'geheime-kennung', 'oeffentlicher-schluessel', 1, 'multiDevice', true, now() from a)
     , c as (insert into calendar_feed (id, token_hash, user_id, label, created_at) select gen_random_uuid(), 'gehasht', id, 'Almas Kalender', now() from a)
     insert into second_factor (user_id, asked_at, enabled_at, secret) select id, now(), null, 'versiegelt' from a`,
    [emailOf('admin', 'SCB')],
  );
  const { text, body } = await alma.get<{ people: { parts: { title: string }[] }[] }>('/api/profile/export');
  const titles = body.people.flatMap(({ parts }) => parts.map(({ title }) => title));
  expect(titles).toEqual(expect.arrayContaining(['Benutzerkonto', 'Wege ins Konto', 'Passkeys', 'Zweiter Faktor', 'Kalender-Abos']));
  for (const word of ['Almas Telefon', 'scb.localhost', 'Almas Kalender', '"way":"Passwort"']) expect(text).toContain(word);
  for (const secret of ['geheime-kennung', 'oeffentlicher-schluessel', 'gehasht', 'versiegelt']) expect(text).not.toContain(secret);
});

test("the export contains the clubs' data on oneself and one’s children, equal to that of the office, and on nobody else", async () => {
  const mother = await server.signedIn('reader');
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Exa', lastname: 'Portkind', birthDate: '2019-02-03', gender: 'w' };
  const { id } = (await mother.post<{ id: string }>('/api/people/mine', { ...child, emergencyPhone: '0170 5555555' })).body;
  await server.sql(
    "insert into consent (id, club, person_id, purpose, text_version, relation, granted_at, method) values (gen_random_uuid(), 'RWA', $1, 'terms', '1', 'guardian', now(), 'online')",
    [id],
  );
  type File = { name: string; parts: { title: string; rows: object[] }[] };
  const { people } = (await mother.get<{ people: File[] }>('/api/profile/export')).body;
  const own = people.find(({ name }) => name === 'Exa Portkind');
  expect(JSON.stringify(own?.parts)).toContain('0170 5555555');
  const board = await server.signedIn('admin');
  const office = (await board.get<File>(`/api/privacy/people/${id}/export`)).body;
  expect(own?.parts).toEqual(office.parts);
  expect(office.parts.map(({ title }) => title)).toContain('Einwilligungen');
  const other = await (await server.signedIn('reader', 'SCB')).get('/api/profile/export');
  expect(other.text).not.toContain('Portkind');
});

test("deleting one's own account removes everything but its traces in the audit log", async () => {
  const ruben = await server.signedIn('reader', 'SCB');
  expect((await server.visitor().send('DELETE', '/api/profile')).status).toBe(401);
  expect((await ruben.send('DELETE', '/api/profile')).status).toBe(200);
  expect((await ruben.get('/api/profile')).status).toBe(401);
  expect((await server.visitor().signIn(emailOf('reader', 'SCB'))).status).toBe(401);
  for (const table of ['app_user', 'auth_user']) {
    expect(await server.sql(`select 1 from ${table} where email = '${emailOf('reader', 'SCB')}'`)).toEqual([]);
  }
  expect(await server.sql("select content, club from audit where action = 'profile.delete'")).toEqual([
    { content: 'Eigenes Konto gelöscht', club: 'SCB' },
  ]);
});

test('the last super and the last board member of a club cannot delete themselves', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  const admin = await armin.send('DELETE', '/api/profile');
  expect([admin.status, admin.body.code]).toEqual([409, 'last-admin']);
  await server.sql("update app_user set role = 'reader' where role = 'super' and club <> 'RWA'");
  const svea = await server.signedIn('super');
  const answer = await svea.send('DELETE', '/api/profile');
  expect([answer.status, answer.body.code]).toEqual([409, 'last-super']);
  expect((await svea.get('/api/profile')).status).toBe(200);
});
