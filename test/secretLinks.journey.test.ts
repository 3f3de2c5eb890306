import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { HelperListView, OwnAssignment } from '#shared/helpers/helperListShapes.ts';
import { startServer, type Client, type TestServer } from './harness.ts';

let server: TestServer;
let courseId: string;
let list: HelperListView;
const day = addDays(localOf(new Date()).date, 20);

beforeAll(async () => {
  server = await startServer();
  courseId = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', 'links', 'links', 'course', 'Probe', 50, $2, 'published', now(), now())`,
    [courseId, day],
  );
  await server.sql("insert into course_price (course_id, category, cents) values ($1, 'non_member', 3000)", [courseId]);
  const anton = await server.signedIn('admin');
  const times = { startsAt: instantOf(day, '10:00'), endsAt: instantOf(day, '12:00') };
  const values = { title: 'Fest', startsOn: day, endsOn: day, visibility: 'link' };
  const { id } = (await anton.post<HelperListView>('/api/operationals', values)).body;
  for (const task of ['Grill', 'Kasse']) await anton.post(`/api/operationals/${id}/shifts`, { ...times, task, needed: 9 });
  await anton.post(`/api/operationals/${id}/items`, { label: 'Kuchen', needed: 9 });
  const { version } = (await anton.get<HelperListView>(`/api/operationals/${id}`)).body;
  list = (await anton.send<HelperListView>('PUT', `/api/operationals/${id}/state`, { state: 'open', version })).body;
});
afterAll(() => server.close());

const secretIn = (mail: string) => /(?:registration\/|dienst=|zusage=)([\w-]+)/.exec(mail)?.[1] ?? 'none';

/** Enrols a guest in the course; returns the token of the link in the mail. */
async function signUpGuest(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  const guest = { firstname: name, lastname: 'Gast', birthDate: '1990-01-01', email, acceptsTerms: true };
  expect((await server.visitor().post(`/api/courses/${courseId}/guests`, guest)).status).toBe(200);
  return secretIn(await server.latestMail(email));
}

const take = (client: Client, task: string, values: object = {}) =>
  client.post<{ token: string }>(`/api/helpers/${list.token}/shifts/${list.shifts.find((one) => one.task === task)?.id}`, values);

test('a copied database opens nobody’s enrolment, shift or pledge: no table keeps the secret of a link', async () => {
  const visitor = server.visitor();
  const helper = { name: 'Hanna', email: 'hanna@example.org' };
  await take(visitor, 'Grill', helper);
  const shift = secretIn(await server.latestMail(helper.email));
  await visitor.post(`/api/helpers/${list.token}/items/${list.items[0]?.id}`, { ...helper, quantity: 1 });
  const secrets = [await signUpGuest('Greta'), shift, secretIn(await server.latestMail(helper.email))];
  expect(new Set(secrets).size).toBe(3);
  for (const [at, path] of ['registrations', 'duties', 'pledges'].entries())
    expect([path, (await visitor.get(`/api/${path}/${secrets[at]}`)).status]).toEqual([path, 200]);
  const tables = await server.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'outbox_mail'",
  );
  expect(tables.length).toBeGreaterThan(60);
  for (const { name } of tables)
    for (const secret of secrets)
      expect([name, await server.sql(`select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`, [secret])]).toEqual([name, []]);
});

test('each mail has a link of its own, and the links of the mails before still work', async () => {
  const first = await signUpGuest('Lena');
  const second = await signUpGuest('Lena');
  expect(second).not.toBe(first);
  for (const secret of [first, second]) expect((await server.visitor().get(`/api/registrations/${secret}`)).status).toBe(200);
  expect((await server.visitor().post(`/api/registrations/${first}`, { action: 'confirm' })).status).toBe(200);
  const third = secretIn(await server.latestMail('lena@example.org'));
  expect((await server.visitor().get<OwnEnrolment>(`/api/registrations/${third}`)).body).toMatchObject({
    state: 'confirmed',
    token: third,
  });
});

test('links that were mailed before the database kept hashes go on working', async () => {
  await signUpGuest('Alma');
  // As computed by the migration from the former plain text column.
  await server.sql(
    `update enrolment set link_hashes = array[encode(sha256(convert_to($1, 'UTF8')), 'hex')] where contact_email = 'alma@example.org'`,
    ['ein-alter-Link-aus-einer-alten-Mail'],
  );
  expect((await server.visitor().get('/api/registrations/ein-alter-Link-aus-einer-alten-Mail')).status).toBe(200);
});

test('with an account one opens what is one’s own by its id, and nobody else does', async () => {
  const rosa = await server.signedIn('reader');
  const values = { club: 'RWA', relation: 'guardian', firstname: 'Kind', lastname: 'Blau', birthDate: '2015-05-04', gender: 'w' };
  const person = (await rosa.post<{ id: string }>('/api/people/mine', values)).body;
  const enrolled = await rosa.post<{ id: string; token: string }[]>(`/api/courses/${courseId}/registrations`, {
    personIds: [person.id],
    acceptsTerms: true,
  });
  const enrolment = enrolled.body[0]?.token ?? '';
  const duty = (await take(rosa, 'Grill')).body.token;
  const pledge = (await rosa.post<{ token: string }>(`/api/helpers/${list.token}/items/${list.items[0]?.id}`, { quantity: 1 })).body.token;
  const paths = [`/api/registrations/${enrolment}`, `/api/duties/${duty}`, `/api/pledges/${pledge}`, `/feeds/helpers/${duty}.ics`];
  for (const path of paths) {
    expect([path, (await rosa.get(path)).status]).toEqual([path, 200]);
    for (const stranger of [server.visitor(), await server.signedIn('reader', 'SCB'), await server.signedIn('trainer')])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
  }
  const trainer = await server.signedIn('trainer');
  expect((await trainer.post(`/api/registrations/${enrolment}`, { action: 'cancel' })).status).toBe(404);
  expect((await trainer.post(`/api/duties/${duty}`, { action: 'leave' })).status).toBe(404);
  expect((await trainer.send('DELETE', `/api/pledges/${pledge}`)).status).toBe(404);
  expect((await rosa.post<OwnEnrolment>(`/api/registrations/${enrolment}`, { action: 'cancel' })).body.state).toBe('cancelled');
  expect((await rosa.send('DELETE', `/api/pledges/${pledge}`)).status).toBe(200);
});

test('the link of a helper follows to the shift that they change to', async () => {
  const helper = { name: 'Mona', email: 'mona@example.org' };
  await take(server.visitor(), 'Grill', helper);
  const secret = secretIn(await server.latestMail(helper.email));
  await server.visitor().post(`/api/duties/${secret}`, { action: 'confirm' });
  const target = list.shifts.find(({ task }) => task === 'Kasse')?.id;
  const moved = await server.visitor().post<OwnAssignment>(`/api/duties/${secret}`, { action: 'move', shiftId: target });
  expect([moved.status, moved.body.token]).toEqual([200, secret]);
  expect((await server.visitor().get<OwnAssignment>(`/api/duties/${secret}`)).body.shift.task).toBe('Kasse');
});
