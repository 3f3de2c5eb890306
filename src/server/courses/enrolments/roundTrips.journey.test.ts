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

/** Counts sequential round trips to the database: statements sent together count once, regardless of the order of their results. */
class Trips {
  asked: { text: string; trip: number }[] = [];
  #answered = 0;

  begin(): void {
    this.asked = [];
    this.#answered = 0;
  }

  /** The trip of the first matching statement. */
  of(isMeant: (text: string) => boolean): number {
    return this.asked.find(({ text }) => isMeant(text))?.trip ?? Number.NaN;
  }

  watch(pool: pg.Pool): void {
    const watched = new Set<pg.PoolClient>();
    pool.on('acquire', (client: pg.PoolClient) => {
      if (watched.has(client)) return;
      watched.add(client);
      const ask = client.query.bind(client) as (...all: unknown[]) => unknown;
      client.query = ((...all: unknown[]) => this.#note(ask, all)) as typeof client.query;
    });
  }

  #note(ask: (...all: unknown[]) => unknown, all: unknown[]): unknown {
    const [config] = all as [string | { text: string }];
    const trip = this.#answered + 1;
    this.asked.push({ text: typeof config === 'string' ? config : config.text, trip });
    const answered = () => (this.#answered = Math.max(this.#answered, trip));
    const callback = all.at(-1);
    if (typeof callback === 'function') return ask(...all.slice(0, -1), (...answer: unknown[]) => (answered(), callback(...answer)));
    const answer = ask(...all) as Promise<unknown>;
    answer.then(answered, answered);
    return answer;
  }
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

test('an enrolment waits for the database at most 9 times, at most 4 of them while others wait for its lock', async () => {
  const trips = new Trips();
  trips.watch(server.database.pool);
  const counted: { all: number; locked: number }[] = [];
  // The best of several turns: only later executions of a statement are prepared ones, and what is kept for seconds may expire in one.
  for (let turn = 0; turn < 5; turn++) {
    const course = await newCourse();
    trips.begin();
    const { status } = await rita.post(`/api/courses/${course}/registrations`, { personIds: [personId], acceptsTerms: true });
    expect(status).toBe(200);
    // The maintenance check runs once a second for all requests, before this.
    const first = trips.of((text) => text.includes('session_viewer'));
    const lock = trips.of((text) => text.endsWith(' for update'));
    const commit = trips.of((text) => text === 'commit');
    counted.push({ all: commit - first + 1, locked: commit - lock });
  }
  expect(counted.toSorted((a, b) => a.all - b.all)[0]).toEqual({ all: 9, locked: 4 });
});
