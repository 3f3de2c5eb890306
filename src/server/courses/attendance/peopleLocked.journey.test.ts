import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, readCard, sellCard } from '#test/stage/cards.ts';

let server: TestServer;
let anton: Client;
let phones: Client[];
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  phones = [await server.signedIn('trainer'), await server.signedIn('editor')];
});
afterAll(() => server.close());

const rounds = 8;

/** Both devices mark both sessions, one in the order of the list, the other in reverse. */
function markAll(sessions: readonly string[], people: readonly string[], state: string) {
  const marks = sessions.flatMap((sessionId) =>
    people.map((personId) => ({ clientId: crypto.randomUUID(), sessionId, personId, state, markedAt: new Date().toISOString() })),
  );
  return phones.map((phone, at) => phone.post('/api/attendance', { marks: at === 0 ? marks : marks.toReversed() }));
}

test('devices that mark people during merges get responses, and every visit counts once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { courseId, sessions, people } = await makeOffer(server, 2, 8);
    const [came, doubles] = [people.slice(0, 4), people.slice(4)];
    const product = await makeProduct(anton, [courseId]);
    const cards = await sellCard(anton, product, [...came, ...doubles]);
    const marking = markAll(sessions, came, 'present');
    const merging = came.map((otherId, at) =>
      anton.post(`/api/people/${doubles[at]}/merge`, { otherId, version: 1, otherVersion: 1, taken: [] }),
    );
    const answers = await Promise.all([...marking, ...merging]);
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(answers.map(() => 200));
    const [counted] = await server.sql<{ marks: number }>(
      `select count(*)::int as marks from attendance where state = 'present' and person_id = any($1)`,
      [people],
    );
    const opened = await Promise.all(cards.map((id) => readCard(anton, id)));
    expect(opened.reduce((sum, { left }) => sum + product.visits - left, 0)).toBe(counted?.marks);
  }
  expect(server.logged()).not.toMatch(/40P01|deadlock/);
});

test('devices that mark people during erasures get responses', async () => {
  for (let round = 0; round < rounds; round++) {
    const { courseId, sessions, people } = await makeOffer(server, 2, 4);
    const cards = await sellCard(anton, await makeProduct(anton, [courseId]), people, { isShared: true, payment: 'none' });
    // Nobody is erased while a card can be used; a shared card stays with the remaining users.
    await server.sql('update punch_card set valid_from = current_date - 40, valid_until = current_date - 1 where id = any($1)', [cards]);
    await server.sql(
      `insert into enrolment (id, club, course_id, person_id, registered_at, state)
       select gen_random_uuid(), 'RWA', $1, p, now() - interval '1 year', 'no_show' from unnest($2::uuid[]) p`,
      [courseId, people],
    );
    const erasing = people.map((id, at) => anton.post(`/api/privacy/people/${id}/erasure`, { name: `Karla Karte ${at + 1}`, version: 1 }));
    const answers = await Promise.all([...markAll(sessions, people, 'present'), ...erasing]);
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(answers.map(() => 200));
  }
  expect(server.logged()).not.toMatch(/40P01|deadlock/);
});
