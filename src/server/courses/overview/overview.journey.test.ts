import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { OpenEnrolment, SessionView } from '#shared/courses/overview/overview.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

// Open work across all offers: each list has the rows that its number on the start page counts.
let server: TestServer;
let edda: Client;
beforeAll(async () => {
  server = await startServer();
  edda = await server.signedIn('editor');
});
afterAll(() => server.close());

type Page<Row> = { rows: Row[]; next: string | null; total: number };

async function allOf<Row>(client: Client, address: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | null = '';
  do {
    const { status, body }: { status: number; body: Page<Row> } = await client.get<Page<Row>>(`${address}${next && `&cursor=${next}`}`);
    expect(status).toBe(200);
    rows.push(...body.rows);
    next = body.next;
    expect(body.total).toBeGreaterThanOrEqual(rows.length);
  } while (next);
  return rows;
}

const sessions = (client: Client, view: SessionView, more = '') => allOf<TrainingDate>(client, `/api/sessions?view=${view}&limit=7${more}`);
const cardOf = async (client: Client, name: string) => {
  const { body } = await client.get<{ name: string; count: number }[]>('/api/dashboard');
  return body.find((card) => card.name === name)?.count;
};

test('the open attendance lists equal the count of the start page, paged in order of time', async () => {
  await server.sql(`update course_session s set state = 'planned', closed_at = null from course c
    where c.id = s.course_id and c.club = 'RWA' and c.status in ('published', 'confirmed') and s.ends_at < now() and s.local_date >= current_date - 5`);
  const open = await sessions(edda, 'open');
  expect(open.length).toBeGreaterThan(7);
  expect(open.length).toBe(await cardOf(edda, 'sessionsUnmarked'));
  expect(open.map(({ startsAt }) => startsAt)).toEqual(open.map(({ startsAt }) => startsAt).toSorted());
  expect(new Set(open.map(({ id }) => id)).size).toBe(open.length);
  // The number for a trainer counts only their own.
  const till = await server.signedIn('trainer');
  const own = await sessions(till, 'open', '&mine=true');
  expect(own.every(({ isMine }) => isMine)).toBe(true);
  expect(own.length).toBe(await cardOf(till, 'sessionsUnmarked'));
  expect(own.length).toBeLessThan(open.length);
});

test('the dates of any days are listed, held and called off alike, also those of offers that have ended', async () => {
  const [held] = await server.sql<{ id: string; day: string; course: string }>(
    `select s.id, s.local_date::text as day, c.id as course from course_session s join course c on c.id = s.course_id
       where c.club = 'RWA' and c.status in ('published', 'confirmed') and s.local_date < current_date - 20 order by s.local_date limit 1`,
  );
  const day = held?.day ?? '';
  await server.sql("update course set status = 'archived' where id = $1", [held?.course]);
  const ofDay = await sessions(edda, 'days', `&from=${day}&to=${day}`);
  expect(ofDay.some(({ id }) => id === held?.id)).toBe(true);
  const later = await sessions(edda, 'days', `&from=${day}`);
  expect(later.length).toBeGreaterThan(ofDay.length);
  await server.sql("update course set status = 'published' where id = $1", [held?.course]);
  expect((await edda.get('/api/sessions?view=days&from=31.12.2026')).status).toBe(400);
});

test('a cancelled session leaves the week, is listed among the cancelled ones, and can be restored', async () => {
  const [first] = await sessions(edda, 'week').then((rows) => rows.filter(({ startsAt }) => Date.parse(startsAt) > Date.now()));
  const id = first?.id ?? '';
  const holds = async (view: SessionView) => (await sessions(edda, view)).some((one) => one.id === id);
  expect((await edda.post(`/api/sessions/${id}/cancellation`, { reason: 'Wetter' })).status).toBe(200);
  expect([await holds('week'), await holds('cancelled')]).toEqual([false, true]);
  expect((await edda.send('DELETE', `/api/sessions/${id}/cancellation`)).status).toBe(200);
  expect([await holds('week'), await holds('cancelled')]).toEqual([true, false]);
  const title = encodeURIComponent(first?.courseTitle.slice(1, 6).toUpperCase() ?? '');
  const found = await sessions(edda, 'week', `&search=${title}`);
  expect(found.map((one) => one.id)).toContain(id);
  expect(await sessions(edda, 'week', '&search=100%25')).toEqual([]);
});

test('requests of all offers are listed in order of arrival; a confirmed one leaves the list and the count', async () => {
  await server.sql(`update enrolment set state = 'pending' where id in
    (select e.id from enrolment e join course c on c.id = e.course_id where c.club = 'RWA' and e.state = 'confirmed' order by e.id limit 9)`);
  const pending = () => allOf<OpenEnrolment>(edda, '/api/participants/open?limit=4');
  const asked = await pending();
  expect(asked.length).toBeGreaterThanOrEqual(9);
  expect(asked.length).toBe(await cardOf(edda, 'pendingRegistrations'));
  expect(asked.map(({ registeredAt }) => registeredAt)).toEqual(asked.map(({ registeredAt }) => registeredAt).toSorted());
  expect(asked.every(({ offering }) => offering.title !== '')).toBe(true);
  const [one] = asked;
  expect((await edda.post(`/api/participants/${one?.id}/decision`, { action: 'confirm', reason: '' })).status).toBe(200);
  expect((await pending()).map(({ id }) => id)).toEqual(asked.slice(1).map(({ id }) => id));
});

test('offered seats are sorted by expiry, and those of the next 24 hours equal the count of the start page', async () => {
  await server.sql(`update enrolment set state = 'offered', offer_expires_at = now() + (row_number * interval '10 hours')
    from (select e.id as chosen, row_number() over (order by e.id) from enrolment e join course c on c.id = e.course_id
      where c.club = 'RWA' and e.state = 'pending' limit 5) picked where id = picked.chosen`);
  const offered = await allOf<OpenEnrolment>(edda, '/api/participants/open?view=offered&limit=2');
  expect(offered.length).toBeGreaterThanOrEqual(5);
  expect(offered.map((one) => one.offerExpiresAt)).toEqual(offered.map((one) => one.offerExpiresAt).toSorted());
  const ending = await allOf<OpenEnrolment>(edda, '/api/participants/open?view=ending&limit=2');
  expect(ending.length).toBeGreaterThanOrEqual(2);
  expect(ending.length).toBe(await cardOf(edda, 'offersRunningOut'));
});

test('a trainer reads sessions but no requests, strangers neither, another club only a super, and an invented cursor is refused', async () => {
  const till = await server.signedIn('trainer');
  expect((await till.get('/api/participants/open')).status).toBe(403);
  expect((await server.visitor().get('/api/sessions')).status).toBe(401);
  expect((await edda.get('/api/sessions?club=GSV')).status).toBe(404);
  expect((await (await server.signedIn('super')).get('/api/sessions?club=RWA')).status).toBe(200);
  for (const address of ['/api/sessions?cursor=abc', '/api/participants/open?cursor=WzFd', '/api/sessions?view=alle'])
    expect((await edda.get(address)).status).toBe(400);
});
