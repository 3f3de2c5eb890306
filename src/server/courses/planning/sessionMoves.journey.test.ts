import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { MovedTo } from '#shared/courses/planning/manySessions.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { overlaps } from '#test/halls.ts';
import { makeMondays, takeSeat } from '#test/mondays.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
let edda: Client;
let trainerId: string;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  edda = await server.signedIn('editor');
  const till = await server.signedIn('trainer');
  trainerId = (await till.get<OwnPerson[]>('/api/people/mine')).body[0]?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Made = Awaited<ReturnType<typeof makeMondays>>;
type Changed = { changed: number } & Partial<ProblemBody>;
const makeCourse = () => makeMondays(server, edda, trainerId);
const idsOf = ({ course }: Made) => course.sessions.map(({ id }) => id);
const pathOf = ({ course }: Made) => `/api/courses/${course.id}/sessions`;
const move = (made: Made, wish: object, sessionIds = idsOf(made), who = edda) =>
  who.post<Changed>(`${pathOf(made)}/moves`, { sessionIds, ...wish });
const back = (made: Made, sessionIds = idsOf(made)) => edda.post<Changed>(`${pathOf(made)}/returns`, { sessionIds });
const look = (made: Made, wish: object, sessionIds = idsOf(made)) =>
  edda.post<MovedTo[] & Partial<ProblemBody>>(`${pathOf(made)}/moves/preview`, { sessionIds, ...wish });
const mailsTo = (email: string) =>
  server.sql<{ subject: string; body: string }>('select subject, body from outbox_mail where recipient = $1 order by id', [email]);
const read = async ({ course }: Made) => (await edda.get<EditedCourse>(`/api/manage/courses/${course.id}`)).body;
const times = async (made: Made) =>
  (await read(made)).sessions.map(
    ({ startsAt, endsAt, state, hall }) => `${startsAt.slice(0, 16)}–${endsAt.slice(11, 16)} ${state} ${hall?.state}`,
  );
const before = ['11', '18', '25'].map((day) => `2027-01-${day}T17:00–18:30 planned booked`).concat('2027-02-01T17:00–18:30 planned booked');
const booked = async ({ hall }: Made) =>
  (
    await server.sql<{ at: string }>(
      "select to_char(starts_at at time zone 'Europe/Berlin', 'DD.MM. HH24:MI') as at from booking where facility_id = $1 and state = 'approved' order by starts_at",
      [hall.id],
    )
  ).map(({ at }) => at);
const taken = ({ hall }: Made, date: string, more: object = {}) =>
  edda.post<{ id: string }>('/api/bookings', {
    facilityId: hall.id,
    unitIds: hall.unitIds.slice(0, 1),
    date,
    startTime: '18:00',
    endTime: '20:00',
    title: 'Turnier',
    kind: 'match',
    ...more,
  });

test('sessions move to another day and time with their halls, one after the other into the places that they leave; one mail to each family', async () => {
  const made = await makeCourse();
  await takeSeat(server, made.course.id, made.email);
  // Each session moves to the original time of the next one.
  expect((await look(made, { days: 7 })).body.map(({ trouble }) => trouble)).toEqual(['', '', '', '']);
  expect((await move(made, { days: 7, startTime: '18:30', reason: 'Messe' })).body).toEqual({ changed: 4 });
  expect(await times(made)).toEqual(['01-18', '01-25', '02-01', '02-08'].map((day) => `2027-${day}T17:30–19:00 moved booked`));
  expect(await booked(made)).toEqual(['18.01. 18:30', '25.01. 18:30', '01.02. 18:30', '08.02. 18:30']);
  expect(await overlaps(server)).toBe(0);
  const [mail, ...more] = await mailsTo(made.email);
  expect([mail?.subject, more]).toEqual(['Verlegt: Yoga, 4 Termine', []]);
  expect(mail?.body).toMatch(/Messe[^]*- 11\.01\.2027, 18:00 Uhr: jetzt 18\.01\.2027, 18:30–20:00 Uhr, Halle/);

  // Undone within `undoSeconds`: nobody is notified.
  expect((await read(made)).sessions.map(({ mayReturn }) => mayReturn)).toEqual([true, true, true, true]);
  expect((await back(made)).body).toEqual({ changed: 4 });
  expect(await times(made)).toEqual(before);
  expect(await booked(made)).toEqual(['11.01. 18:00', '18.01. 18:00', '25.01. 18:00', '01.02. 18:00']);
  expect(await mailsTo(made.email)).toEqual([]);
  expect((await back(made)).body.code).toBe('wrong-state');
});

test('people notified of a move are notified of its undo; undoing one of many in time leaves the others in the mail', async () => {
  const made = await makeCourse();
  const [first = '', second = '', third = ''] = idsOf(made);
  await move(made, { startTime: '19:00' }, [first, second, third]);
  expect((await back(made, [second])).body).toEqual({ changed: 1 });
  const [mail, ...more] = await mailsTo(made.email);
  expect([mail?.subject, more]).toEqual(['Verlegt: Yoga, 2 Termine', []]);
  expect(mail?.body).not.toContain('18.01.2027');
  await server.sql("update outbox_mail set state = 'sent' where recipient = $1", [made.email]);
  expect((await back(made)).body).toEqual({ changed: 2 });
  const [, told] = await mailsTo(made.email);
  expect(told?.subject).toBe('Doch nicht verlegt: Yoga, 2 Termine');
  expect(told?.body).toMatch(/- 11\.01\.2027, 18:00 Uhr[^]*\(nicht 11\.01\.2027, 19:00 Uhr\)/);
});

