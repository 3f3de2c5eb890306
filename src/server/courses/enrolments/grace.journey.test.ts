import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Candidate, OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
const sunday = new Date('2026-11-22T09:00:00Z');
beforeAll(async () => {
  setClock(sunday);
  server = await startServer();
});
beforeEach(() => setClock(sunday));
afterAll(async () => {
  setClock();
  await server.close();
});

/** A course since 11.08.2026, every Thursday at 18:00, for 70.00 €, without cancellation tiers. */
async function runningCourse(): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, registration, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Pilates', '2026-08-11', '2027-01-28', 'published', 'open', false, now(), now())`,
    [id, `p-${id}`],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 7000, 'course')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '17:00', d + time '18:00', 'planned'
     from generate_series('2026-08-13'::timestamp, '2027-01-28'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Frist', birthDate: '2015-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}
const candidateOf = async (parent: Client, course: string, personId: string) =>
  (await parent.get<Candidate[]>(`/api/courses/${course}/candidates`)).body.find((one) => one.personId === personId);
const placedIn = async (parent: Client, course: string) =>
  (await parent.get<OwnEnrolment[]>('/api/registrations/mine')).body.find(({ target }) => target.id === course);

test('a late joiner leaves a running course for free within 48 hours, is shown the deadline, and pays afterwards', async () => {
  const course = await runningCourse();
  const rosa = await server.signedIn('reader');
  const mila = await childOf(rosa, 'Mila');
  const page = (await rosa.get<{ cancelRule: string[] }>(`/api/courses/${course}`)).body;
  expect(page.cancelRule).toEqual([
    'Der Kurs läuft schon: nach der Anmeldung 48 Stunden kostenlos, höchstens bis zum ersten Termin.',
    'Danach kostet eine Absage den vollen Preis.',
  ]);
  expect((await candidateOf(rosa, course, mila))?.cancelFeeCents).toBe(0);
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [mila], acceptsTerms: true });
  const fresh = await placedIn(rosa, course);
  expect(fresh?.cancelFeeCents).toBe(0);
  expect(fresh?.cancelRule).toEqual([
    expect.stringMatching(/^Bis 24\.11\.2026, 10:00 Uhr kostenlos absagen, danach kostet es \d+,\d\d\s€\.$/),
  ]);
  setClock(new Date('2026-11-24T09:01:00Z'));
  const late = await placedIn(rosa, course);
  expect([late?.cancelFeeCents, late?.cancelRule[0]]).toEqual([
    late?.priceCents,
    'Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.',
  ]);
  await rosa.post(`/api/registrations/${late?.id}`, { action: 'cancel' });
  expect((await placedIn(rosa, course))?.cancelFeeCents).toBe(late?.priceCents);
});

test('a person whose cancellation was free pays nothing, also by the link of the mail', async () => {
  const course = await runningCourse();
  const rosa = await server.signedIn('reader');
  const ben = await childOf(rosa, 'Ben');
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [ben], acceptsTerms: true });
  setClock(new Date('2026-11-24T08:59:00Z'));
  const token = /registration\/([\w-]+)/.exec(await server.latestMail('reader@rwa.test'))?.[1];
  await server.visitor().post(`/api/registrations/${token}`, { action: 'cancel' });
  expect(await placedIn(rosa, course)).toMatchObject({ state: 'cancelled', cancelFeeCents: 0 });
});

test('whoever joins late reads for how many dates the price is: a guest before the binding click, and in what was agreed', async () => {
  const course = await runningCourse();
  const guest = server.visitor();
  const person = { firstname: 'Gerda', lastname: 'Spät', birthDate: '1980-12-24', gender: 'w', email: 'gerda.spaet@example.org' };
  await guest.post(`/api/courses/${course}/guests`, { ...person, acceptsTerms: true });
  const token = /registration\/([\w-]+)/.exec(await server.latestMail(person.email))?.[1];
  const { step } = (await guest.get<OwnEnrolment>(`/api/registrations/${token}`)).body;
  const share = 'Der Preis ist anteilig ab 26.11.2026: 10 von 25 Terminen.';
  expect(step?.sentences).toContain(share);
  const { body } = await guest.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'confirm', quote: step?.quote });
  expect(body.order?.words).toContain(share);
  expect(await server.latestMail(person.email)).toContain(share);
});

test('a price that changed between preview and click enrols nobody; the new one does', async () => {
  const course = await runningCourse();
  const rosa = await server.signedIn('reader');
  const ida = await childOf(rosa, 'Ida');
  const before = await candidateOf(rosa, course, ida);
  await server.sql('update course_price set cents = 9000 where course_id = $1', [course]);
  await server.outdate();
  const press = (quote: string | undefined) =>
    rosa.post(`/api/courses/${course}/registrations`, { personIds: [ida], quotes: { [ida]: quote }, acceptsTerms: true });
  const refused = await press(before?.quote);
  expect([refused.status, refused.body.code]).toEqual([409, 'quote-changed']);
  expect(await placedIn(rosa, course)).toBeUndefined();
  const after = await candidateOf(rosa, course, ida);
  expect(after?.quote).not.toBe(before?.quote);
  expect((await press(after?.quote)).status).toBe(200);
  const [kept] = await server.sql<{ shown: string[] }>(
    "select after->'shown' as shown from audit where action = 'participants.register' order by id desc limit 1",
  );
  expect(kept?.shown).toEqual([after?.quote]);
});
