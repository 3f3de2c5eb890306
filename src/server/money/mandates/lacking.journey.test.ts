import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { LackingMandate } from '#shared/money/payerLists.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-11-22T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

async function group(): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max,
       age_reference, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', 'Minis', '2026-09-07', 'published', 'open', false, 20, 'session', now(), now())`,
    [id, `l-${id}`],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, 'month')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30'
     from generate_series('2026-09-07'::timestamp, '2027-03-29'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

const account = { iban: 'DE89 3704 0044 0532 0130 00', accountHolder: 'Rosa Lacking' };
const lackingOf = async (client: Client) => (await client.get<LackingMandate[]>('/api/mandates/mine/lacking')).body;

test('a mother whose mandate has ended is told, and gives a new one herself; nobody else can, and nobody without an agreement', async () => {
  const course = await group();
  const rosa = await server.signedIn('reader');
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Mila', lastname: 'Lacking', birthDate: '2018-02-03', gender: 'w' };
  const { id } = (await rosa.post<OwnPerson>('/api/people/mine', child)).body;
  const order = { personIds: [id], method: 'sepa', mandate: account, acceptsTerms: true };
  expect((await rosa.post(`/api/courses/${course}/registrations`, order)).status).toBe(200);
  expect(await lackingOf(rosa)).toEqual([]);
  const [mandate] = await server.sql<{ id: string; version: number; payer: string }>(
    'select id, version, payer_person_id as payer from sepa_mandate where account_holder = $1',
    [account.accountHolder],
  );
  const give = (client: Client, input: object = {}) =>
    client.post<ProblemBody>('/api/mandates/mine', { payerPersonId: mandate?.payer, ...account, ...input });
  expect((await give(rosa)).body.code).toBe('wrong-state');

  const anton = await server.signedIn('admin');
  const end = { reason: 'revoked_by_payer', on: '2026-11-22', version: mandate?.version };
  expect((await anton.post(`/api/mandates/${mandate?.id}/ending`, end)).status).toBe(200);
  expect(await lackingOf(rosa)).toEqual([
    { payerPersonId: mandate?.payer, club: 'RWA', names: ['Mila Lacking'], text: expect.stringContaining('DE98ZZZ09999999999') },
  ]);
  expect(await lackingOf(await server.signedIn('trainer'))).toEqual([]);
  expect((await give(await server.signedIn('trainer'))).status).toBe(404);
  expect((await server.visitor().get('/api/mandates/mine/lacking')).status).toBe(401);
  const mistyped = await give(rosa, { iban: 'DE89 3704 0044 0532 0130 01' });
  expect([mistyped.status, mistyped.body.fields?.[0]?.path]).toEqual([422, 'iban']);

  expect((await give(rosa)).status).toBe(200);
  expect(await lackingOf(rosa)).toEqual([]);
  const kept = await server.sql('select state, origin, signed_on::text from sepa_mandate where account_holder = $1 order by state', [
    account.accountHolder,
  ]);
  expect(kept).toEqual([
    { state: 'active', origin: 'online', signed_on: '2026-11-22' },
    { state: 'revoked', origin: 'online', signed_on: '2026-11-22' },
  ]);
});

test('charges paid by transfer require no mandate', async () => {
  const course = await group();
  const rosa = await server.signedIn('reader');
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Ben', lastname: 'Lacking', birthDate: '2018-02-03', gender: 'm' };
  const { id } = (await rosa.post<OwnPerson>('/api/people/mine', child)).body;
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [id], method: 'transfer', acceptsTerms: true });
  expect(await lackingOf(rosa)).toEqual([]);
});
