import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { OpenEnrolment, SessionView } from '#shared/courses/overview/overview.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

// What stands open over all offers: each list is what its number on the start page counts.
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

test('the lists that nobody closed are those that the start page counts, page by page in the order of time', async () => {
  await server.sql(`update course_session s set state = 'planned', closed_at = null from course c
    where c.id = s.course_id and c.club = 'RWA' and c.status in ('published', 'confirmed') and s.ends_at < now() and s.local_date >= current_date - 5`);
  const open = await sessions(edda, 'open');
  expect(open.length).toBeGreaterThan(7);
  expect(open.length).toBe(await cardOf(edda, 'sessionsUnmarked'));
  expect(open.map(({ startsAt }) => startsAt)).toEqual(open.map(({ startsAt }) => startsAt).toSorted());
  expect(new Set(open.map(({ id }) => id)).size).toBe(open.length);
  // A trainer's number is that of the own ones.
  const till = await server.signedIn('trainer');
  const own = await sessions(till, 'open', '&mine=true');
  expect(own.every(({ isMine }) => isMine)).toBe(true);
  expect(own.length).toBe(await cardOf(till, 'sessionsUnmarked'));
  expect(own.length).toBeLessThan(open.length);
});

test('a date that is called off leaves the week, stands among those that fall out, and comes back', async () => {
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

test('requests of all offers stand in the order in which they came; whoever is taken in leaves the list and the number', async () => {
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

test('offered seats stand by when they run out, and those of the next 24 hours are the number of the start page', async () => {
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

test('a trainer reads dates but no requests, strangers neither, another club only a super, and a made-up page is refused', async () => {
  const till = await server.signedIn('trainer');
  expect((await till.get('/api/participants/open')).status).toBe(403);
  expect((await server.visitor().get('/api/sessions')).status).toBe(401);
  expect((await edda.get('/api/sessions?club=GSV')).status).toBe(404);
  expect((await (await server.signedIn('super')).get('/api/sessions?club=RWA')).status).toBe(200);
  for (const address of ['/api/sessions?cursor=abc', '/api/participants/open?cursor=WzFd', '/api/sessions?view=alle'])
    expect((await edda.get(address)).status).toBe(400);
});
