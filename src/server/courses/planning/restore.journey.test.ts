import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { undoSeconds } from '#shared/courses/sessionStates.ts';
import { makeMondays, takeSeat } from '#test/mondays.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
let edda: Client;
let till: Client;
let trainerId: string;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  edda = await server.signedIn('editor');
  till = await server.signedIn('trainer');
  trainerId = (await till.get<OwnPerson[]>('/api/people/mine')).body[0]?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

const makeCourse = () => makeMondays(server, edda, trainerId);
const seat = (courseId: string, email: string) => takeSeat(server, courseId, email);
const mailsTo = (email: string) =>
  server.sql<{ subject: string; body: string }>('select subject, body from outbox_mail where recipient = $1 order by id', [email]);
const callOff = (id: string, more: object = {}) => till.post(`/api/sessions/${id}/cancellation`, { reason: 'Wetter', ...more });
const restore = (id: string, client = till) => client.send<Pick<ProblemBody, 'code'>>('DELETE', `/api/sessions/${id}/cancellation`);
const dateOf = async (id: string) =>
  (await till.get<TrainingDate[]>('/api/training-dates?from=2027-01-11&to=2027-01-11')).body.find((one) => one.id === id);

test('the mail of a cancellation is delayed, contains the message, and undoing it in time notifies nobody', async () => {
  const { email, sessionId } = await makeCourse();
  expect((await callOff(sessionId, { words: 'Wir holen es nach' })).status).toBe(200);
  expect(await dateOf(sessionId)).toMatchObject({ state: 'cancelled', reason: 'Wetter. Wir holen es nach', mayRestore: true });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ subject: 'Fällt aus: Yoga am 11.01.2027, 18:00 Uhr', body: expect.stringContaining('Wir holen es nach') });
  const [row] = await server.sql<{ due: Date }>('select next_attempt_at as due from outbox_mail where recipient = $1', [email]);
  // The clock advances during the test.
  expect(row?.due.getTime()).toBeGreaterThanOrEqual(testTime.getTime() + undoSeconds * 1000);
  expect(row?.due.getTime()).toBeLessThan(testTime.getTime() + (undoSeconds + 60) * 1000);
  expect((await restore(sessionId)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
  expect(await dateOf(sessionId)).toMatchObject({ state: 'planned', reason: null, mayRestore: false });
  expect((await restore(sessionId)).body).toMatchObject({ code: 'wrong-state' });
});

test('other changes of a session in between: its unsent mails are withdrawn', async () => {
  const { email, sessionId } = await makeCourse();
  await callOff(sessionId);
  await server.sql('update course_session set version = version + 1 where id = $1', [sessionId]);
  server.outdate();
  expect((await restore(sessionId)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
});

test('people notified of a cancellation are notified of its undo, and the hall is booked again', async () => {
  const { hall, email, sessionId } = await makeCourse();
  await callOff(sessionId);
  await server.sql("update outbox_mail set state = 'sent' where recipient = $1", [email]);
  expect((await restore(sessionId)).status).toBe(200);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Fällt aus: Yoga am 11.01.2027, 18:00 Uhr',
    'Findet doch statt: Yoga am 11.01.2027, 18:00 Uhr',
  ]);
  const booked = await server.sql("select 1 from booking where facility_id = $1 and local_date = '2027-01-11' and state = 'approved'", [
    hall.id,
  ]);
  expect(booked).toHaveLength(1);
});

