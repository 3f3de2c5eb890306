import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
let made = 0;
beforeAll(async () => {
  server = await startServer();
  await server.sql('update club set has_participations = true');
});
afterAll(() => server.close());

type Adopted = { taken: string[]; elsewhere: string[] };

async function makeCourse(club: ClubName = 'RWA'): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, $2, $3, $3, 'course', 'Probe', 5, $4, 'published', true, now(), now())`,
    [id, club, `konto-${++made}`, addDays(localOf(new Date()).date, 20)],
  );
  return id;
}

/** Enrols somebody without an account; returns the token of the mail. */
async function comeAsGuest(course: string, email: string, { name = 'Lina', isChild = true, confirms = true } = {}): Promise<string> {
  const [firstname, lastname = 'Muster'] = name.split(' ');
  const answer = await server.visitor('GSV').post(`/api/courses/${course}/guests`, {
    firstname,
    lastname,
    email,
    birthDate: isChild ? '2018-05-04' : '1990-05-04',
    ...(isChild && { guardianFirstname: 'Mira', guardianLastname: 'Muster', emergencyPhone: '0171 1234567' }),
    acceptsTerms: true,
  });
  expect(answer.status).toBe(200);
  const secret = /registration\/(\S+)/.exec(await server.latestMail(email))?.[1] ?? '';
  if (confirms) expect((await server.visitor().post(`/api/registrations/${secret}`, { action: 'confirm' })).status).toBe(200);
  return secret;
}

test('enrolments made and confirmed with an address, in any club, are taken over into its account with one click', async () => {
  const email = emailOf('reader');
  const secret = await comeAsGuest(await makeCourse(), email);
  await comeAsGuest(await makeCourse('SCB'), email, { name: 'Ben' });
  await comeAsGuest(await makeCourse(), email, { name: 'Unbestätigt', confirms: false });
  expect((await server.visitor().get<OwnEnrolment>(`/api/registrations/${secret}`)).body.adoption).toBe('account');
  const rosa = await server.signedIn('reader');
  expect((await rosa.get<OwnEnrolment>(`/api/registrations/${secret}`)).body.adoption).toBe('take');
  expect((await rosa.post<Adopted>('/api/registration-adoptions')).body).toEqual({ taken: ['Lina Muster', 'Ben Muster'], elsewhere: [] });
  const own = (await rosa.get<OwnEnrolment[]>('/api/registrations/mine')).body.map(({ name }) => name);
  expect(own).toEqual(expect.arrayContaining(['Lina Muster', 'Ben Muster']));
  expect(own).not.toContain('Unbestätigt Muster');
  expect((await rosa.get<OwnEnrolment>(`/api/registrations/${secret}`)).body.adoption).toBe('none');
  // A second click finds nothing left.
  expect((await rosa.post<Adopted>('/api/registration-adoptions')).body).toEqual({ taken: [], elsewhere: [] });
});

test('an account with another address takes over nothing, and a visitor is asked to sign in', async () => {
  const secret = await comeAsGuest(await makeCourse(), 'mira@example.org', { name: 'Mia' });
  const till = await server.signedIn('trainer');
  expect((await till.get<OwnEnrolment>(`/api/registrations/${secret}`)).body.adoption).toBe('none');
  expect((await till.post<Adopted>('/api/registration-adoptions')).body).toEqual({ taken: [], elsewhere: [] });
  expect((await server.visitor().post('/api/registration-adoptions')).status).toBe(401);
});

test('an adult with another name is left out, and a child of another account is named but not taken over', async () => {
  const email = emailOf('editor');
  await comeAsGuest(await makeCourse(), email, { name: 'Fremde Person', isChild: false });
  await comeAsGuest(await makeCourse(), email, { name: 'Kim' });
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, created_at)
     select u.id, p.id, p.club, 'guardian', 'own', now() from app_user u, person p where u.id = (select id from auth_user where email = $1) and p.firstname = 'Kim'`,
    [emailOf('admin', 'SCB')],
  );
  const edda = await server.signedIn('editor');
  expect((await edda.post<Adopted>('/api/registration-adoptions')).body).toEqual({ taken: [], elsewhere: ['Kim Muster'] });
});

