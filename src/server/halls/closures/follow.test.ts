import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { ShownDateChanges, StoredDayRule } from '#shared/halls/dayRules.ts';
import { makeHall, overlaps, type Hall } from '#test/halls.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
let [edda, armin]: Client[] = [];
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  [edda, armin] = [await server.signedIn('editor'), await server.signedIn('admin', 'GSV')];
});
afterAll(async () => {
  setClock();
  await server.close();
});

const rule = {
  scope: 'town',
  scopeId: 'Auenfeld',
  kind: 'movable_school_day',
  name: 'Stadtfest',
  startsOn: '2027-01-18',
  endsOn: '2027-01-18',
  source: '',
};

/** A course with four Mondays from 11.01.2027 in its own hall, and a series of bookings in another one. */
async function makeDates(): Promise<{ course: EditedCourse; hall: Hall; seriesId: string; seriesHall: Hall }> {
  const [hall, seriesHall] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const fields = {
    kind: 'course',
    title: 'Yoga am Montag',
    startsOn: '2027-01-11',
    endsOn: '2027-02-02',
    slots: [{ weekday: 1, startTime: '18:00', endTime: '19:30', facilityId: hall.id, unitIds: hall.unitIds }],
    prices: [{ category: 'non_member', cents: 6000 }],
    trainers: [],
    contactName: 'Edda Rotmuster',
    contactEmail: 'edda@example.org',
  };
  const till = await server.signedIn('trainer');
  const [lead] = (await till.get<{ id: string }[]>('/api/people/mine')).body;
  const draft = (await edda?.post<EditedCourse>('/api/manage/courses', { ...fields, trainers: [{ personId: lead?.id, role: 'lead' }] }))
    ?.body;
  const course = (await edda?.post<EditedCourse>(`/api/manage/courses/${draft?.id}/status`, { to: 'published', version: draft?.version }))
    ?.body;
  const series = await edda?.post<{ seriesId: string }>('/api/bookings/series', {
    title: 'Handball',
    kind: 'training',
    facilityId: seriesHall.id,
    unitIds: seriesHall.unitIds,
    weekday: 1,
    startsOn: '2027-01-11',
    endsOn: '2027-02-01',
    startTime: '20:00',
    endTime: '21:30',
  });
  if (!course || !series) throw new Error('Nobody is signed in.');
  return { course, hall, seriesId: series.body.seriesId, seriesHall };
}

const standing = async (facilityId: string) =>
  (
    await server.sql<{ day: string }>(
      "select local_date::text as day from booking where facility_id = $1 and state = 'approved' order by starts_at",
      [facilityId],
    )
  ).map(({ day }) => day);
const all = ['2027-01-11', '2027-01-18', '2027-01-25', '2027-02-01'];
const without = all.filter((day) => day !== '2027-01-18');