test('if the hall was taken meanwhile the session stays cancelled, and nobody is mailed', async () => {
  const { hall, email, sessionId } = await makeCourse();
  await callOff(sessionId);
  const taken = {
    facilityId: hall.id,
    unitIds: hall.unitIds.slice(0, 1),
    title: 'Turnier',
    kind: 'match',
    date: '2027-01-11',
    startTime: '18:00',
    endTime: '20:00',
  };
  expect((await edda.post('/api/bookings', taken)).status).toBe(200);
  expect(await restore(sessionId)).toMatchObject({ status: 409, body: { code: 'occupied' } });
  expect(await dateOf(sessionId)).toMatchObject({ state: 'cancelled' });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('only staff of the club restore a session, not after its start, and not one cancelled with its course', async () => {
  const { course, sessionId } = await makeCourse();
  await callOff(sessionId);
  expect((await restore(sessionId, server.visitor())).status).toBe(401);
  expect((await restore(sessionId, await server.signedIn('reader'))).status).toBe(403);
  expect((await restore(sessionId, await server.signedIn('trainer', 'SCB'))).status).toBe(404);
  await server.sql('update course_session set starts_at = $2 where id = $1', [sessionId, new Date(testTime.getTime() - 60_000)]);
  expect((await restore(sessionId)).body).toMatchObject({ code: 'wrong-state' });
  const { version } = (await edda.get<EditedCourse>(`/api/manage/courses/${course.id}`)).body;
  await edda.post(`/api/manage/courses/${course.id}/status`, { to: 'cancelled', version, cancelReason: 'weather' });
  expect((await restore(course.sessions[1]?.id ?? '')).body).toMatchObject({ code: 'wrong-state' });
});

test('of a session that is over and was never closed it is noted that it did not take place: nobody is told, and that is undone as quietly', async () => {
  const { email, sessionId } = await makeCourse();
  await server.sql('update course_session set starts_at = $2, planned_for = $2, ends_at = $3 where id = $1', [
    sessionId,
    new Date(testTime.getTime() - 3 * 86_400_000),
    new Date(testTime.getTime() - 3 * 86_400_000 + 3_600_000),
  ]);
  expect((await callOff(sessionId, { reason: 'Übungsleitung erkrankt' })).status).toBe(200);
  expect(await server.sql('select state, reason from course_session where id = $1', [sessionId])).toEqual([
    { state: 'cancelled', reason: 'Übungsleitung erkrankt' },
  ]);
  expect(await mailsTo(email)).toEqual([]);
  expect((await restore(sessionId)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
  expect(await server.sql('select state from course_session where id = $1', [sessionId])).toEqual([{ state: 'planned' }]);
});

test('a substitute is notified once, and has the list among their own', async () => {
  const { course, sessionId } = await makeCourse();
  await server.sql('delete from course_trainer where course_id = $1', [course.id]);
  expect((await dateOf(sessionId))?.isMine).toBe(false);
  for (let twice = 0; twice < 2; twice++) await edda.post(`/api/sessions/${sessionId}/substitute`, { personId: trainerId });
  const mails = (await mailsTo('trainer@rwa.test')).filter(({ subject }) => subject.startsWith('Sie vertreten'));
  expect(mails.map(({ subject }) => subject)).toEqual(['Sie vertreten: Yoga am 11.01.2027, 18:00 Uhr']);
  expect(mails[0]?.body).toContain(`participantList?session=${sessionId}`);
  expect((await dateOf(sessionId))?.isMine).toBe(true);
  for (let twice = 0; twice < 2; twice++)
    expect((await edda.post(`/api/sessions/${sessionId}/substitute`, { personId: null })).status).toBe(200);
  const ended = (await mailsTo('trainer@rwa.test')).filter(({ subject }) => subject.startsWith('Vertretung entfällt'));
  expect(ended.map(({ subject }) => subject)).toEqual(['Vertretung entfällt: Yoga am 11.01.2027, 18:00 Uhr']);
  expect(await dateOf(sessionId)).toMatchObject({ isMine: false, substitute: null });
});

test('to stand in nobody is offered who leads the session anyway; of two leads each can stand in for the other', async () => {
  const { course, sessionId } = await makeCourse();
  const offered = async () => (await edda.get<{ id: string }[]>(`/api/manage/trainers?sessionId=${sessionId}`)).body.map(({ id }) => id);
  const leads = await server.sql<{ id: string }>('select person_id as id from course_trainer where course_id = $1', [course.id]);
  const all = (await edda.get<{ id: string }[]>('/api/manage/trainers')).body.map(({ id }) => id);
  const [lead] = leads;
  expect([leads.length, all.includes(lead?.id ?? '')]).toEqual([1, true]);
  expect(await offered()).toEqual(all.filter((id) => id !== lead?.id));
  const other = all.find((id) => id !== lead?.id) ?? '';
  await server.sql("insert into course_trainer (course_id, person_id, role) values ($1, $2, 'lead')", [course.id, other]);
  expect(await offered()).toEqual(all);
  // Who stands in already is not offered once more.
  await edda.post(`/api/sessions/${sessionId}/substitute`, { personId: other });
  expect(await offered()).toEqual(all.filter((id) => id !== other));
  expect((await edda.get(`/api/manage/trainers?sessionId=${course.id}`)).body).toEqual(all.map((id) => expect.objectContaining({ id })));
});

test('many sessions are cancelled with one mail to each family, and undoing it in time notifies nobody', async () => {
  const { hall, course, email } = await makeCourse();
  await seat(course.id, email);
  const ids = course.sessions.map(({ id }) => id);
  const path = `/api/courses/${course.id}/sessions`;
  const off = (sessionIds: string[], who = till) =>
    who.post<{ changed: number } & Partial<ProblemBody>>(`${path}/cancellations`, { sessionIds, reason: 'Wasserschaden' });
  const back = (sessionIds: string[]) => till.post<{ changed: number } & Partial<ProblemBody>>(`${path}/restorations`, { sessionIds });
  const states = async () =>
    (await server.sql<{ state: string }>('select state from course_session where course_id = $1 order by starts_at', [course.id])).map(
      ({ state }) => state,
    );
  expect((await off(ids, await server.signedIn('reader'))).status).toBe(403);
  expect((await off(ids, await server.signedIn('trainer', 'SCB'))).status).toBe(404);
  const other = await makeCourse();
  expect((await off([...ids, other.sessionId])).status).toBe(404);
  expect(await states()).toEqual(['planned', 'planned', 'planned', 'planned']);

  // One is cancelled already and skipped.
  await callOff(ids[3] ?? '');
  expect((await off(ids)).body).toEqual({ changed: 3 });
  expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
  const [, mail, ...more] = await mailsTo(email);
  expect([mail?.subject, more]).toEqual(['Fällt aus: Yoga, 3 Termine', []]);
  expect(mail?.body).toMatch(/Wasserschaden[^]*11\.01\.2027[^]*18\.01\.2027[^]*25\.01\.2027/);
  expect(mail?.body).not.toContain('01.02.2027');
  const [freed] = await server.sql<{ count: number }>(
    "select count(*)::int as count from booking where facility_id = $1 and state = 'released'",
    [hall.id],
  );
  expect(freed).toEqual({ count: 4 });
  expect((await off(ids)).body.code).toBe('wrong-state');

  expect((await back(ids.slice(0, 3))).body).toEqual({ changed: 3 });
  expect(await states()).toEqual(['planned', 'planned', 'planned', 'cancelled']);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Fällt aus: Yoga am 01.02.2027, 18:00 Uhr']);
});

test('many sessions are restored all with their halls or none; notified people get one mail', async () => {
  const { hall, course, email } = await makeCourse();
  const ids = course.sessions.slice(0, 2).map(({ id }) => id);
  const path = `/api/courses/${course.id}/sessions`;
  const back = () => till.post<Partial<ProblemBody>>(`${path}/restorations`, { sessionIds: ids });
  expect((await till.post(`${path}/cancellations`, { sessionIds: ids, reason: 'Wetter' })).status).toBe(200);
  await server.sql("update outbox_mail set state = 'sent' where recipient = $1", [email]);
  const hour = { facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1), date: '2027-01-18', startTime: '18:00', endTime: '20:00' };
  const taken = await edda.post<{ id: string }>('/api/bookings', { ...hour, title: 'Turnier', kind: 'match' });
  expect(await back()).toMatchObject({ status: 409, body: { code: 'occupied' } });
  expect(await mailsTo(email)).toHaveLength(1);
  const [off] = await server.sql<{ count: number }>(
    "select count(*)::int as count from course_session where course_id = $1 and state = 'cancelled'",
    [course.id],
  );
  expect(off).toEqual({ count: 2 });
  expect((await edda.post(`/api/bookings/${taken.body.id}/cancel`, { scope: 'one', reason: 'Doch nicht' })).status).toBe(200);
  expect((await back()).status).toBe(200);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    'Fällt aus: Yoga, 2 Termine',
    'Findet doch statt: Yoga, 2 Termine',
  ]);
});

test('if one of many is restored in time, the mail to the families names only the others', async () => {
  const { course, email, sessionId } = await makeCourse();
  const ids = course.sessions.map(({ id }) => id);
  await till.post(`/api/courses/${course.id}/sessions/cancellations`, { sessionIds: ids, reason: 'Wasserschaden' });
  expect((await restore(sessionId)).status).toBe(200);
  const [rest, ...more] = await mailsTo(email);
  expect([rest?.subject, more]).toEqual(['Fällt aus: Yoga, 3 Termine', []]);
  expect(rest?.body).toMatch(/Wasserschaden[^]*18\.01\.2027[^]*25\.01\.2027[^]*01\.02\.2027/);
  expect(rest?.body).not.toContain('11.01.2027');
  await restore(ids[1] ?? '');
  await restore(ids[2] ?? '');
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Fällt aus: Yoga am 01.02.2027, 18:00 Uhr']);
  await restore(ids[3] ?? '');
  expect(await mailsTo(email)).toEqual([]);
});

test('individually cancelled sessions are restored together; people are notified only of those they know of', async () => {
  const { course, email } = await makeCourse();
  const ids = course.sessions.slice(0, 3).map(({ id }) => id);
  await callOff(ids[0] ?? '');
  await server.sql("update outbox_mail set state = 'sent' where recipient = $1", [email]);
  await callOff(ids[1] ?? '');
  await callOff(ids[2] ?? '');
  expect((await till.post(`/api/courses/${course.id}/sessions/restorations`, { sessionIds: ids })).status).toBe(200);
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Fällt aus: Yoga am 11.01.2027, 18:00 Uhr',
    'Findet doch statt: Yoga am 11.01.2027, 18:00 Uhr',
  ]);
});