test('a record that the board merged with an older one is not taken over by address: the board decides who acts for it', async () => {
  const email = 'neugier@einfeld.example';
  const secret = await comeAsGuest(await makeCourse(), email, { name: 'Nora', confirms: false });
  const [known] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, emergency_contact_phone, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Nora', 'Muster', '2018-05-04', '0170 7777777', now(), now()) returning id`,
  );
  const [guest] = await server.sql<{ id: string; version: number }>(
    'select p.id, p.version from person p join enrolment e on e.person_id = p.id where e.contact_email = $1',
    [email],
  );
  const anton = await server.signedIn('admin');
  const versions = { version: 1, otherVersion: guest?.version };
  const merged = await anton.post(`/api/people/${known?.id}/merge`, { otherId: guest?.id, ...versions, taken: [], allowed: [] });
  expect(merged.status).toBe(200);
  const stranger = server.visitor();
  const { accountKey: key } = (await stranger.post<Answered>(`/api/registrations/${secret}`, { action: 'confirm' })).body;
  const made = await stranger.post<Adopted>(`/api/registrations/${secret}/account`, { key, password });
  expect([made.status, made.body]).toEqual([200, { taken: [], elsewhere: ['Nora Muster'] }]);
  const mine = await stranger.get<object[]>('/api/people/mine');
  expect([mine.status, mine.body]).toEqual([200, []]);
  expect(mine.text).not.toContain('7777777');
});

type Answered = OwnEnrolment & { accountKey: string | null };
const password = 'Sieben-bunte-Baelle-9';

test('a visitor who confirms an address creates an account with only a password, is signed in, and gets all its enrolments', async () => {
  const email = 'mira@einfeld.example';
  await comeAsGuest(await makeCourse(), email);
  const secret = await comeAsGuest(await makeCourse('SCB'), email, { name: 'Ben', confirms: false });
  const mira = server.visitor();
  const { accountKey } = (await mira.post<Answered>(`/api/registrations/${secret}`, { action: 'confirm' })).body;
  // A second click gives no key: the link may have been forwarded meanwhile.
  expect((await server.visitor().post<Answered>(`/api/registrations/${secret}`, { action: 'confirm' })).body.accountKey).toBeNull();
  const weak = await mira.post(`/api/registrations/${secret}/account`, { key: accountKey, password: 'passwort' });
  expect([weak.status, weak.body]).toMatchObject([422, { code: 'weak-password', fields: [{ path: 'password' }] }]);
  const made = await mira.post<Adopted>(`/api/registrations/${secret}/account`, { key: accountKey, password });
  expect(made.body).toEqual({ taken: ['Lina Muster', 'Ben Muster'], elsewhere: [] });
  const { user } = (await mira.get<{ user: object | null }>('/api/session')).body;
  expect(user).toMatchObject({ email, firstname: 'Mira', club: { name: 'SCB' } });
  expect((await mira.get<OwnEnrolment[]>('/api/registrations/mine')).body).toHaveLength(2);
  // The key is used up; the user signs in to the account normally.
  expect((await server.visitor().post(`/api/registrations/${secret}/account`, { key: accountKey, password })).status).toBe(410);
  expect((await server.visitor('SCB').signIn(email, password)).status).toBe(200);
});

test('a forwarded link creates no account: the link to one is mailed to the address, is valid for half an hour, and never reveals whether an account exists', async () => {
  const email = 'karl@einfeld.example';
  const secret = await comeAsGuest(await makeCourse(), email, { name: 'Karl', isChild: false });
  const stranger = server.visitor();
  for (const key of ['x'.repeat(60), `${Date.now() + 1e6}.${'a'.repeat(43)}`])
    expect((await stranger.post(`/api/registrations/${secret}/account`, { key, password })).body).toMatchObject({ code: 'invalid-link' });
  expect((await stranger.post(`/api/registrations/${secret}/account-link`)).body).toEqual({ ok: true });
  const [, key] = /#konto=(\S+)/.exec(await server.latestMail(email)) ?? [];
  const other = await comeAsGuest(await makeCourse(), 'otto@einfeld.example', { name: 'Otto', isChild: false });
  expect((await stranger.post(`/api/registrations/${other}/account`, { key, password })).body).toMatchObject({ code: 'invalid-link' });
  expect((await stranger.post(`/api/registrations/${secret}/account`, { key, password })).status).toBe(200);
  const known = await comeAsGuest(await makeCourse(), emailOf('trainer'), { name: 'Tom', isChild: false });
  expect((await server.visitor().post(`/api/registrations/${known}/account-link`)).body).toEqual({ ok: true });
  expect(await server.latestMail(emailOf('trainer'))).toContain('gibt es schon ein Konto');
});
