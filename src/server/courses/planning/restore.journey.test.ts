import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { undoSeconds } from '#shared/courses/sessionStates.ts';
import { makeHall } from '#test/halls.ts';
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

/** A published course on four Mondays in a hall of its own, with one guest who has a seat. */
async function makeCourse() {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const slot = { weekday: 1, startTime: '18:00', endTime: '19:30', facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1) };
  const { body: draft } = await edda.post<EditedCourse>('/api/manage/courses', {
    kind: 'course',
    title: 'Yoga',
    startsOn: '2027-01-11',
    endsOn: '2027-02-02',
    slots: [slot],
    prices: [{ category: 'non_member', cents: 6000 }],
    trainers: [{ personId: trainerId, role: 'lead' }],
    contactName: 'Edda Rotmuster',
    contactEmail: 'edda@example.org',
  });
  const { body: course } = await edda.post<EditedCourse>(`/api/manage/courses/${draft.id}/status`, {
    to: 'published',
    version: draft.version,
  });
  const email = `gast-${randomUUID().slice(0, 8)}@example.org`;
  await server.sql(
    `with one as (insert into person (id, club, firstname, lastname, created_at, updated_at)
       values (gen_random_uuid(), 'RWA', 'Gil', 'Gast', now(), now()) returning id)
     insert into enrolment (id, club, course_id, person_id, registered_at, state, contact_email)
     select gen_random_uuid(), 'RWA', $1, id, now(), 'confirmed', $2 from one`,
    [course.id, email],
  );
  return { hall, course, email, sessionId: course.sessions[0]?.id ?? '' };
}

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
