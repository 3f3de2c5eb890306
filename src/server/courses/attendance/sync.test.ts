import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttendanceSheet, MarkResult } from '#shared/courses/attendance.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { playDevices } from '#test/stage/devices.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A session of yesterday with six people who have a seat. */
async function makeDate(): Promise<{ sessionId: string; people: string[] }> {
  const [courseId, sessionId] = [randomUUID(), randomUUID()];
  await server.sql(
    `with one as (insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
       values ($1, 'RWA', 'liste', 'L-1', 'course', 'Liste', current_date - 30, 'published', now(), now()) returning id)
     insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select $2, id, current_date - 1, now() - interval '1 day', now() - interval '23 hours' from one`,
    [courseId, sessionId],
  );
  const people = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at)
     select gen_random_uuid(), 'RWA', 'Kind', 'Nr. ' || n, now(), now() from generate_series(1, 6) n returning id`,
  );
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state)
     select gen_random_uuid(), 'RWA', $1, id, now(), 'confirmed' from person where id = any($2)`,
    [courseId, people.map(({ id }) => id)],
  );
  return { sessionId, people: people.map(({ id }) => id) };
}

test('two devices, online and offline, with lost and repeated responses: the last mark for each person wins, and nothing is lost', async () => {
  const { sessionId, people } = await makeDate();
  const clients = [await server.signedIn('trainer'), await server.signedIn('editor')];
  const startMs = Date.now() - 20 * 24 * 60 * 60 * 1000;
  const expected = new Map<string, string>();
  for (let round = 0; round < 12; round++) {
    const { last, lost } = await playDevices(round + 1, { sessionId, people, startMs: startMs + round * 60_000 }, async (device, marks) => {
      const answer = await clients[device]?.post<MarkResult[]>('/api/attendance', { marks });
      return answer?.body ?? [];
    });
    expect(lost).toEqual([]);
    for (const [personId, state] of last) expected.set(personId, state);
    const sheet = (await clients[0]?.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`))?.body;
    const found = new Map(sheet?.people.flatMap(({ personId, state }) => (state ? [[personId, state] as const] : [])));
    expect(found).toEqual(expected);
  }
});

test('an accidental mark is undone, unless the person was marked later; repeating it changes nothing', async () => {
  await server.sql("update course set slug = 'liste-alt', number = 'L-0' where slug = 'liste'");
  const { sessionId, people } = await makeDate();
  const trainer = await server.signedIn('trainer');
  const [one = '', other = ''] = people;
  const at = (minutes: number) => new Date(Date.now() - 60 * 60_000 + minutes * 60_000).toISOString();
  const mark = (personId: string, state: string | null, minutes: number) => ({
    clientId: randomUUID(),
    sessionId,
    personId,
    state,
    markedAt: at(minutes),
  });
  const send = async (...marks: ReturnType<typeof mark>[]) =>
    (await trainer.post<MarkResult[]>('/api/attendance', { marks })).body.map(({ result, state }) => [result, state]);
  expect(await send(mark(one, 'present', 1))).toEqual([['kept', 'present']]);
  const slip = mark(one, null, 2);
  expect(await send(slip)).toEqual([['kept', null]]);
  expect(await send(slip)).toEqual([['kept', null]]);
  await send(mark(other, 'absent', 5));
  expect(await send(mark(other, null, 3))).toEqual([['overtaken', 'absent']]);
  const sheet = (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body;
  expect(sheet.people.flatMap(({ personId, state }) => (state ? [[personId, state]] : []))).toEqual([[other, 'absent']]);
});

test('a mark that waited on a phone while its person was merged with another counts for the person that remains', async () => {
  await server.sql("update course set slug = 'liste-2', number = 'L-2' where slug = 'liste'");
  const { sessionId, people } = await makeDate();
  const [trainer, board] = [await server.signedIn('trainer'), await server.signedIn('admin')];
  const [gone = '', third = ''] = people;
  const [remains] = await server.sql<{ id: string }>(
    "insert into person (id, club, firstname, lastname, created_at, updated_at) values (gen_random_uuid(), 'RWA', 'Kind', 'Nr. 1', now(), now()) returning id",
  );
  const id = remains?.id ?? '';
  const merged = await board.post(`/api/people/${id}/merge`, { otherId: gone, version: 1, otherVersion: 1, taken: [], allowed: [] });
  expect(merged).toMatchObject({ status: 200 });
  const mark = (personId: string, state: string, minutes: number) => ({
    clientId: randomUUID(),
    sessionId,
    personId,
    state,
    markedAt: new Date(Date.now() - 60 * 60_000 + minutes * 60_000).toISOString(),
  });
  const marks = [mark(gone, 'present', 1), mark(third, 'absent', 1)];
  const { body } = await trainer.post<MarkResult[]>('/api/attendance', { marks });
  expect(body.map(({ result }) => result)).toEqual(['kept', 'kept']);
  expect(body.map(({ clientId }) => clientId).toSorted()).toEqual(marks.map(({ clientId }) => clientId).toSorted());
  // The same person from the phone that did not know it yet: the last tap stands.
  await trainer.post('/api/attendance', { marks: [mark(id, 'excused', 5), mark(gone, 'absent', 3)] });
  const sheet = (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body;
  const found = new Map(sheet.people.flatMap(({ personId, state }) => (state ? [[personId, state] as const] : [])));
  expect(found).toEqual(
    new Map([
      [id, 'excused'],
      [third, 'absent'],
    ]),
  );
});
