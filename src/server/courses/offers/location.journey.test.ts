import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { CoursePage, ListedCourse } from '#shared/courses/courseShapes.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { Found } from '#shared/office/search.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('the list, the search and the own enrolment show the hall of the weekly time, not the additional location', async () => {
  const id = randomUUID();
  const [hall] = await server.sql<{ id: string; name: string }>('select id, name from facility order by name limit 1');
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, place, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', 'ortsprobe', 'O-1', 'course', 'Ortsprobe', 'Irgendwo', $2, 'published', false, now(), now())`,
    [id, addDays(localOf(new Date()).date, 20)],
  );
  await server.sql(
    `insert into course_slot (id, course_id, weekday, start_time, end_time, place, facility_id, unit_ids)
     values ($1, $2, 1, '16:00', '17:00', '', $3, array(select id from facility_unit where facility_id = $3 limit 1))`,
    [randomUUID(), id, hall?.id],
  );
  await server.outdate();
  const { rows } = (await server.visitor().get<{ rows: ListedCourse[] }>('/api/courses')).body;
  expect(rows.find((row) => row.id === id)?.place).toBe(hall?.name);

  const reader = await server.signedIn('reader');
  const person = { club: 'RWA', relation: 'guardian', firstname: 'Ora', lastname: 'Ortlos', birthDate: '1990-01-01' };
  const { body } = await reader.post<OwnPerson>('/api/people/mine', person);
  expect((await reader.post(`/api/courses/${id}/registrations`, { personIds: [body.id], acceptsTerms: true })).status).toBe(200);
  const own = (await reader.get<OwnEnrolment[]>('/api/registrations/mine')).body.find(({ target }) => target.id === id);
  expect(own?.target.place).toBe(hall?.name);
  const [found] = (await reader.get<Found[]>('/api/search?text=Ortsprobe')).body;
  expect(found?.detail).toContain(hall?.name);
});

/** The page also names the parts of the hall. */
const withoutParts = (name: string) => name.replace(/ \([^)]*\)$/, '');

test('every offer of the demonstration has one place: list, page, calendar file, feed and the list of the trainer say the same', async () => {
  const { rows } = (await server.visitor().get<{ rows: ListedCourse[] }>('/api/courses?club=RWA')).body;
  const trainer = await server.signedIn('trainer');
  const from = localOf(new Date()).date;
  const dates = (await trainer.get<TrainingDate[]>(`/api/training-dates?from=${from}&to=${addDays(from, 30)}`)).body;
  expect(rows.length).toBeGreaterThan(20);
  for (const { id, slug, place, title } of rows) {
    const page = (await server.visitor().get<CoursePage>(`/api/courses/${id}`)).body;
    const coming = page.sessions.filter(({ state, startsAt }) => state === 'planned' && Date.parse(startsAt) > Date.now());
    const said = new Set([place, ...page.halls.map(({ name }) => withoutParts(name)), ...coming.map((one) => one.place)]);
    const calendar = (await server.visitor().get(`/api/courses/${id}/calendar`)).text;
    const feed = (await server.visitor().get(`/feeds/courses/rwa/${slug}.ics`)).text;
    for (const { place: onList, state } of dates.filter(({ courseId }) => courseId === id)) if (state === 'planned') said.add(onList);
    expect([title, [...said]]).toEqual([title, [place]]);
    for (const file of [calendar, feed])
      for (const [, at] of file.matchAll(/^LOCATION:(.*)\r$/gm)) expect([title, at]).toEqual([title, place]);
  }
});
