import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import type { OwnEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { PauseChoice } from '#shared/courses/pauses/pauses.ts';
import type { OwnSession } from '#shared/courses/replies.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;

beforeAll(async () => {
  setClock(new Date('2026-05-10T09:00:00Z'));
  server = await startServer();
});

beforeEach(() => setClock(new Date('2026-05-10T09:00:00Z')));

afterAll(async () => {
  setClock();
  await server.close();
});

/** A group with a single seat, every Monday, for 12 euros a month or quarter. */
async function group(title: string, { months = 2, per = 'month' } = {}): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max,
       age_reference, late_join, pause_max_months, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, '2025-09-01', 'published', 'open', true, 1, 'session', 'full', $4, now(), now())`,
    [id, `q-${id}`, title, months],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, $2)", [id, per]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30'
     from generate_series('2025-09-01'::timestamp, '2026-12-28'::timestamp, interval '7 days') d`,
    [id],
  );
  await server.outdate();
  return id;
}

async function seated(parent: Client, courseId: string, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Pause', birthDate: '2018-06-03', gender: 'w' };
  const { id } = (await parent.post<OwnPerson>('/api/people/mine', person)).body;
  const { body } = await parent.post<{ id: string }[]>(`/api/courses/${courseId}/registrations`, { personIds: [id], acceptsTerms: true });
  await server.sql("update enrolment set starts_on = '2026-05-04' where id = $1", [body[0]?.id]);
  return body[0]?.id ?? '';
}

const choicesOf = async (client: Client, id: string) => (await client.get<PauseChoice[]>(`/api/registrations/${id}/pauses`)).body;
const pause = (client: Client, id: string, input: object) => client.post<ProblemBody>(`/api/registrations/${id}/pauses`, input);
const ownOf = async (client: Client, id: string) => (await client.get<OwnEnrolment>(`/api/registrations/${id}`)).body;
const plain = (text = '') => text.replaceAll('\u00A0', ' ');

test('a family pauses for whole months: nothing is owed for them, the seat is kept, no replies are requested; until it begins it can be undone', async () => {
  const id = await group('Pausengruppe');
  const rosa = await server.signedIn('reader');
  const mila = await seated(rosa, id, 'Mila');
  const choices = await choicesOf(rosa, mila);
  expect(choices.slice(0, 2).map(({ from, months, label }) => [from, months, label])).toEqual([
    ['2026-06-01', 1, 'Juni 2026'],
    ['2026-06-01', 2, 'Juni und Juli 2026'],
  ]);
  const faultOf = async (input: object) => {
    const { status, body } = await pause(rosa, mila, input);
    return [status, body.fields?.[0]?.path];
  };
  expect(await faultOf({ from: '2026-05-01', months: 1 })).toEqual([422, 'from']);
  expect(await faultOf({ from: '2026-06-15', months: 1 })).toEqual([422, 'from']);
  expect(await faultOf({ from: '2026-06-01', months: 3 })).toEqual([422, 'months']);
  expect(await faultOf({ from: '2026-06-01', months: 0 })).toEqual([422, 'months']);
  expect((await pause(await server.signedIn('trainer'), mila, { from: '2026-06-01', months: 2 })).status).toBe(404);
  expect((await pause(rosa, mila, { from: '2026-06-01', months: 2 })).status).toBe(200);
  expect((await pause(rosa, mila, { from: '2026-07-01', months: 1 })).body).toMatchObject({
    code: 'pause-not-possible',
    fields: [{ path: 'months' }],
  });
  const own = await ownOf(rosa, mila);
  expect(own.pauses.map(({ words, mayUndo }) => [plain(words), mayUndo])).toEqual([
    ['Pause Juni und Juli 2026: 0,00 €, der Platz bleibt. Weiter geht es am 01.08.2026.', true],
  ]);
  const [mail] = await server.sql<{ body: string }>("select body from outbox_mail where subject = 'Pause: Pausengruppe'");
  expect(plain(mail?.body)).toContain('Mila Pause pausiert bei „Pausengruppe“.');
  // Still full: nobody else gets the seat.
  const other = (
    await rosa.post<OwnPerson>('/api/people/mine', {
      club: 'RWA',
      relation: 'guardian',
      firstname: 'Ole',
      lastname: 'Pause',
      birthDate: '2018-06-03',
    })
  ).body;
  const [second] = (await rosa.post<{ state: string }[]>(`/api/courses/${id}/registrations`, { personIds: [other.id], acceptsTerms: true }))
    .body;
  expect(second?.state).toBe('waitlisted');
  const admin = await server.signedIn('admin');
  const preview = await admin.get<{ charges: { participationId: string; period: string }[] }>(
    `/api/charges/preview?courseId=${id}&day=2026-08-15`,
  );
  expect(preview.body.charges.filter((row) => row.participationId === mila).map(({ period }) => period)).toEqual(['2026-05', '2026-08']);
  const list = (await admin.get<ParticipantList>(`/api/courses/${id}/participants`)).body;
  expect(list.rows.find((row) => row.id === mila)).toMatchObject({ pause: { from: '2026-06-01', to: '2026-07-31' }, mayPause: true });
  expect((await rosa.post(`/api/registrations/${mila}/pauses/undo`, { pauseId: own.pauses[0]?.id })).status).toBe(200);
  expect((await ownOf(rosa, mila)).pauses).toEqual([]);
  expect((await rosa.post<ProblemBody>(`/api/registrations/${mila}/pauses/undo`, { pauseId: own.pauses[0]?.id })).body.code).toBe(
    'undo-over',
  );
});

