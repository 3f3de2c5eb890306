import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let edda: Client;
beforeAll(async () => {
  setClock(new Date('2026-10-01T09:00:00Z'));
  server = await startServer();
  edda = await server.signedIn('editor');
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A group on five Mondays from 2 November, with a seat for somebody of the club; it is 24 November, so that the last is still to come. */
async function group(title: string): Promise<{ course: EditedCourse; path: string; ids: string[]; personId: string }> {
  setClock(new Date('2026-10-01T09:00:00Z'));
  const fields = { kind: 'course', title, startsOn: '2026-11-02', endsOn: '2026-11-30' };
  const slots = [{ weekday: 1, startTime: '16:30', endTime: '17:30', place: 'Halle A' }];
  const { body: course } = await (await server.signedIn('editor')).post<EditedCourse>('/api/manage/courses', { ...fields, slots });
  await server.sql("update course set status = 'confirmed' where id = $1", [course.id]);
  const [seat] = await server.sql<{ person_id: string }>(
    `insert into enrolment (id, club, course_id, person_id, state, registered_at)
     select gen_random_uuid(), 'RWA', $1, person_id, 'confirmed', now() from member where club = 'RWA' and status = 'active' limit 1
     returning person_id`,
    [course.id],
  );
  setClock(new Date('2026-11-24T09:00:00Z'));
  edda = await server.signedIn('editor');
  return {
    course,
    path: `/api/courses/${course.id}/sessions/closings`,
    ids: course.sessions.map(({ id }) => id),
    personId: seat?.person_id ?? '',
  };
}

/** Somebody else who has a seat from this day on. */
const joins = (courseId: string, from: string) =>
  server.sql(
    `insert into enrolment (id, club, course_id, person_id, state, registered_at, starts_on)
     select gen_random_uuid(), 'RWA', $1, person_id, 'confirmed', now(), $2 from member
     where club = 'RWA' and status = 'active' and person_id not in (select person_id from enrolment where course_id = $1) limit 1`,
    [courseId, from],
  );

const statesOf = async (courseId: string) =>
  (await server.sql<{ state: string }>('select state from course_session where course_id = $1 order by starts_at', [courseId])).map(
    ({ state }) => state,
  );
const marksOf = (courseId: string) =>
  server.sql<{ day: string; state: string }>(
    `select to_char(s.local_date, 'DD.MM.') as day, a.state from attendance a join course_session s on s.id = a.session_id
     where s.course_id = $1 order by 1`,
    [courseId],
  );

test('past dates are closed at once: marks stay, who said no is excused, who has no mark was absent; others are skipped', async () => {
  const { course, path, ids, personId } = await group('Turnen');
  const [first = '', second = '', third = '', fourth = ''] = ids;
  expect(ids).toHaveLength(5);
  const mark = { clientId: third, sessionId: first, personId, state: 'present', markedAt: '2026-11-24T08:59:00Z' };
  expect((await edda.post<{ result: string }[]>('/api/attendance', { marks: [mark] })).body[0]?.result).toBe('kept');
  await server.sql(`insert into session_reply (session_id, person_id, club, reply, via, at) values ($1, $2, 'RWA', 'no', 'web', now())`, [
    second,
    personId,
  ]);
  await server.sql("update course_session set state = 'cancelled' where id = $1", [fourth]);
  const { status, body } = await edda.post(path, { sessionIds: ids });
  expect([status, body]).toEqual([200, { changed: 3 }]);
  expect(await statesOf(course.id)).toEqual(['held', 'held', 'held', 'cancelled', 'planned']);
  expect(await marksOf(course.id)).toEqual([
    { day: '02.11.', state: 'present' },
    { day: '09.11.', state: 'excused' },
    { day: '16.11.', state: 'absent' },
  ]);
  const counts = await server.sql('select present_count from course_session where course_id = $1 order by starts_at', [course.id]);
  expect(counts.map((row) => row['present_count'])).toEqual([1, 0, 0, null, null]);
  const entries = await server.sql("select content from audit where entity_id = $1 and action = 'participations.mark'", [course.id]);
  expect(entries).toEqual([{ content: 'Termine abgeschlossen: Turnen (02.11.2026, 09.11.2026, 16.11.2026)' }]);
  // Nothing is left to close.
  expect((await edda.post(path, { sessionIds: ids })).status).toBe(409);
});

test('all of them or none: a date of another course, a fault on the way or a missing right closes nothing', async () => {
  const [one, other] = [await group('Laufen'), await group('Werfen')];
  expect((await edda.post(one.path, { sessionIds: [...one.ids, ...other.ids] })).status).toBe(404);
  // The last of the rows fails.
  await server.sql(
    `create function refuse_one() returns trigger language plpgsql as $$ begin if new.session_id = '${one.ids[2] ?? ''}' then raise 'refused'; end if; return new; end $$`,
  );
  await server.sql('create trigger refuse_one before insert on attendance for each row execute function refuse_one()');
  expect((await edda.post(one.path, { sessionIds: one.ids })).status).toBe(500);
  await server.sql('drop trigger refuse_one on attendance');
  const foreign = await (await server.signedIn('editor', 'SCB')).post(one.path, { sessionIds: one.ids });
  const family = await (await server.signedIn('reader')).post(one.path, { sessionIds: one.ids });
  expect([foreign.status, family.status, (await server.visitor().post(one.path, { sessionIds: one.ids })).status]).toEqual([404, 403, 401]);
  expect(new Set(await statesOf(one.course.id))).toEqual(new Set(['planned']));
  expect(await marksOf(one.course.id)).toEqual([]);
  expect((await edda.post(one.path, { sessionIds: one.ids })).body).toEqual({ changed: 4 });
});

test('who joined later was not absent before', async () => {
  const { course, path, ids } = await group('Klettern');
  await joins(course.id, '2026-11-16');
  expect((await edda.post(path, { sessionIds: ids })).body).toEqual({ changed: 4 });
  const days = (await marksOf(course.id)).map(({ day }) => day);
  expect(days).toEqual(['02.11.', '09.11.', '16.11.', '16.11.', '23.11.', '23.11.']);
});

test('two who close the same dates at once close each of them once', async () => {
  const { path, ids, course } = await group('Springen');
  const answers = await Promise.all([1, 2, 3].map(() => edda.post<{ changed: number }>(path, { sessionIds: ids.toReversed() })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await marksOf(course.id)).toHaveLength(4);
  expect(server.logged()).not.toMatch(/40P01|deadlock/);
});
