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

/** Signs somebody up without an account; gives the secret of the mail. */
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

test('what an address enrolled and confirmed, in any club, comes into its account with one press, and then is its own', async () => {
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
  // A second press finds nothing left.
  expect((await rosa.post<Adopted>('/api/registration-adoptions')).body).toEqual({ taken: [], elsewhere: [] });
});

test('an account of another address takes nothing, and a visitor is asked to sign in', async () => {
  const secret = await comeAsGuest(await makeCourse(), 'mira@example.org', { name: 'Mia' });
  const till = await server.signedIn('trainer');
  expect((await till.get<OwnEnrolment>(`/api/registrations/${secret}`)).body.adoption).toBe('none');
  expect((await till.post<Adopted>('/api/registration-adoptions')).body).toEqual({ taken: [], elsewhere: [] });
  expect((await server.visitor().post('/api/registration-adoptions')).status).toBe(401);
});

test('a grown-up of another name stays by themselves, and a child of another account is named but not taken', async () => {
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
