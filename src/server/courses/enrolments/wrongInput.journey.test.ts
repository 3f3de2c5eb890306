import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let parent: Client;
const courseId = randomUUID();
const day = localOf(new Date()).date;
beforeAll(async () => {
  server = await startServer();
  parent = await server.signedIn('reader');
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', 'eingaben', 'eingaben', 'course', 'Turnen', $2, 'published', false, now(), now())`,
    [courseId, addDays(day, 20)],
  );
});
afterAll(() => server.close());

/** What is told at the fields. */
const told = ({ status, body }: { status: number; body: unknown }) => [status, (body as { fields?: unknown[] }).fields];
const held = async () => (await server.sql('select 1 from enrolment where course_id = $1', [courseId])).length;

test('more than six people at once are refused at the field with a sentence, and nobody is enrolled', async () => {
  const send = (personIds: string[]) => parent.post(`/api/courses/${courseId}/registrations`, { personIds, acceptsTerms: true });
  const seven = Array.from({ length: 7 }, () => randomUUID());
  expect(told(await send(seven))).toEqual([422, [{ path: 'personIds', message: 'Bitte höchstens 6 Personen auf einmal anmelden.' }]]);
  expect(told(await send([]))).toEqual([422, [{ path: 'personIds', message: 'Bitte wählen Sie mindestens 1 aus.' }]]);
  expect((await send(seven.slice(1))).status).toBe(404);
  expect(await held()).toBe(0);
});

const guest = { firstname: 'Uta', lastname: 'Gast', birthDate: '1980-03-01', email: 'eingaben@gast.example', acceptsTerms: true };
const asGuest = (change: object) => server.visitor().post(`/api/courses/${courseId}/guests`, { ...guest, ...change });

test('a telephone number of letters is refused at its field of a guest and of a membership', async () => {
  const words = { path: 'phone', message: 'Bitte eine Telefonnummer wie 0170 1234567.' };
  for (const phone of ['ruf mich an', 'keine', '12']) expect(told(await asGuest({ phone }))).toEqual([422, [words]]);
  expect(await held()).toBe(0);
  const applicant = { firstname: 'Nele', lastname: 'Neumann', birthDate: '1990-05-04', applicantEmail: 'nele@gast.example' };
  const address = { street: 'Am Sportplatz', houseNo: '3', postcode: '59999', city: 'Auenfeld', joinsOn: addDays(day, 10) };
  const apply = (change: object) =>
    server
      .visitor()
      .post('/api/membership-applications', { ...applicant, ...address, acceptsTerms: true, acceptsPrivacy: true, ...change });
  expect(told(await apply({ phone: 'ruf mich an' }))).toEqual([422, [words]]);
  expect(told(await apply({ mobile: 'keins' }))).toEqual([422, [{ ...words, path: 'mobile' }]]);
  expect((await asGuest({ phone: '+49 (251) 123-45' })).status).toBe(200);
});

test('a birth date to come, or one that is none, is refused at its field, without an account and for the own child', async () => {
  const before = await held();
  for (const birthDate of [addDays(day, 1), '2199-01-01'])
    expect(told(await asGuest({ birthDate, email: 'morgen@gast.example' }))).toEqual([
      422,
      [{ path: 'birthDate', message: 'Dieser Tag liegt in der Zukunft.' }],
    ]);
  expect((await asGuest({ birthDate: '31.02.2015' })).status).toBe(422);
  expect(await held()).toBe(before);
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Mila', lastname: 'Morgen', birthDate: addDays(day, 1), gender: 'w' };
  expect(told(await parent.post('/api/people/mine', child))).toEqual([
    422,
    [{ path: 'birthDate', message: 'Dieser Tag liegt in der Zukunft.' }],
  ]);
});

test('an account number with wrong check digits, and an absence that ends before it begins or lasts too long, are refused at the field', async () => {
  const mandate = { iban: 'DE00 2105 0170 0012 3456 78', accountHolder: 'Uta Gast' };
  const order = { personIds: [randomUUID()], acceptsTerms: true, method: 'sepa', mandate };
  const refused = await parent.post(`/api/courses/${courseId}/registrations`, order);
  expect(told(refused)).toEqual([422, [expect.objectContaining({ path: 'mandate.iban' })]]);
  const away = (to: string) =>
    parent.post('/api/me/absences', { personIds: [randomUUID()], from: addDays(day, 1), to, reason: 'ill', note: '' });
  expect(told(await away(day))).toEqual([422, [{ path: 'to', message: 'Das Ende liegt vor dem Beginn.' }]]);
  expect(told(await away(addDays(day, 93)))).toEqual([422, [{ path: 'to', message: 'Höchstens 92 Tage auf einmal.' }]]);
});

test('unknown offers and enrolments are 404, and people of somebody else as well', async () => {
  const [other] = await server.sql<{ id: string }>("select id from person where club = 'SCB' limit 1");
  const send = (course: string, personIds: (string | undefined)[]) =>
    parent.post(`/api/courses/${course}/registrations`, { personIds, acceptsTerms: true });
  expect((await send(courseId, [other?.id])).status).toBe(404);
  expect((await send(randomUUID(), [other?.id])).status).toBe(404);
  expect((await server.visitor().get(`/api/registrations/${randomUUID()}`)).status).toBe(404);
  expect((await parent.get(`/api/registrations/${randomUUID()}`)).status).toBe(404);
});
