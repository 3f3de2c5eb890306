import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnFees } from '#shared/money/fees/memberFees.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  for (const table of ['fee_family', 'member_fee', 'fee_rule']) await server.sql(`delete from ${table}`);
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const mine = async (client: Client) => (await client.get<OwnFees[]>('/api/fees/mine')).body;

test('everybody sees the own fees by the rules with their reasons, and those of whom they act for once that is confirmed', async () => {
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, status)
     select gen_random_uuid(), 'RWA', a.person_id, 'OWN-1', '2020-01-01', 'active' from person_access a join app_user u on u.id = a.user_id
     where u.email = 'reader@rwa.test' and a.relation = 'self' and not exists (select 1 from member m where m.person_id = a.person_id)`,
  );
  const people = await server.sql<{ id: string; relation: string; memberId: string }>(
    `select a.person_id as id, a.relation, m.id as "memberId" from person_access a join app_user u on u.id = a.user_id
     join member m on m.person_id = a.person_id where u.email = 'reader@rwa.test' and a.relation in ('self', 'guardian')`,
  );
  expect(people.map(({ relation }) => relation)).toEqual(expect.arrayContaining(['self', 'guardian']));
  await server.sql(
    "update member set kind = 'active', joined_on = '2020-01-01', left_on = null, status = 'active' where id = any($1::uuid[])",
    [people.map(({ memberId }) => memberId)],
  );
  await server.outdate();
  const rule = { layer: 'base', name: 'Jahresbeitrag', validFrom: '2020-01-01', rhythm: 'year', cents: 12000 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  const [self] = people.filter(({ relation }) => relation === 'self');
  const exception = { layer: 'base', kind: 'percent', percent: 50, from: '2026-01-01', to: null, reason: 'Härtefall' };
  expect((await anton.post(`/api/people/${self?.id}/fee-exceptions`, exception)).status).toBe(200);

  const rita = await server.signedIn('reader');
  const all = await mine(rita);
  expect(new Set(all.map(({ personId }) => personId))).toEqual(new Set(people.map(({ id }) => id)));
  expect(all.find(({ personId }) => personId === self?.id)).toMatchObject({
    club: 'RWA',
    year: 2026,
    lines: [{ slot: 'base', label: 'Jahresbeitrag', cents: 6000, reason: 'Ausnahme: Härtefall', from: '2026-01-01', to: '2026-12-31' }],
  });
  await server.sql(
    "update person_access set verified_at = null where relation = 'guardian' and user_id = (select id from app_user where email = 'reader@rwa.test')",
  );
  expect((await mine(rita)).map(({ personId }) => personId)).toEqual([self?.id]);

  expect((await server.visitor().get('/api/fees/mine')).status).toBe(401);
  expect(await mine(await server.signedIn('reader', 'SCB'))).toEqual([]);
  // What the board agrees with a member stays with the board.
  expect((await rita.get(`/api/people/${self?.id}/fees`)).status).toBe(403);
});