test('during a pause the family is asked nothing and the trainer sees it on the list, which is closed as excused', async () => {
  const id = await group('Pausenliste');
  const rosa = await server.signedIn('reader');
  const mila = await seated(rosa, id, 'Ida');
  await pause(rosa, mila, { from: '2026-06-01', months: 1 });
  const [session] = await server.sql<{ id: string }>("select id from course_session where course_id = $1 and local_date = '2026-06-08'", [
    id,
  ]);
  setClock(new Date('2026-06-08T17:00:00Z'));
  const trainer = await server.signedIn('trainer');
  const sheet = (await trainer.get<AttendanceSheet>(`/api/sessions/${session?.id}/attendance`)).body;
  expect(sheet.people.find(({ participationId }) => participationId === mila)).toMatchObject({ reply: 'no', replyNote: 'pausiert' });
  expect(sheet.session.expected).toBe(0);
  const asked = (await rosa.get<OwnSession[]>('/api/me/sessions')).body;
  expect(asked.filter(({ slug }) => slug === `q-${id}`)).toEqual([]);
  expect((await trainer.post(`/api/sessions/${session?.id}/closing`)).status).toBe(200);
  const marks = await server.sql('select state from attendance where session_id = $1', [session?.id]);
  expect(marks).toEqual([{ state: 'excused' }]);
  expect(
    (await rosa.post<ProblemBody>(`/api/registrations/${mila}/pauses/undo`, { pauseId: (await ownOf(rosa, mila)).pauses[0]?.id })).body
      .code,
  ).toBe('undo-over');
});

test('staff grant a pause with a reason beyond the limit of the group; a quarter is never split, and where pauses are off families cannot', async () => {
  const rosa = await server.signedIn('reader');
  const [never, quarter] = [await group('Ohne Pause', { months: 0 }), await group('Quartal', { months: 3, per: 'quarter' })];
  const [tom, ada] = [await seated(rosa, never, 'Tom'), await seated(rosa, quarter, 'Ada')];
  expect([await choicesOf(rosa, tom), (await ownOf(rosa, tom)).mayPause]).toEqual([[], false]);
  expect((await pause(rosa, tom, { from: '2026-06-01', months: 1 })).body.code).toBe('wrong-state');
  const byStaff = (client: Client, id: string, input: object) => client.post<ProblemBody>(`/api/participants/${id}/pauses`, input);
  const ill = { from: '2026-06-01', months: 7, reason: 'Kreuzbandriss' };
  expect((await byStaff(await server.signedIn('trainer'), tom, ill)).status).toBe(403);
  expect((await byStaff(await server.signedIn('editor', 'SCB'), tom, ill)).status).toBe(404);
  const editor = await server.signedIn('editor');
  expect((await byStaff(editor, tom, { ...ill, reason: '' })).body.fields).toMatchObject([{ path: 'reason' }]);
  expect((await byStaff(editor, tom, ill)).status).toBe(200);
  expect((await editor.post(`/api/participants/${tom}/pauses/undo`)).status).toBe(200);
  expect((await editor.post<ProblemBody>(`/api/participants/${tom}/pauses/undo`)).body.code).toBe('undo-over');
  expect((await choicesOf(rosa, ada)).slice(0, 1).map(({ from, months }) => [from, months])).toEqual([['2026-07-01', 3]]);
  expect((await pause(rosa, ada, { from: '2026-07-01', months: 2 })).body.fields).toMatchObject([{ path: 'months' }]);
});

test('two concurrent pauses create one', async () => {
  const id = await group('Zwei Handys', { months: 6 });
  const rosa = await server.signedIn('reader');
  const mila = await seated(rosa, id, 'Bo');
  const answers = await Promise.all([1, 2, 3].map(() => pause(rosa, mila, { from: '2026-07-01', months: 1 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
});
