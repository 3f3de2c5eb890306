import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { marginOf, periodBefore, type CourseStat } from '#shared/office/courseStat.ts';
import { statColumns } from '#shared/office/courseStatColumns.ts';
import type { HallRate } from '#shared/office/hallRates.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const today = localOf(new Date()).date;
const [from, to] = [addDays(today, -90), today];
const read = (client: Client, more = '') => client.get<CourseStat>(`/api/course-statistics?from=${from}&to=${to}${more}`);

test('the board of the club and a super read the statistics, nobody else does', async () => {
  expect((await read(server.visitor())).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) expect((await read(await server.signedIn(role))).status).toBe(403);
  const anton = await server.signedIn('admin');
  expect((await read(anton)).status).toBe(200);
  expect((await read(anton, '&club=SCB')).status).toBe(404);
  expect((await read(await server.signedIn('super'), '&club=SCB')).body.rows.length).toBeGreaterThan(5);
  expect((await anton.get(`/api/course-statistics?from=${to}&to=${from}`)).status).toBe(400);
  expect((await anton.get('/api/course-statistics?from=x&to=y')).status).toBe(400);
});

test('a course is listed with seats, sessions, attendance, ages and money of the period, and the sums match', async () => {
  const anton = await server.signedIn('admin');
  const before = (await read(anton)).body;
  const course = await billedCourse(server, { people: 4, title: 'Statistikkurs' });
  await server.sql('update course set places_max = 8 where id = $1', [course.courseId]);
  await server.sql(
    `insert into attendance (session_id, person_id, club, enrolment_id, state, marked_at)
     select s.id, p.person_id, p.club, p.id, case when p.id = $2 then 'absent' else 'present' end, now() from course_session s
     join enrolment p on p.course_id = s.course_id where s.course_id = $1 and s.state = 'held'`,
    [course.courseId, course.participationIds[0]],
  );
  await anton.post('/api/charges', { courseId: course.courseId, dueOn: addDays(today, -3) });
  const { rows } = (await anton.get<{ rows: { id: string; version: number }[] }>(`/api/charges?courseId=${course.courseId}`)).body;
  await anton.post('/api/charges/state', {
    items: rows.slice(0, 1).map(({ id, version }) => ({ id, version })),
    to: 'paid',
    paidOn: today,
  });
  const after = (await read(anton)).body;
  const row = after.rows.find(({ id }) => id === course.courseId);
  expect(row).toMatchObject({ registered: 4, places: 8, taken: 4, sessionsHeld: 9, sessionsPlanned: 0, present: 27, absent: 9 });
  expect(row).toMatchObject({ targetCents: 28_000, paidCents: 7000, openCents: 21_000, members: 0, categories: { non_member: 4 } });
  expect(row?.ages).toEqual([0, 0, 0, 0, 0, 4, 0, 0]);
  expect(after.totals.registered - before.totals.registered).toBe(4);
  expect(after.totals.paidCents - before.totals.paidCents).toBe(7000);
  expect(after.months.reduce((sum, { present }) => sum + present, 0)).toBe(after.totals.present);
  const later = (await anton.get<CourseStat>(`/api/course-statistics?from=${addDays(today, 61)}&to=${addDays(today, 90)}`)).body;
  expect(later.rows.some(({ id }) => id === course.courseId)).toBe(false);
  expect(later.previous.courses).toBeGreaterThan(0);
});

test('trainers and halls cost what their sheets and rates say, and the rest is the contribution margin', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, personIds } = await billedCourse(server, { club: 'RWA', people: 2, sessions: 4, title: 'Kurs mit Kosten' });
  const [lead, other] = personIds;
  await server.sql("insert into course_trainer (course_id, person_id, role) values ($1, $2, 'lead'), ($1, $3, 'assistant')", [
    courseId,
    lead,
    other,
  ]);
  const [hall] = await server.sql<{ id: string; units: string[] }>(
    `select f.id, array_agg(u.id) as units from facility f join facility_unit u on u.facility_id = f.id
     where f.manager_club = 'RWA' and u.retired_on is null group by f.id having count(*) > 1 limit 1`,
  );
  await server.sql('update course_session set facility_id = $2, unit_ids = $3 where course_id = $1', [
    courseId,
    hall?.id,
    hall?.units.slice(0, 1),
  ]);
  const rowOf = async (more = '') => (await read(anton, more)).body.rows.find(({ id }) => id === courseId);
  const priced = (path: string, rate: object) => anton.post(path, { centsPerHour: 3000, validFrom: '2020-01-01', ...rate });
  expect((await priced('/api/trainer-rates', { departmentId: null, personId: lead })).status).toBe(200);
  expect((await priced('/api/hall-rates', { facilityId: hall?.id })).status).toBe(200);
  // Four sessions of an hour; the second trainer has the rate of the club.
  const rate = (await anton.get<{ trainer: string; department: string; centsPerHour: number }[]>('/api/trainer-rates')).body;
  const usual = rate.find(({ trainer, department }) => !trainer && !department)?.centsPerHour ?? 0;
  const share = Math.round(12_000 / (hall?.units.length ?? 1));
  expect(await rowOf()).toMatchObject({ trainerMinutes: 480, unpricedMinutes: 0, trainerCents: 12_000 + 4 * usual });
  expect(await rowOf()).toMatchObject({ hallMinutes: 240, unpricedHallMinutes: 0, hallCents: share, targetCents: 14_000 });
  const row = await rowOf();
  expect(row && marginOf(row)).toBe(14_000 - 12_000 - 4 * usual - share);
  // A session led by somebody else counts for them only, and a submitted sheet is not changed by a new rate.
  const sheet = randomUUID();
  await server.sql(
    `insert into hour_sheet (id, club, person_id, period_from, period_to, state, rate_cents, total_cents) values ($1, 'RWA', $2, current_date - 90, current_date, 'approved', 6000, 6000)`,
    [sheet, lead],
  );
  await server.sql(
    `insert into hour_entry (id, sheet_id, club, person_id, session_id, local_date, minutes, activity)
     select gen_random_uuid(), $2, 'RWA', $3, id, local_date, 30, 'Kurs' from course_session where course_id = $1 order by starts_at limit 1`,
    [courseId, sheet, lead],
  );
  await server.sql(
    `update course_session set substitute_person_id = $2 where id = (select id from course_session where course_id = $1 order by starts_at desc limit 1)`,
    [courseId, other],
  );
  expect(await rowOf()).toMatchObject({ trainerMinutes: 390, trainerCents: 3000 + 2 * 3000 + 4 * usual });
  expect((await rowOf(`&trainerId=${lead}`))?.id).toBe(courseId);
  expect(await rowOf(`&trainerId=${randomUUID()}`)).toBeUndefined();
});

