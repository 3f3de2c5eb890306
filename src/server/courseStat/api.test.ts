import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localOf } from '#shared/calendar.ts';
import { periodBefore, type CourseStat } from '#shared/courseStat.ts';
import { billedCourse } from '../../../test/billing.ts';
import { startServer, type Client, type TestServer } from '../../../test/harness.ts';

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

test('a course stands with places, dates, attendance, ages and money of the period, and the sums follow', async () => {
  const anton = await server.signedIn('admin');
  const before = (await read(anton)).body;
  const course = await billedCourse(server, { people: 4, title: 'Statistikkurs' });
  await server.sql('update course set places_max = 8 where id = $1', [course.courseId]);
  await server.sql(
    `insert into attendance (session_id, person_id, club, participation_id, state, marked_at)
     select s.id, p.person_id, p.club, p.id, case when p.id = $2 then 'absent' else 'present' end, now() from course_session s
     join participation p on p.course_id = s.course_id where s.course_id = $1 and s.state = 'held'`,
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

test('the file has one row for each course and is written down', async () => {
  const anton = await server.signedIn('admin');
  const file = await anton.get(`/api/course-statistics/export?from=${from}&to=${to}`);
  const shown = (await read(anton)).body.rows;
  expect(file.text.trim().split('\r\n')).toHaveLength(shown.length + 1);
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
