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

test('a call-off waits a moment with its mail, says the own words, and taken back in that moment tells nobody', async () => {
  const { email, sessionId } = await makeCourse();
  expect((await callOff(sessionId, { words: 'Wir holen es nach' })).status).toBe(200);
  expect(await dateOf(sessionId)).toMatchObject({ state: 'cancelled', reason: 'Wetter. Wir holen es nach', mayRestore: true });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({ subject: 'Fällt aus: Yoga am 11.01.2027, 18:00 Uhr', body: expect.stringContaining('Wir holen es nach') });
  const [row] = await server.sql<{ due: Date }>('select next_attempt_at as due from outbox_mail where recipient = $1', [email]);
  // The clock goes on while the test runs.
  expect(row?.due.getTime()).toBeGreaterThanOrEqual(testTime.getTime() + undoSeconds * 1000);
  expect(row?.due.getTime()).toBeLessThan(testTime.getTime() + (undoSeconds + 60) * 1000);
  expect((await restore(sessionId)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
  expect(await dateOf(sessionId)).toMatchObject({ state: 'planned', reason: null, mayRestore: false });
  expect((await restore(sessionId)).body).toMatchObject({ code: 'wrong-state' });
});

test('whatever else changes at a date in between: its mails that have not left are taken back', async () => {
  const { email, sessionId } = await makeCourse();
  await callOff(sessionId);
  await server.sql('update course_session set version = version + 1 where id = $1', [sessionId]);
  server.outdate();
  expect((await restore(sessionId)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
});

test('who was told that a date falls out is told that it takes place, and the hall is booked again', async () => {
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

test('with the hall gone meanwhile the date stays called off, and nobody is written to', async () => {
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

test('only staff of the club put a date back, not after it would have begun, and not one that fell out with its course', async () => {
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

test('who stands in is told once, and has the list among the own ones', async () => {
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

test('many dates are called off with one mail to each family, and taken back in the same moment nobody learns of it', async () => {
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

  // One is off already and is left out.
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

test('many dates come back all with their halls or none; who was told learns it in one mail', async () => {
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

test('one of many that is called back in the same moment: the mail to the families speaks of the rest alone', async () => {
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

test('what was called off one by one comes back together; who knows of some of it is told of that alone', async () => {
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
