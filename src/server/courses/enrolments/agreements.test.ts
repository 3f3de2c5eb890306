import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseFields, type CoursePage, type EditedCourse } from '#shared/courses/courseShapes.ts';
import type { OwnConsent, OwnPerson } from '#shared/people/people.ts';
import type { ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let rosa: Client;
let child: OwnPerson;
beforeAll(async () => {
  server = await startServer();
  rosa = await server.signedIn('reader');
  const input = { club: 'RWA', relation: 'guardian', firstname: 'Mia', lastname: 'Muster', birthDate: '2018-05-04', gender: 'w' };
  child = (await rosa.post<OwnPerson>('/api/people/mine', input)).body;
});
afterAll(() => server.close());

let courses = 0;
async function makeCourse(): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Turnen', 5, '2027-01-11', 'published', now(), now())`,
    [id, `einig-${++courses}`],
  );
  await server.sql("insert into course_price (course_id, category, cents) values ($1, 'child', 3000), ($1, 'reduced', 1000)", [id]);
  return id;
}
const signUp = (course: string, change: object = {}) =>
  rosa.post<ProblemBody>(`/api/courses/${course}/registrations`, { personIds: [child.id], acceptsTerms: true, ...change });
const consents = async () => (await rosa.get<OwnConsent[]>('/api/people/consents')).body.filter(({ personId }) => personId === child.id);
const rowOf = async (client: Client, course: string) =>
  (await client.get<ParticipantList>(`/api/courses/${course}/participants`)).body.rows[0];

test('a health note is only stored with its consent; without it nothing at all is written', async () => {
  const course = await makeCourse();
  const refused = await signUp(course, { healthNotes: { [child.id]: 'Asthma' } });
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'allowsHealthNotes']);
  expect(await consents()).toEqual([]);
  expect(await rowOf(await server.signedIn('editor'), course)).toBeUndefined();
});

test('terms, pictures and health note are stored with version, time and author; staff see their state, few may open the note', async () => {
  const course = await makeCourse();
  await signUp(course, { healthNotes: { [child.id]: 'Asthma' }, allowsHealthNotes: true, allowsPhotos: true });
  const kept = await consents();
  expect(kept.map(({ purpose }) => purpose).toSorted()).toEqual(['guardian_participation', 'health_note', 'photo_web', 'terms']);
  expect(kept[0]).toMatchObject({ name: 'Mia Muster', grantedByName: 'Rosa Rotmuster', textVersion: '1' });
  const edda = await server.signedIn('editor');
  const row = await rowOf(edda, course);
  expect(row).toMatchObject({ hasHealthNote: true, mayBePhotographed: true });
  expect(JSON.stringify(row)).not.toContain('Asthma');
  const open = (client: Client) => client.post<{ healthNote: string }>(`/api/participants/${row?.id}/health-note`);
  for (const client of [edda, await server.signedIn('trainer'), rosa]) expect((await open(client)).status).toBe(403);
  expect((await open(await server.signedIn('admin', 'SCB'))).status).toBe(404);
  expect((await open(await server.signedIn('admin'))).body.healthNote).toBe('Asthma');
});

test('a voluntary consent is withdrawn at once, with the health note; terms remain, and nobody else can withdraw', async () => {
  const course = await makeCourse();
  await signUp(course, { healthNotes: { [child.id]: 'Heuschnupfen' }, allowsHealthNotes: true, allowsPhotos: true });
  const of = async (purpose: string) => (await consents()).find((one) => one.purpose === purpose)?.id;
  const withdraw = (id: string | undefined, client = rosa) => client.post(`/api/people/consents/${id}/withdrawal`);
  expect((await withdraw(await of('photo_web'), server.visitor())).status).toBe(401);
  expect((await withdraw(await of('photo_web'), await server.signedIn('admin'))).status).toBe(404);
  expect((await withdraw(await of('terms'))).status).toBe(409);
  for (const purpose of ['photo_web', 'health_note']) expect((await withdraw(await of(purpose))).status).toBe(200);
  expect((await consents()).map(({ purpose }) => purpose).toSorted()).toEqual(['guardian_participation', 'terms']);
  expect(await rowOf(await server.signedIn('editor'), course)).toMatchObject({ hasHealthNote: false, mayBePhotographed: false });
});