test('only the board sets the costs of halls; the same day twice, an invalid hall and other clubs are refused', async () => {
  const anton = await server.signedIn('admin');
  const rate = { facilityId: null, centsPerHour: 1500, validFrom: '2021-01-01' };
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([(await client.get('/api/hall-rates')).status, (await client.post('/api/hall-rates', rate)).status]).toEqual([403, 403]);
  }
  expect((await server.visitor().post('/api/hall-rates', rate)).status).toBe(401);
  expect((await anton.post('/api/hall-rates', rate)).status).toBe(200);
  expect((await anton.post('/api/hall-rates', rate)).text).toContain('gilt schon ein Satz');
  expect((await anton.post('/api/hall-rates', { ...rate, facilityId: randomUUID() })).text).toContain('Diese Halle gibt es nicht.');
  expect((await anton.post('/api/hall-rates', { ...rate, centsPerHour: -1 })).status).toBe(422);
  const { rates } = (await anton.get<{ rates: HallRate[] }>('/api/hall-rates')).body;
  const made = rates.find(({ validFrom }) => validFrom === '2021-01-01');
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get<{ rates: HallRate[] }>('/api/hall-rates')).body.rates).toEqual([]);
  expect((await alma.send('DELETE', `/api/hall-rates/${made?.id}`)).status).toBe(404);
  expect((await anton.send('DELETE', `/api/hall-rates/${made?.id}`)).status).toBe(200);
});

test('the waiting list counts with its maximum in the period', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, participationIds: enrolmentIds } = await billedCourse(server, { people: 3, title: 'Kurs mit Warteliste' });
  const log = (at: number, days: number, from: string | null, to: string) =>
    server.sql(
      "insert into enrolment_log (club, enrolment_id, from_state, to_state, at) values ('RWA', $1, $2, $3, now() - $4 * interval '1 day')",
      [enrolmentIds[at], from, to, days],
    );
  await log(0, 80, null, 'waitlisted');
  await log(1, 79, null, 'waitlisted');
  await log(0, 40, 'waitlisted', 'confirmed');
  await log(2, 20, null, 'waitlisted');
  await log(1, 10, 'waitlisted', 'confirmed');
  await log(2, 9, 'waitlisted', 'cancelled');
  const peak = async (first: number, last: number) =>
    (await anton.get<CourseStat>(`/api/course-statistics?from=${addDays(today, -first)}&to=${addDays(today, -last)}`)).body.rows.find(
      ({ id }) => id === courseId,
    )?.waitlistPeak;
  expect([await peak(90, 0), await peak(35, 25), await peak(30, 0), await peak(5, 0)]).toEqual([2, 1, 2, 0]);
});

test('the file has one row for each course, the sums of both periods and every figure, and is audited', async () => {
  const anton = await server.signedIn('admin');
  await billedCourse(server, { title: 'Kurs in der Datei' });
  const file = await anton.get(`/api/course-statistics/export?from=${from}&to=${to}`);
  const shown = (await read(anton)).body.rows;
  expect(file.text.trim().split('\r\n')).toHaveLength(shown.length + 3);
  expect(file.text).toMatch(/"Summe".*\r\n.*"Summe davor"/);
  for (const { label } of statColumns) expect(file.text.split('\r\n')[0]).toContain(`"${label}`);
  const few = (await anton.get(`/api/course-statistics/export?from=${from}&to=${to}&columns=department,margin,sessions`)).text;
  expect(few.trim().split('\r\n')[0]).toBe(
    '"Abteilung";"Deckungsbeitrag in Euro";"Termine gehalten";"Termine geplant";"Termine ausgefallen"',
  );
  const sheet = await anton.get(`/api/course-statistics/export?from=${from}&to=${to}&format=xlsx`);
  expect([sheet.status, sheet.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  const [entry] = await server.sql<{ content: string }>("select content from audit where action = 'courseStat.export' order by id limit 1");
  expect(entry?.content).toContain('Kursstatistik exportiert');
  expect((await (await server.signedIn('editor')).get(`/api/course-statistics/export?from=${from}&to=${to}`)).status).toBe(403);
});

test('the period before whole months is whole months, before some days as many days', () => {
  expect(periodBefore('2026-07-01', '2026-12-31')).toEqual({ from: '2026-01-01', to: '2026-06-30' });
  expect(periodBefore('2026-01-01', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(periodBefore('2026-11-10', '2026-11-16')).toEqual({ from: '2026-11-03', to: '2026-11-09' });
});
