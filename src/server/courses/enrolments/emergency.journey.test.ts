import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const day = addDays(localOf(new Date()).date, 20);
const mila = { club: 'RWA', relation: 'guardian', firstname: 'Mila', lastname: 'Anruf', birthDate: '2019-05-04', gender: 'w' };

async function makeCourse(): Promise<{ id: string; sessionId: string }> {
  const [id, sessionId] = [randomUUID(), randomUUID()];
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Probe', $3, 'published', true, now(), now())`,
    [id, `notfall-${id}`, day],
  );
  await server.sql('insert into course_session (id, course_id, local_date, starts_at, ends_at) values ($1, $2, $3, $4, $5)', [
    sessionId,
    id,
    day,
    instantOf(day, '10:00'),
    instantOf(day, '11:00'),
  ]);
  return { id, sessionId };
}

async function contactsOf(sessionId: string) {
  const trainer = await server.signedIn('trainer');
  const { people } = (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body;
  return people.map(({ name, emergencyContactName, emergencyContactPhone }) => [name, emergencyContactName, emergencyContactPhone]);
}

test("the emergency number entered by a parent is on the trainer's list; people with one are not asked again", async () => {
  const { id, sessionId } = await makeCourse();
  const parent = await server.signedIn('reader');
  const child = (await parent.post<OwnPerson>('/api/people/mine', mila)).body;
  const candidate = async () =>
    (await parent.get<Candidate[]>(`/api/courses/${id}/candidates`)).body.find(({ personId }) => personId === child.id);
  expect((await candidate())?.lacksEmergency).toBe(true);
  const register = (phone: string) =>
    parent.post(`/api/courses/${id}/registrations`, { personIds: [child.id], acceptsTerms: true, emergencyPhones: { [child.id]: phone } });
  const refused = await register('ruf mich an');
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: `emergencyPhones.${child.id}` }] } });
  expect(await contactsOf(sessionId)).toEqual([]);
  expect((await register('0170 1234567')).status).toBe(200);
  expect(await contactsOf(sessionId)).toEqual([['Mila Anruf', null, '0170 1234567']]);
  expect((await candidate())?.lacksEmergency).toBe(false);
});

test('a parent changes the emergency contact at once; nobody else can, and the audit log contains no number', async () => {
  const parent = await server.signedIn('reader');
  const child = (await parent.post<OwnPerson>('/api/people/mine', { ...mila, firstname: 'Ben', emergencyPhone: '0151 999999' })).body;
  expect(child.emergencyContactPhone).toBe('0151 999999');
  const address = `/api/people/mine/${child.id}/emergency-contact`;
  const oma = { name: 'Gerda (Oma)', phone: '+49 (251) 123-45' };
  expect((await server.visitor().send('PUT', address, oma)).status).toBe(401);
  expect((await (await server.signedIn('reader', 'SCB')).send('PUT', address, oma)).status).toBe(404);
  expect((await (await server.signedIn('admin')).send('PUT', address, oma)).status).toBe(404);
  expect((await parent.send<OwnPerson>('PUT', address, oma)).body).toMatchObject({ emergencyContactPhone: '+49 (251) 123-45' });
  const mine = (await parent.get<OwnPerson[]>('/api/people/mine')).body.find(({ id }) => id === child.id);
  expect(mine).toMatchObject({ emergencyContactName: 'Gerda (Oma)', emergencyContactPhone: '+49 (251) 123-45' });
  const written = await server.sql<{ entry: string }>(
    "select concat(content, before, after) as entry from audit where action = 'emergencyContacts.update'",
  );
  expect(written).toHaveLength(1);
  expect(written[0]?.entry).not.toMatch(/Gerda|251/);
  await parent.send('PUT', address, { name: 'Gerda (Oma)', phone: '' });
  expect((await parent.get<OwnPerson[]>('/api/people/mine')).body.find(({ id }) => id === child.id)).toMatchObject({
    emergencyContactName: '',
    emergencyContactPhone: '',
  });
});

test('a guest who enrols a child gives a number; one who returns with the same address changes nothing', async () => {
  const { id, sessionId } = await makeCourse();
  const guest = {
    firstname: 'Tim',
    lastname: 'Gast',
    birthDate: '2018-03-01',
    email: 'tim@example.org',
    guardianFirstname: 'Uta',
    guardianLastname: 'Gast',
    acceptsTerms: true,
  };
  await server.visitor().post(`/api/courses/${id}/guests`, { ...guest, emergencyPhone: '0160 777777' });
  await server.visitor().post(`/api/courses/${id}/guests`, { ...guest, emergencyPhone: '0900 666666' });
  await server.sql("update enrolment set state = 'confirmed', hold_expires_at = null where course_id = $1", [id]);
  expect(await contactsOf(sessionId)).toEqual([['Tim Gast', 'Uta Gast', '0160 777777']]);
});

