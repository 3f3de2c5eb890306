import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function courseWith(places: number): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Schwimmen', $3, $4, 'published', false, now(), now())`,
    [id, `adresse-${id}`, places, addDays(localOf(new Date()).date, 20)],
  );
  return id;
}

const typed = (email: string) => ({ firstname: 'Mila', lastname: 'Tippfehler', birthDate: '1990-05-04', email, acceptsTerms: true });
const send = (course: string, email: string, keys: { holdKey?: string; replaces?: string } = {}) =>
  server.visitor().post(`/api/courses/${course}/guests`, { ...typed(email), ...keys });
const rowsOf = (course: string) =>
  server.sql<{ state: string; contact_email: string; person_id: string; waits: boolean }>(
    'select state, contact_email, person_id, queue_rank is not null as waits from enrolment where course_id = $1 order by registered_at, id',
    [course],
  );
const key = randomUUID;

test('a guest with a mistyped address sends the correct one: one seat is held, of the same person, and the wrong one gets no further mail', async () => {
  const course = await courseWith(1);
  const wrong = `${key()}@falsch.example`;
  const right = `${key()}@richtig.example`;
  const first = key();
  expect((await send(course, wrong, { holdKey: first })).status).toBe(200);
  expect((await send(course, right, { holdKey: key(), replaces: first })).status).toBe(200);
  const rows = await rowsOf(course);
  expect(rows.map(({ state, contact_email, waits }) => [state, contact_email, waits])).toEqual([
    ['expired', wrong, false],
    ['unverified', right, false],
  ]);
  expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(1);
  expect(await server.sql('select email from person where id = $1', [rows[0]?.person_id])).toEqual([{ email: right }]);
  expect((await server.sql('select 1 from outbox_mail where recipient = $1', [wrong])).length).toBe(1);
  const token = /registration\/([\w-]+)/.exec(await server.latestMail(right))?.[1];
  const { body } = await server.visitor().post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'confirm' });
  expect(body.state).toBe('confirmed');
});

test('the seat is kept although others are waiting', async () => {
  const course = await courseWith(1);
  const first = key();
  await send(course, `${key()}@falsch.example`, { holdKey: first });
  await server.visitor().post(`/api/courses/${course}/guests`, { ...typed('wartet@example.org'), firstname: 'Warin' });
  const right = `${key()}@richtig.example`;
  await send(course, right, { replaces: first });
  expect((await rowsOf(course)).find((one) => one.contact_email === right)).toMatchObject({ state: 'unverified', waits: false });
});

test('a key of another enrolment, of another offer or of a confirmed one ends nothing', async () => {
  const [course, other] = [await courseWith(5), await courseWith(5)];
  const mine = key();
  const address = `${key()}@familie.example`;
  await send(course, address, { holdKey: mine });
  for (const [where, replaces] of [
    [course, key()],
    [other, mine],
  ] as const)
    expect((await send(where, `${key()}@fremd.example`, { replaces })).status).toBe(200);
  expect((await rowsOf(course))[0]?.state).toBe('unverified');
  const token = /registration\/([\w-]+)/.exec(await server.latestMail(address))?.[1];
  await server.visitor().post(`/api/registrations/${token}`, { action: 'confirm' });
  await send(course, `${key()}@fremd.example`, { replaces: mine });
  expect((await rowsOf(course))[0]?.state).toBe('confirmed');
});

test('sent again to the same address it is the same enrolment with one more mail', async () => {
  const course = await courseWith(5);
  const address = `${key()}@nochmal.example`;
  const holdKey = key();
  await send(course, address, { holdKey });
  await send(course, address, { holdKey });
  expect((await rowsOf(course)).map(({ state }) => state)).toEqual(['unverified']);
  expect((await server.sql('select 1 from outbox_mail where recipient = $1', [address])).length).toBe(2);
});
