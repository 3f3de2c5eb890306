import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { CoursePage, ListedCourse } from '#shared/courses/courseShapes.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
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

test.each([
  ['RWA', 20],
  ['SCB', 5],
] as const)(
  'every offer of the demonstration at %s has one place: list, page, calendar file, feed and the list of the trainer say the same',
  async (club, atLeast) => {
    const { rows } = (await server.visitor(club).get<{ rows: ListedCourse[] }>(`/api/courses?club=${club}`)).body;
    const trainer = await server.signedIn('trainer', club);
    const from = localOf(new Date()).date;
    // SCB keeps no lists of attendance in the demonstration.
    const lists = await trainer.get<TrainingDate[]>(`/api/training-dates?from=${from}&to=${addDays(from, 30)}`);
    expect([club, lists.status]).toEqual([club, club === 'RWA' ? 200 : 404]);
    const dates = lists.status === 200 ? lists.body : [];
    expect(rows.length).toBeGreaterThan(atLeast);
    for (const { id, slug, place, title } of rows) {
      const page = (await server.visitor().get<CoursePage>(`/api/courses/${id}`)).body;
      const coming = page.sessions.filter(({ state, startsAt }) => state === 'planned' && Date.parse(startsAt) > Date.now());
      const said = new Set([place, ...page.halls.map(({ name }) => withoutParts(name)), ...coming.map((one) => one.place)]);
      const calendar = (await server.visitor().get(`/api/courses/${id}/calendar`)).text;
      const feed = (await server.visitor().get(`/feeds/courses/${club.toLowerCase()}/${slug}.ics`)).text;
      for (const { place: onList, state } of dates.filter(({ courseId }) => courseId === id)) if (state === 'planned') said.add(onList);
      expect([title, [...said]]).toEqual([title, [place]]);
      for (const file of [calendar, feed])
        for (const [, at] of file.matchAll(/^LOCATION:(.*)\r$/gm)) expect([title, at]).toEqual([title, place]);
    }
  },
);

test('the association lists the offers of the clubs with the places that they have there', async () => {
  const placesOn = async (host: ClubName) =>
    new Map((await server.visitor(host).get<{ rows: ListedCourse[] }>('/api/courses')).body.rows.map(({ id, place }) => [id, place]));
  const [association, rwa, scb] = [await placesOn('GSV'), await placesOn('RWA'), await placesOn('SCB')];
  for (const [id, place] of [...rwa, ...scb]) if (association.has(id)) expect([id, association.get(id)]).toEqual([id, place]);
  expect([...rwa.keys(), ...scb.keys()].filter((id) => !association.has(id))).toEqual([]);
});

test('every offer of the demonstration with a seat says its place in the order, the ticket and its calendar file', async () => {
  const reader = await server.signedIn('reader');
  const person = {
    club: 'RWA',
    relation: 'guardian',
    firstname: 'Ole',
    lastname: 'Ortlos',
    birthDate: '2018-05-05',
    emergencyPhone: '0171 1234567',
    goesHome: 'collected',
  };
  const { id: personId } = (await reader.post<OwnPerson>('/api/people/mine', person)).body;
  const { rows } = (await server.visitor().get<{ rows: ListedCourse[] }>('/api/courses?club=RWA')).body;
  let tickets = 0;
  for (const { id, place, title } of rows) {
    const placed = await reader.post<{ state: string }[]>(`/api/courses/${id}/registrations`, {
      personIds: [personId],
      acceptsTerms: true,
    });
    if (placed.status !== 200 || placed.body[0]?.state !== 'confirmed') continue;
    const own = (await reader.get<OwnEnrolment[]>('/api/registrations/mine')).body.find(({ target }) => target.id === id);
    const [mail] = await server.sql<{ body: string; attachments: { text: string }[] | null }>(
      "select body, attachments from outbox_mail where recipient = 'reader@rwa.test' order by id desc limit 1",
    );
    const inMail = /^Wo: (.*)$/m.exec(mail?.body ?? '')?.[1] ?? '';
    const inFile = [...(mail?.attachments?.[0]?.text ?? '').matchAll(/^LOCATION:(.*)\r$/gm)].map(([, at]) => at);
    expect([title, own?.target.place, inMail, [...new Set(inFile)]]).toEqual([
      title,
      place,
      place,
      place && inFile.length > 0 ? [place] : [],
    ]);
    tickets++;
  }
  expect(tickets).toBeGreaterThan(3);
});