test("further contacts and authorised collectors are on the trainer's list only", async () => {
  const { id, sessionId } = await makeCourse();
  const parent = await server.signedIn('reader');
  const child = (await parent.post<OwnPerson>('/api/people/mine', { ...mila, firstname: 'Pia', emergencyPhone: '0151 111111' })).body;
  expect((await parent.post(`/api/courses/${id}/registrations`, { personIds: [child.id], acceptsTerms: true })).status).toBe(200);
  const whole = {
    name: 'Mira',
    phone: '0151 111111',
    others: [{ name: 'Oma Gerda', phone: '0171 7654321' }],
    goesHome: 'collected',
    collectors: 'Oma Gerda, Papa',
  };
  const put = (body: object) => parent.send<OwnPerson>('PUT', `/api/people/mine/${child.id}/emergency-contact`, body);
  expect((await put({ ...whole, goesHome: 'unknown' })).body).toMatchObject({ fields: [{ path: 'goesHome' }] });
  expect((await put(whole)).body).toMatchObject({ emergencyOthers: whole.others, goesHome: 'collected', collectors: 'Oma Gerda, Papa' });
  expect((await put({ ...whole, others: [...whole.others, ...whole.others, ...whole.others] })).status).toBe(422);
  expect(await put({ ...whole, others: [{ name: 'Oma', phone: 'ruf an' }] })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'others.0.phone' }] },
  });
  // Omitted fields are kept.
  expect((await put({ name: 'Mira', phone: '0151 222222' })).body).toMatchObject({
    emergencyOthers: whole.others,
    collectors: 'Oma Gerda, Papa',
  });
  const trainer = await server.signedIn('trainer');
  const { people } = (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body;
  expect(people.find(({ personId }) => personId === child.id)).toMatchObject({
    emergencyContactPhone: '0151 222222',
    emergencyOthers: whole.others,
    goesHome: 'collected',
    collectors: 'Oma Gerda, Papa',
  });
});

test('the way home of a small child is asked at the enrolment and stored; it is not asked if known, or for older children', async () => {
  const { id } = await makeCourse();
  const parent = await server.signedIn('reader');
  const add = async (firstname: string, birthDate: string) =>
    (await parent.post<OwnPerson>('/api/people/mine', { ...mila, firstname, birthDate })).body.id;
  const [small, grown] = [
    await add('Klein', `${Number(day.slice(0, 4)) - 6}-01-02`),
    await add('Gross', `${Number(day.slice(0, 4)) - 12}-01-02`),
  ];
  const asked = async () =>
    (await parent.get<Candidate[]>(`/api/courses/${id}/candidates`)).body
      .filter(({ lacksWayHome }) => lacksWayHome)
      .map(({ personId }) => personId);
  expect(await asked()).toContain(small);
  expect(await asked()).not.toContain(grown);
  const input = { personIds: [small], acceptsTerms: true, waysHome: { [small]: 'alone' } };
  expect((await parent.post(`/api/courses/${id}/registrations`, input)).status).toBe(200);
  expect(await asked()).not.toContain(small);
  const own = (await parent.get<OwnPerson[]>('/api/people/mine')).body.find((one) => one.id === small);
  expect(own?.goesHome).toBe('alone');
});

test('the number of a child must be confirmed once from each August on, with one tap by a parent', async () => {
  const parent = await server.signedIn('reader');
  const child = (await parent.post<OwnPerson>('/api/people/mine', { ...mila, firstname: 'Jahr', emergencyPhone: '0151 333333' })).body;
  const own = async () => (await parent.get<OwnPerson[]>('/api/people/mine')).body.find(({ id }) => id === child.id);
  expect([child.asksEmergency, (await own())?.asksEmergency]).toEqual([false, false]);
  await server.sql("update person set created_at = created_at - interval '1 year' where id = $1", [child.id]);
  expect((await own())?.asksEmergency).toBe(true);
  const confirm = (client: Client) => client.post<OwnPerson>(`/api/people/mine/${child.id}/emergency-contact/confirmation`);
  expect((await confirm(await server.signedIn('trainer'))).status).toBe(404);
  expect((await confirm(parent)).body.asksEmergency).toBe(false);
  expect((await own())?.asksEmergency).toBe(false);
});

test('emergency numbers are in the answers for the family, on the lists of an offer, and in the record of a member, nowhere else', async () => {
  type Document = { paths: Record<string, Record<string, { responses?: object }>> };
  const { paths } = (await server.visitor().get<Document>('/api/openapi.json')).body;
  const naming = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      JSON.stringify(responses ?? {}).includes('emergencyContactPhone') ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect(naming.toSorted()).toEqual([
    'GET /courses/{id}/participants',
    'GET /events/{id}/participants',
    'GET /members/duplicates',
    'GET /members/imports/{id}',
    'GET /members/{id}',
    'GET /people/mine',
    'GET /sessions/{id}/attendance',
    'PATCH /members/{id}',
    'POST /members',
    'POST /members/imports',
    'POST /members/imports/{id}/apply',
    'POST /members/{id}/rejoin',
    'POST /people/mine',
    'POST /people/mine/{id}/as-child',
    'POST /people/mine/{id}/emergency-contact/confirmation',
    'PUT /members/{id}/departments',
    'PUT /members/{id}/leave',
    'PUT /people/mine/{id}/emergency-contact',
  ]);
});