test('staff change the price group until it is charged, and edit a note; without the right nothing changes', async () => {
  const course = await makeCourse();
  await signUp(course);
  const edda = await server.signedIn('editor');
  const row = await rowOf(edda, course);
  expect(row).toMatchObject({ priceCategory: 'child', priceCents: 3000 });
  const change = (client: Client, priceCategory: string, version = row?.version) =>
    client.send<ProblemBody>('PUT', `/api/participants/${row?.id}/price`, { priceCategory, version });
  expect((await change(server.visitor(), 'reduced')).status).toBe(401);
  for (const role of ['reader', 'trainer'] as const) expect((await change(await server.signedIn(role), 'reduced')).status).toBe(403);
  expect((await change(await server.signedIn('editor', 'SCB'), 'reduced')).status).toBe(404);
  expect((await change(edda, 'member')).body.fields?.[0]?.path).toBe('priceCategory');
  expect((await change(edda, 'reduced', 99)).status).toBe(409);
  expect((await change(edda, 'reduced')).status).toBe(200);
  const after = await rowOf(edda, course);
  expect(after).toMatchObject({ priceCategory: 'reduced', priceCents: 1000 });
  const note = (version: number | undefined) => edda.send('PUT', `/api/participants/${row?.id}/note`, { note: 'Kommt später', version });
  expect((await note(row?.version)).status).toBe(409);
  expect((await note(after?.version)).status).toBe(200);
  expect((await rowOf(edda, course))?.staffNote).toBe('Kommt später');
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, source_id, course_id, label, cents, due_on, method, created_at)
     select gen_random_uuid(), 'RWA', 'RWA-1', person_id, person_id, 'course', id, course_id, 'Turnen', 1000, '2027-01-11', 'transfer', now()
     from enrolment where id = $1`,
    [row?.id],
  );
  const charged = await change(edda, 'child', (after?.version ?? 0) + 1);
  expect([charged.status, charged.body.code]).toEqual([409, 'wrong-state']);
});

test('notices about an enrolment are shown in the own profile too, and in no other', async () => {
  const notices = async (client: Client) => (await client.get<{ subject: string }[]>('/api/registrations/notices')).body;
  expect((await notices(rosa)).some(({ subject }) => subject === 'Angemeldet: Turnen')).toBe(true);
  // Every account acting for the child sees the notice, regardless of the recipient address that staff entered.
  await server.sql("update outbox_mail set recipient = 'oma@example.org' where subject = 'Angemeldet: Turnen'");
  expect((await notices(rosa)).some(({ subject }) => subject === 'Angemeldet: Turnen')).toBe(true);
  expect(await notices(await server.signedIn('trainer'))).toEqual([]);
  expect((await server.visitor().get('/api/registrations/notices')).status).toBe(401);
});

test('a consent required by a course must be given or the enrolment is refused at that checkbox; it is stored, shown to staff, and can be withdrawn', async () => {
  const course = await makeCourse();
  const edda = await server.signedIn('editor');
  const { body: edited } = await edda.get<EditedCourse>(`/api/manage/courses/${course}`);
  const save = (requiredConsents: string[]) =>
    edda.send<ProblemBody>('PUT', `/api/manage/courses/${course}`, {
      ...courseFields.strip().parse(edited),
      requiredConsents,
      version: edited.version,
    });
  expect((await save(['newsletter'])).body.fields?.[0]?.path).toBe('requiredConsents.0');
  expect((await save(['photo_web', 'contact_list'])).status).toBe(200);
  expect((await server.visitor().get<CoursePage>(`/api/courses/${course}`)).body.requiredConsents).toEqual(['photo_web', 'contact_list']);

  const refused = await signUp(course, { allowsPhotos: true });
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'consents.contact_list']);
  expect(await rowOf(edda, course)).toBeUndefined();
  const parent = { guardianFirstname: 'Ina', guardianLastname: 'Gast', email: 'ina.gast@example.org' };
  const guest = { firstname: 'Jo', lastname: 'Gast', birthDate: '2018-05-04', acceptsTerms: true, ...parent };
  const asGuest = (change: object) => server.visitor().post<ProblemBody>(`/api/courses/${course}/guests`, { ...guest, ...change });
  expect((await asGuest({})).body.fields?.map(({ path }) => path)).toEqual(['consents.photo_web', 'consents.contact_list']);
  expect((await asGuest({ consents: ['photo_web', 'contact_list'] })).status).toBe(200);

  const given = await signUp(course, { consents: ['photo_web', 'contact_list'] });
  expect(given.status).toBe(200);
  const kept = (await consents()).find(({ purpose }) => purpose === 'contact_list');
  expect(kept).toMatchObject({ name: 'Mia Muster', grantedByName: 'Rosa Rotmuster', mayWithdraw: true });
  expect((await rosa.post(`/api/people/consents/${kept?.id}/withdrawal`)).status).toBe(200);
  expect((await consents()).some(({ purpose }) => purpose === 'contact_list')).toBe(false);
});

test('a future birth date is refused at its field for guests, own children and people added by staff, and nobody is created', async () => {
  const course = await makeCourse();
  const unborn = { firstname: 'Noch', lastname: 'Niemand', birthDate: '2999-01-01', gender: 'w' };
  const parent = { guardianFirstname: 'Ina', guardianLastname: 'Niemand', email: 'niemand@example.org', acceptsTerms: true };
  const { gender: _, ...guest } = unborn;
  const edda = await server.signedIn('editor');
  const refused = [
    await server.visitor().post<ProblemBody>(`/api/courses/${course}/guests`, { ...guest, ...parent }),
    await rosa.post<ProblemBody>('/api/people/mine', { club: 'RWA', relation: 'guardian', ...unborn }),
    await edda.post<ProblemBody>(`/api/courses/${course}/participants`, { person: unborn }),
  ];
  expect(refused.map(({ status, body }) => [status, body.fields?.map(({ path }) => path)])).toEqual([
    [422, ['birthDate']],
    [422, ['birthDate']],
    [422, ['person.birthDate']],
  ]);
  expect(await server.sql("select 1 from person where lastname = 'Niemand'")).toEqual([]);
});
