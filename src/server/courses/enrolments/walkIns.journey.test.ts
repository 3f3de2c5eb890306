import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let till: Client;
let sessionId: string;
beforeAll(async () => {
  server = await startServer();
  till = await server.signedIn('trainer');
  const [row] = await server.sql<{ id: string }>(
    "select s.id from course_session s join course c on c.id = s.course_id where c.club = 'RWA' order by s.starts_at desc limit 1",
  );
  sessionId = row?.id ?? '';
});
afterAll(() => server.close());

const takeIn = (id: string, firstname = 'Jo') =>
  till.post<{ personId: string; code: string }>(`/api/sessions/${sessionId}/walk-ins`, { id, person: { firstname, lastname: 'Gast' } });
const made = (id: string) =>
  server.sql<{ firstname: string; state: string | null }>(
    'select p.firstname, a.state from person p left join attendance a on a.person_id = p.id and a.session_id = $2 where p.id = $1',
    [id, sessionId],
  );

test('a guest that a device sends twice, also concurrently, is one person with one mark', async () => {
  const id = randomUUID();
  const first = await Promise.all([takeIn(id), takeIn(id)]);
  expect(first.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect((await takeIn(id)).body).toEqual({ personId: id, visitsBefore: 0 });
  expect(await made(id)).toEqual([{ firstname: 'Jo', state: 'trial' }]);
});

test('whoever takes in a guest reads whether one of that name was here before: at another date of this offer, and nowhere else', async () => {
  const dates = await server.sql<{ id: string; course_id: string }>(
    `select id, course_id from (select s.id, s.course_id, row_number() over (partition by s.course_id order by s.starts_at) as nth
       from course_session s join course c on c.id = s.course_id where c.club = 'RWA' and s.state <> 'cancelled') one where nth <= 2 order by course_id, nth`,
  );
  const [first, second] = dates;
  const elsewhere = dates.find(({ course_id }) => course_id !== first?.course_id);
  const visits = async (at: { id: string } | undefined, firstname: string) => {
    const guest = { id: randomUUID(), person: { firstname, lastname: 'Wiederda' } };
    return (await till.post<{ visitsBefore: number }>(`/api/sessions/${at?.id}/walk-ins`, guest)).body.visitsBefore;
  };
  expect([
    await visits(first, 'Gina'),
    await visits(second, 'gina'),
    await visits(second, 'Gerd'),
    await visits(elsewhere, 'Gina'),
  ]).toEqual([0, 1, 0, 0]);
});

test('the id of a known person adds nobody and changes nothing', async () => {
  const [known] = await server.sql<{ id: string; firstname: string }>(
    "select id, firstname from person p where club = 'RWA' and not exists (select 1 from attendance a where a.person_id = p.id) limit 1",
  );
  expect((await takeIn(known?.id ?? '', 'Falsch')).body).toMatchObject({ code: 'conflict' });
  expect(await made(known?.id ?? '')).toEqual([{ firstname: known?.firstname, state: null }]);
});

test('a date that is called off takes nobody in, but a guest of before stays taken in', async () => {
  const before = randomUUID();
  expect((await takeIn(before)).status).toBe(200);
  await server.sql("update course_session set state = 'cancelled' where id = $1", [sessionId]);
  const late = randomUUID();
  expect((await takeIn(late)).body).toMatchObject({ fields: [{ path: 'sessionId', message: 'Der Termin ist abgesagt.' }] });
  expect(await made(late)).toEqual([]);
  expect((await takeIn(before)).body).toEqual({ personId: before, visitsBefore: 0 });
});
