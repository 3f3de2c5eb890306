import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import type { Answer, Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, readCard, sellCard, tap } from '#test/stage/cards.ts';
import { remindOfCards } from './service.ts';

let server: TestServer;
let anton: Client;
let till: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  till = await server.signedIn('trainer');
});
afterAll(() => server.close());

type Query = (text: string, values: unknown[]) => Promise<unknown>;

/**
 * Locks a card on a separate connection, like a device whose marks are being processed, sends a request, and once that waits, continues
 * like the device. Requests that lock in the same order are not blocked by it.
 */
async function whileMarked<T>(cardId: string, send: () => Promise<T>, next: (query: Query) => Promise<unknown>): Promise<T> {
  const phone = await server.database.pool.connect();
  try {
    await phone.query("begin; set local lock_timeout = '2s'; select set_config('app.club', '*', true)");
    await phone.query('select 1 from punch_card where id = $1 for update', [cardId]);
    const answer = send();
    for (let waits = false; !waits;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { rows } = await phone.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
      );
      waits = rows.length > 0;
    }
    await next((text, values) => phone.query(text, values));
    await phone.query('commit');
    return await answer;
  } finally {
    await phone.query('rollback');
    phone.release();
  }
}

const mark = (sessionId: string, personId: string) => (query: Query) =>
  query(
    `insert into attendance (session_id, person_id, club, state, marked_at) values ($1, $2, 'RWA', 'present', now())
     on conflict (session_id, person_id) do update set state = 'present'`,
    [sessionId, personId],
  );

async function start(dates = 2, count = 1) {
  const { courseId, sessions, people } = await makeOffer(server, dates, count);
  const product = await makeProduct(anton, [courseId]);
  const cards = await sellCard(anton, product, people);
  return { courseId, product, sessions, people, cards, session: sessions.at(-1) ?? '', person: people[0] ?? '', card: cards[0] ?? '' };
}

const statusOf = ({ status }: Answer<unknown>) => status;

test('cancelling a session waits for a concurrent mark, and returns its visit', async () => {
  const { session, person, card, people, cards } = await start(2, 2);
  await tap(till, session, person, 'present');
  expect((await readCard(anton, card)).left).toBe(9);
  const call = () => anton.post(`/api/sessions/${session}/cancellation`, { reason: 'Wetter', words: '' });
  // The device marks somebody else, too.
  expect(statusOf(await whileMarked(card, call, mark(session, people[1] ?? '')))).toBe(200);
  expect((await Promise.all(cards.map((id) => readCard(anton, id)))).map(({ left }) => left)).toEqual([10, 10]);
});

test('closing a session waits for a concurrent mark, and keeps it', async () => {
  const { courseId, session, person, card } = await start();
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state) values (gen_random_uuid(), 'RWA', $1, $2, now(), 'confirmed')`,
    [courseId, person],
  );
  expect(statusOf(await whileMarked(card, () => till.post(`/api/sessions/${session}/closing`, {}), mark(session, person)))).toBe(200);
  expect(await server.sql('select state from attendance where session_id = $1', [session])).toEqual([{ state: 'present' }]);
  expect((await readCard(anton, card)).left).toBe(9);
});

test('a correction locks cards in the fixed order, and the morning reminder waits for nobody', async () => {
  const { sessions, people, cards } = await start(2, 2);
  const [low = '', high = ''] = cards.toSorted();
  const owner = (card: string) => people[cards.indexOf(card)] ?? '';
  // A user of the card with the lower id is added to the other one, and has open visits.
  await tap(till, sessions[0] ?? '', owner(low), 'present');
  await server.sql('update punch_card set corrected = visits - used where id = $1', [low]);
  await tap(till, sessions[1] ?? '', owner(low), 'present');
  await server.sql('update punch_card set corrected = 8 where id = $1', [high]);
  const { version, validUntil } = (await anton.get<OpenedCard>(`/api/cards/${high}`)).body;
  const change = { left: 2, validUntil, personIds: [owner(high), owner(low)], reason: 'Familie', version };
  const correct = () => anton.post<OpenedCard>(`/api/cards/${high}/correction`, change);
  const answer = await whileMarked(low, correct, async (query) => {
    await query('select 1 from punch_card where id = $1 for update', [high]);
    await remindOfCards(server);
  });
  expect(answer).toMatchObject({ status: 200, body: { left: 1 } });
});