test('obstacles are shown before and refuse all: an occupied hall, a closed one, another session of the course, the past', async () => {
  const made = await makeCourse();
  const [first = '', second = ''] = idsOf(made);
  await taken(made, '2027-01-19');
  const troubles = async (wish: object, ids?: string[]) => (await look(made, wish, ids)).body.map(({ trouble }) => trouble);
  expect(await troubles({ days: 1 })).toEqual([
    '',
    expect.stringMatching(/^Belegt am 19\.01\.2027, 18:00–20:00 Uhr: RWA, Turnier/),
    '',
    '',
  ]);
  expect(await move(made, { days: 1 })).toMatchObject({
    status: 409,
    body: { code: 'occupied', fields: [{ path: 'startTime', message: expect.stringMatching(/^19\.01\.2027, 18:00 Uhr: Belegt/) }] },
  });
  expect(await troubles({ startTime: '21:30' }, [first])).toEqual([expect.stringContaining('22:00')]);
  expect(await troubles({ days: 7 }, [first])).toEqual(['Am 18.01.2027, 18:00 Uhr gibt es schon einen Termin.']);
  expect((await move(made, { days: 7 }, [first])).body.fields).toMatchObject([{ path: 'sessionIds' }]);
  expect(await troubles({ days: -60 }, [first])).toEqual(['Der 12.11.2026 liegt in der Vergangenheit.']);
  expect(await troubles({ endTime: '17:00' }, [second])).toEqual(['Das Ende muss nach dem Beginn liegen.']);
  // Nothing changes.
  expect((await move(made, {})).body.code).toBe('wrong-state');
  expect(await times(made)).toEqual(before);
  expect(await mailsTo(made.email)).toEqual([]);
});

test('sessions move to another hall and back; if the old hall was taken meanwhile they are left unchanged', async () => {
  const [made, other] = [await makeCourse(), await makeCourse()];
  const hall = { facilityId: other.hall.id, unitIds: other.hall.unitIds.slice(1, 2), place: '' };
  expect((await move(made, { hall })).body).toEqual({ changed: 4 });
  expect(await booked(made)).toEqual([]);
  const [mail] = await mailsTo(made.email);
  expect(mail?.body).toContain(`jetzt 11.01.2027, 18:00–19:30 Uhr, Halle ${other.hall.slug}, Teil 2`);
  const { body: hour } = await taken(made, '2027-01-25');
  expect(await back(made)).toMatchObject({ status: 409, body: { code: 'occupied' } });
  expect((await booked(other)).length).toBe(8);
  expect((await edda.post(`/api/bookings/${hour.id}/cancel`, { scope: 'one', reason: 'Doch nicht' })).status).toBe(200);
  expect((await back(made)).status).toBe(200);
  expect((await booked(made)).length).toBe(4);
});

test('approved bookings are approved again after the undo, without a new request', async () => {
  const made = await makeCourse();
  await server.sql('update facility set needs_approval = true where id = $1', [made.hall.id]);
  const promised = await booked(made);
  // At the new times the hall is only requested, as the preview says; unmoved sessions keep their approval.
  expect((await look(made, { days: 1 })).body.map(({ isAsked }) => isAsked)).toEqual([true, true, true, true]);
  expect((await look(made, { startTime: '18:00' })).body.map(({ isAsked }) => isAsked)).toEqual([false, false, false, false]);
  expect((await move(made, { days: 1 })).body).toEqual({ changed: 4 });
  expect(await booked(made)).toEqual([]);
  expect((await back(made)).status).toBe(200);
  expect([await booked(made), await times(made)]).toEqual([promised, before]);
  const waiting = await server.sql("select 1 from booking where facility_id = $1 and state = 'requested'", [made.hall.id]);
  expect([waiting, await overlaps(server)]).toEqual([[], 0]);
});

test('only planners of the club move its sessions, and only sessions of one course', async () => {
  const [made, other] = [await makeCourse(), await makeCourse()];
  const wish = { days: 1 };
  expect((await move(made, wish, undefined, server.visitor())).status).toBe(401);
  for (const role of ['reader', 'trainer'] as const)
    expect((await move(made, wish, undefined, await server.signedIn(role))).status).toBe(403);
  expect((await move(made, wish, undefined, await server.signedIn('editor', 'SCB'))).status).toBe(404);
  expect((await move(made, wish, [...idsOf(made), other.sessionId])).status).toBe(404);
  expect((await look(made, wish, [other.sessionId])).status).toBe(404);
  expect((await move(made, { hall: { facilityId: made.course.id, unitIds: [] } })).body.fields).toMatchObject([{ path: 'facilityId' }]);
  expect(await times(made)).toEqual(before);
});

test('an individually moved session can be moved back as well; one moved with its hall in the plan cannot', async () => {
  const made = await makeCourse();
  const [first = ''] = idsOf(made);
  const alone = {
    date: '2027-01-12',
    startTime: '18:00',
    endTime: '19:30',
    facilityId: made.hall.id,
    unitIds: made.hall.unitIds.slice(0, 1),
  };
  expect((await edda.post(`/api/sessions/${first}/move`, alone)).status).toBe(200);
  expect((await mailsTo(made.email)).map(({ subject }) => subject)).toEqual(['Verlegt: Yoga']);
  expect((await back(made, [first])).body).toEqual({ changed: 1 });
  expect(await mailsTo(made.email)).toEqual([]);
  expect(await times(made)).toEqual(before);
});
