import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let rita: Client;
let personId: string;
beforeAll(async () => {
  server = await startServer();
  rita = await server.signedIn('reader');
  const [person] = (await rita.get<{ id: string }[]>('/api/people/mine')).body;
  personId = person?.id ?? '';
});
afterAll(() => server.close());

/** How often the server waited for the database, and behind which statements. */
type Trip = { asked: string[] };

/** Notes each time that a connection sends something after it has heard the answer to what it sent before. */
function watchTrips(pool: pg.Pool): Trip[] {
  const trips: Trip[] = [];
  const watched = new Set<pg.PoolClient>();
  pool.on('acquire', (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & NodeJS.ReadableStream } }).connection;
    let hasAnswered = true;
    stream.on('data', () => void (hasAnswered = true));
    const ask = client.query.bind(client) as (...all: unknown[]) => unknown;
    const noted = (...all: unknown[]) => {
      const [config] = all as [string | { text: string }];
      const text = typeof config === 'string' ? config : config.text;
      if (hasAnswered) trips.push({ asked: [] });
      hasAnswered = false;
      trips.at(-1)?.asked.push(text);
      return ask(...all);
    };
    client.query = noted as typeof client.query;
  });
  return trips;
}

async function newCourse(): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, left($2, 8), 'course', 'Rundreise', 10, current_date + 40, 'published', false, now(), now())`,
    [id, id],
  );
  return id;
}

test('a sign-up waits for the database at most 9 times, at most 4 of them while others wait for its lock', async () => {
  const trips = watchTrips(server.database.pool);
  const counts: { all: number; locked: number }[] = [];
  // The first ones are spoken out, the later ones are known by name.
  for (let turn = 0; turn < 5; turn++) {
    const course = await newCourse();
    trips.length = 0;
    const { status } = await rita.post(`/api/courses/${course}/registrations`, { personIds: [personId], acceptsTerms: true });
    expect(status).toBe(200);
    const tripOf = (isIt: (text: string) => boolean) => trips.findIndex(({ asked }) => asked.some(isIt));
    // Whether the product rests is asked once a second for everybody, before.
    const first = tripOf((text) => text.includes('session_viewer'));
    const lock = tripOf((text) => text.endsWith(' for update'));
    const commit = tripOf((text) => text === 'commit');
    expect([first, lock, commit].every((at) => at >= 0)).toBe(true);
    counts.push({ all: commit - first + 1, locked: commit - lock });
  }
  expect(counts.at(-1)).toEqual({ all: 9, locked: 4 });
});