test('a new holiday shows which dates are cancelled before it is saved; they are cancelled with their halls, or kept, as chosen', async () => {
  const { course, hall, seriesHall } = await makeDates();
  expect(await standing(hall.id)).toEqual(all);
  const check = (client: Client | undefined, input: object) => client?.post<ShownDateChanges>('/api/calendar/rules/check', input);
  expect((await server.visitor().post('/api/calendar/rules/check', { rules: [rule] })).status).toBe(401);
  expect((await check(edda, { rules: [rule] }))?.status).toBe(403);
  const anton = await server.signedIn('admin');
  expect((await check(anton, { rules: [rule] }))?.status).toBe(403);
  const seen = (await check(armin, { rules: [rule] }))?.body;
  const ours = seen?.falling.filter(({ place }) => place.includes(hall.slug) || place.includes(seriesHall.slug));
  expect(ours?.map(({ kind, club, title, startsAt, reason }) => [kind, club, title, startsAt, reason])).toEqual([
    ['course', 'RWA', null, '2027-01-18T17:00:00.000Z', 'Stadtfest'],
    ['booking', 'RWA', null, '2027-01-18T19:00:00.000Z', 'Stadtfest'],
  ]);
  expect(await standing(hall.id)).toEqual(all);

  const stays = await armin?.post<StoredDayRule>('/api/calendar/rules', rule);
  expect([await standing(hall.id), await standing(seriesHall.id)]).toEqual([all, all]);
  expect((await armin?.send('DELETE', `/api/calendar/rules/${stays?.body.id}`))?.status).toBe(200);

  const made = await armin?.post<StoredDayRule>('/api/calendar/rules', { ...rule, dates: 'follow' });
  expect(made?.status, made?.text).toBe(200);
  expect([await standing(hall.id), await standing(seriesHall.id)]).toEqual([without, without]);
  const after = (await edda?.get<EditedCourse>(`/api/manage/courses/${course.id}`))?.body;
  expect(after?.sessions).toHaveLength(3);
  const page = await server.visitor().get<{ skippedDates: object[] }>(`/api/courses/${course.id}`);
  expect(page.text).toContain('"reason":"Stadtfest"');

  const back = (await check(armin, { replaces: made?.body.id, rules: [] }))?.body;
  const returning = back?.returning.filter(({ place }) => place.includes(hall.slug) || place.includes(seriesHall.slug));
  expect(returning?.map(({ kind, isTaken }) => [kind, isTaken])).toEqual([
    ['course', false],
    ['booking', false],
  ]);
  const moved = { ...rule, startsOn: '2027-01-25', endsOn: '2027-01-25', version: made?.body.version, dates: 'follow' };
  expect((await armin?.send('PUT', `/api/calendar/rules/${made?.body.id}`, moved))?.status).toBe(200);
  const others = all.filter((day) => day !== '2027-01-25');
  expect([await standing(hall.id), await standing(seriesHall.id)]).toEqual([others, others]);
  expect((await armin?.send('DELETE', `/api/calendar/rules/${made?.body.id}`, { dates: 'follow' }))?.status).toBe(200);
  expect([await standing(hall.id), await standing(seriesHall.id)]).toEqual([all, all]);
  expect(await overlaps(server)).toBe(0);
});

test('a date whose hall was taken is not restored, one with attendance is never cancelled', async () => {
  const { course, hall, seriesHall } = await makeDates();
  await server.sql(
    `insert into attendance (session_id, person_id, club, state, marked_at)
     select $1, id, 'RWA', 'present', now() from person where club = 'RWA' limit 1`,
    [course.sessions[3]?.id],
  );
  const closing = { ...rule, startsOn: '2027-01-18', endsOn: '2027-02-01', name: 'Umbau', dates: 'follow' };
  const made = await armin?.post<StoredDayRule>('/api/calendar/rules', closing);
  expect(await standing(hall.id)).toEqual(['2027-01-11', '2027-02-01']);
  expect(await standing(seriesHall.id)).toEqual(['2027-01-11']);
  const taken = await edda?.post('/api/bookings', {
    title: 'Turnier',
    kind: 'match',
    facilityId: seriesHall.id,
    unitIds: seriesHall.unitIds,
    date: '2027-01-25',
    startTime: '19:00',
    endTime: '22:00',
  });
  expect(taken?.status).toBe(200);
  const seen = (await armin?.post<ShownDateChanges>('/api/calendar/rules/check', { replaces: made?.body.id, rules: [] }))?.body;
  const back = seen?.returning.filter(({ place }) => place.includes(seriesHall.slug));
  expect(back?.map(({ startsAt, isTaken }) => [startsAt.slice(0, 10), isTaken])).toEqual([
    ['2027-01-18', false],
    ['2027-01-25', true],
    ['2027-02-01', false],
  ]);
  expect((await armin?.send('DELETE', `/api/calendar/rules/${made?.body.id}`, { dates: 'follow' }))?.status).toBe(200);
  expect(await standing(seriesHall.id)).toEqual(all);
  const [handball] = await server.sql<{ count: number }>(
    "select count(*)::int as count from booking where facility_id = $1 and state = 'approved' and title = 'Handball'",
    [seriesHall.id],
  );
  expect(handball?.count).toBe(3);
  expect(await standing(hall.id)).toEqual(all);
});
