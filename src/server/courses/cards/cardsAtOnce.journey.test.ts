import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, readCard, sellCard, tap } from '#test/stage/cards.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

/** A seeded random number between 0 and 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('two concurrent marks of one person deduct one visit', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 1, 1);
  const [[session = ''], [personId = '']] = [sessions, people];
  const [card = ''] = await sellCard(anton, await makeProduct(anton, [courseId]), [personId]);
  const phones = [await server.signedIn('trainer'), await server.signedIn('editor'), anton];
  for (let round = 0; round < 20; round++) {
    await Promise.all(phones.map((phone) => tap(phone, session, personId, 'present')));
    expect((await readCard(anton, card)).left).toBe(9);
    await Promise.all(phones.map((phone) => tap(phone, session, personId, 'absent')));
    expect((await readCard(anton, card)).left).toBe(10);
  }
});

test('a family that shares a card with few visits never uses more than there are, with any number of concurrent marks and corrections', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 6, 4);
  const product = await makeProduct(anton, [courseId], { visits: 7 });
  const [card = ''] = await sellCard(anton, product, people, { isShared: true });
  const phones = [await server.signedIn('trainer'), await server.signedIn('editor'), anton];
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let round = 0; round < 40; round++) {
    const taps = Array.from({ length: 6 }, () =>
      tap(pick(phones), pick(sessions), pick(people), pick(['present', 'present', 'present', 'absent', null])),
    );
    expect((await Promise.all(taps)).filter((result) => result !== 'kept' && result !== 'overtaken')).toEqual([]);
    const { left, taken } = await readCard(anton, card);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(taken).toHaveLength(7 - left);
  }
  // Each present mark has a visit or an open one without a card; nothing else has one.
  const [marks] = await server.sql<{ marks: number; visits: number }>(
    `select (select count(*)::int from attendance where state = 'present' and person_id = any($1)) as marks,
       (select count(*)::int from card_visit v join attendance a using (session_id, person_id) where a.state = 'present' and v.person_id = any($1)) as visits`,
    [people],
  );
  expect(marks?.visits).toBe(marks?.marks);
});

test('marks of one family on two lists take locks in a fixed order: no request fails', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 6);
  const product = await makeProduct(anton, [courseId], { visits: 50 });
  const cards = await sellCard(anton, product, people);
  const phones = [await server.signedIn('trainer'), await server.signedIn('editor')];
  const markedAt = () => new Date().toISOString();
  const list = (ids: readonly string[], sessionId: string, state: string) =>
    ids.map((personId) => ({ clientId: crypto.randomUUID(), sessionId, personId, state, markedAt: markedAt() }));
  for (let round = 0; round < 10; round++) {
    const state = round % 2 === 0 ? 'present' : 'absent';
    const answers = await Promise.all(
      phones.map((phone, at) =>
        phone.post('/api/attendance', { marks: list(at === 0 ? people : people.toReversed(), sessions[at] ?? '', state) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect((await Promise.all(cards.map((id) => readCard(anton, id)))).map(({ left }) => left)).toEqual(cards.map(() => 50));
});
