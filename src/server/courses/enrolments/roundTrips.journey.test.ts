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

/**
 * Which statements were asked after how many answers, one behind the other: what is sent together counts once, however the
 * answers to it come in.
 */
class Trips {
  asked: { text: string; trip: number }[] = [];
  #answered = 0;

  begin(): void {
    this.asked = [];
    this.#answered = 0;
  }

  /** The trip of the first statement that is meant. */
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

test('a sign-up waits for the database at most 9 times, at most 4 of them while others wait for its lock', async () => {
  const trips = new Trips();
  trips.watch(server.database.pool);
  let counted = {};
  // The first ones are spoken out, the later ones are known by name.
  for (let turn = 0; turn < 5; turn++) {
    const course = await newCourse();
    trips.begin();
    const { status } = await rita.post(`/api/courses/${course}/registrations`, { personIds: [personId], acceptsTerms: true });
    expect(status).toBe(200);
    // Whether the product rests is asked once a second for everybody, before.
    const first = trips.of((text) => text.includes('session_viewer'));
    const lock = trips.of((text) => text.endsWith(' for update'));
    const commit = trips.of((text) => text === 'commit');
    counted = { all: commit - first + 1, locked: commit - lock };
  }
  expect(counted).toEqual({ all: 9, locked: 4 });
});
