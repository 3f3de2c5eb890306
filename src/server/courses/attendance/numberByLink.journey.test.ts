import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { askForNumbers } from './reminders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const day = addDays(localOf(new Date()).date, 10);

async function makeCourse(title: string): Promise<{ id: string; sessionId: string }> {
  const [id, sessionId] = [randomUUID(), randomUUID()];
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', $4, $3, 'published', true, now(), now())`,
    [id, `nummer-${id}`, day, title],
  );
  const times = [instantOf(day, '10:00'), instantOf(day, '11:00')];
  await server.sql('insert into course_session (id, course_id, local_date, starts_at, ends_at) values ($1, $2, $3, $4, $5)', [
    sessionId,
    id,
    day,
    ...times,
  ]);
  return { id, sessionId };
}

/** Enrols a guest's child and confirms the address; returns the secret of the mail. */
async function enrol(courseId: string, firstname: string, email: string, emergencyPhone = ''): Promise<string> {
  const guest = { firstname, lastname: 'Nummer', birthDate: '2018-03-01', guardianFirstname: 'Uta', guardianLastname: 'Nummer' };
  await server.visitor().post(`/api/courses/${courseId}/guests`, { ...guest, email, acceptsTerms: true, emergencyPhone });
  const secret = /registration\/([\w-]+)/.exec((await server.latestMail(email)) ?? '')?.[1] ?? 'none';
  await server.visitor().post(`/api/registrations/${secret}`, { action: 'confirm' });
  return secret;
}

const missing = async (secret: string) =>
  (await server.visitor().get<{ isMissing: boolean }>(`/api/registrations/${secret}/emergency-number`)).body.isMissing;
const give = (secret: string, phone: string) => server.visitor().send('PUT', `/api/registrations/${secret}/emergency-number`, { phone });
async function numbersOn(sessionId: string) {
  const trainer = await server.signedIn('trainer');
  const { people } = (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body;
  return people.map(({ name, emergencyContactPhone }) => [name, emergencyContactPhone]);
}
const asked = async (email: string) =>
  (
    await server.sql<{ subject: string; body: string }>('select subject, body from outbox_mail where recipient = $1 order by id', [email])
  ).filter(({ subject }) => subject.startsWith('Notfallnummer'));

test('a family without an account is asked once for the missing number, and gives it by the link of that mail', async () => {
  const { id, sessionId } = await makeCourse('Klettern');
  const email = 'nummer@gast.example';
  await enrol(id, 'Tim', email);
  await enrol(id, 'Ida', email);
  await enrol(id, 'Ole', 'andere@gast.example', '0160 777777');
  await askForNumbers(server);
  await askForNumbers(server);
  const mails = await asked(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Notfallnummer fehlt: Ida und Tim']);
  expect(await asked('andere@gast.example')).toEqual([]);
  const secrets = [...(mails[0]?.body ?? '').matchAll(/(Ida|Tim): \S+registration\/([\w-]+)/g)].map(([, name, secret]) => [name, secret]);
  expect(secrets.map(([name]) => name)).toEqual(['Ida', 'Tim']);
  const [idas = '', tims = ''] = secrets.map(([, secret]) => secret ?? '');
  expect([await missing(idas), await missing(tims)]).toEqual([true, true]);
  expect((await give(tims, '0170 1234567')).status).toBe(200);
  expect([await missing(idas), await missing(tims)]).toEqual([true, false]);
  expect(await numbersOn(sessionId)).toEqual(
    expect.arrayContaining([
      ['Ida Nummer', null],
      ['Tim Nummer', '0170 1234567'],
    ]),
  );
});

test('the link only fills a gap: it changes and reads no number, and takes none that nobody can call', async () => {
  const { id, sessionId } = await makeCourse('Fechten');
  const secret = await enrol(id, 'Nele', 'nele@gast.example');
  for (const phone of ['', 'ruf mich an', '12', '1'.repeat(50)])
    expect(await give(secret, phone)).toMatchObject({ status: 422, body: { fields: [{ path: 'phone' }] } });
  expect((await give(secret, '0170 1234567')).status).toBe(200);
  // The same button pressed twice is no error; another number is.
  expect((await give(secret, '0170 1234567')).status).toBe(200);
  expect(await give(secret, '0900 666666')).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
  expect(await numbersOn(sessionId)).toEqual([['Nele Nummer', '0170 1234567']]);
  expect((await server.visitor().get(`/api/registrations/${secret}/emergency-number`)).text).not.toContain('0170');
  const [log] = await server.sql<{ entry: string }>(
    "select concat(content, before, after) as entry from audit where content like 'Notfallnummer %Fechten%'",
  );
  expect(log?.entry).toContain('Fechten');
  expect(log?.entry).not.toContain('1234567');
  expect((await give('kb2Jx0yZ8rVqN1cW5tPd7LmA3sHf6uEg9oYi4BvKQXw', '0170 1234567')).status).toBe(404);
});

test('no number is asked of grown-ups, nor of who waits or has left', async () => {
  const { id } = await makeCourse('Tanzen');
  const email = 'alt@gast.example';
  await server.visitor().post(`/api/courses/${id}/guests`, {
    firstname: 'Uta',
    lastname: 'Nummer',
    birthDate: '1980-03-01',
    email,
    acceptsTerms: true,
  });
  const grown = /registration\/([\w-]+)/.exec((await server.latestMail(email)) ?? '')?.[1] ?? 'none';
  await server.visitor().post(`/api/registrations/${grown}`, { action: 'confirm' });
  const left = await enrol(id, 'Pia', 'pia@gast.example');
  await server.visitor().post(`/api/registrations/${left}`, { action: 'cancel' });
  expect([await missing(grown), await missing(left)]).toEqual([false, false]);
  expect((await give(left, '0170 1234567')).status).toBe(409);
});
