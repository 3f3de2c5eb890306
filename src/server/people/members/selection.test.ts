import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

type Selection = { ids: string[]; count: number; mark: string };
type Changed = { count: number; unchanged: { name: string; reason: string }[] };

/** Inserts members with a common last name, so that a search finds them. */
async function members(lastname: string, count: number): Promise<void> {
  await server.sql(
    `with made as (insert into person (id, club, firstname, lastname, created_at, updated_at)
       select gen_random_uuid(), 'RWA', 'Nr' || n, $1, now(), now() from generate_series(1, $2) n returning id)
     insert into member (id, club, person_id, member_no, joined_on, status)
       select gen_random_uuid(), 'RWA', id, left(id::text, 12), '2020-01-01', 'active' from made`,
    [lastname, count],
  );
  server.outdate();
}

const select = async (search: string) => (await anton.get<Selection>(`/api/members/selection?search=${search}`)).body;
const change = (search: string, { ids, mark }: Selection, kind = 'passive') =>
  anton.post<{ count: number; code?: string }>('/api/members/batch', {
    batchId: randomUUID(),
    ids,
    of: { filter: { search }, mark },
    change: { action: 'setKind', kind },
  });
const passive = async (lastname: string) =>
  (
    await server.sql<{ count: number }>(
      "select count(*)::int from member m join person p on p.id = m.person_id where p.lastname = $1 and m.kind = 'passive'",
      [lastname],
    )
  )[0]?.count;

test('all members of a filter are changed in one transaction, and nobody else', async () => {
  await members('Auswahlmann', 62);
  const all = await server.sql<{ count: number }>("select count(*)::int from member where kind = 'passive'");
  const chosen = await select('auswahlmann');
  expect([chosen.count, new Set(chosen.ids).size]).toEqual([62, 62]);
  expect((await change('auswahlmann', chosen)).body).toEqual({ count: 62, unchanged: [] });
  expect(await passive('Auswahlmann')).toBe(62);
  expect(await server.sql("select count(*)::int from member where kind = 'passive'")).toEqual([{ count: (all[0]?.count ?? 0) + 62 }]);
});

test('a change of the result in between, also an exchange, refuses the whole; some of the selected may be excluded', async () => {
  await members('Wechselfrau', 5);
  const before = await select('wechselfrau');
  await members('Wechselfrau', 1);
  const joined = await change('wechselfrau', before);
  expect([joined.status, joined.body.code]).toEqual([409, 'selection-changed']);
  const six = await select('wechselfrau');
  await server.sql("delete from member where person_id = (select id from person where lastname = 'Wechselfrau' limit 1)");
  await members('Wechselfrau', 1);
  expect((await select('wechselfrau')).count).toBe(6);
  expect((await change('wechselfrau', six)).status).toBe(409);
  expect(await passive('Wechselfrau')).toBe(0);
  const now = await select('wechselfrau');
  expect((await change('wechselfrau', { ...now, ids: now.ids.slice(2) })).body).toEqual({ count: 4, unchanged: [] });
});

test('two thousand are changed at once, and the others are named with the reason', async () => {
  await members('Tausendsassa', 2000);
  const chosen = await select('tausendsassa');
  expect([chosen.ids.length, chosen.count]).toEqual([2000, 2000]);
  const set = (change: object, { ids, mark } = chosen) =>
    anton.post<Changed>('/api/members/batch', { batchId: randomUUID(), ids, of: { filter: { search: 'tausendsassa' }, mark }, change });
  await server.sql("update member set kind = 'passive' where id = any($1)", [chosen.ids.slice(0, 2)]);
  const { body } = await set({ action: 'setKind', kind: 'passive' });
  expect(body.count).toBe(1998);
  expect(body.unchanged.map(({ name, reason }) => [name.replace(/\d+/, ''), reason])).toEqual(
    [1, 2].map(() => ['Nr Tausendsassa', 'schon so']),
  );
  expect(await passive('Tausendsassa')).toBe(2000);
  // Of many unchanged ones not all are named.
  const again = (await set({ action: 'setKind', kind: 'passive' })).body;
  expect([again.count, again.unchanged.length]).toEqual([0, 100]);
  const left = await set({ action: 'leave', leftOn: '2026-12-31' });
  expect([left.status, left.body.count]).toEqual([200, 2000]);
});

test('more than five thousand are refused', async () => {
  const answer = await change('tausendsassa', { ids: Array.from({ length: 5001 }, () => randomUUID()), count: 5001, mark: '' });
  expect(answer.status).toBe(422);
});

test('only the board selects all, and in another club only a super', async () => {
  expect((await (await server.signedIn('editor')).get('/api/members/selection')).status).toBe(403);
  expect((await anton.get('/api/members/selection?club=SCB')).status).toBe(404);
  expect((await (await server.signedIn('super')).get('/api/members/selection?club=SCB')).status).toBe(200);
});
