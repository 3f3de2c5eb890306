import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRuleView } from '#shared/money/fees/fees.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let rule: FeeRuleView;
const year = { from: '2027-01-01', to: '2027-12-31' };

beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  for (const table of ['fee_family', 'member_fee', 'fee_rule']) await server.sql(`delete from ${table}`);
  await server.outdate();
  anton = await server.signedIn('admin');
  rule = (await create({})).body;
  for (const memberNo of ['E1', 'E2'])
    await anton.post('/api/members', { firstname: 'Ina', lastname: memberNo, birthDate: '1980-05-04', joinedOn: '2020-01-01', memberNo });
  const { hash } = (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${year.from}&to=${year.to}`)).body;
  expect((await anton.post('/api/fee-runs', { ...year, dueOn: '2027-02-01', hash })).status).toBe(200);
});
afterAll(async () => {
  setClock();
  await server.close();
});

const values = { layer: 'base', name: 'Erwachsene', validFrom: '2020-01-01', rhythm: 'year', cents: 12000, position: 10 };
const create = (more: object): Promise<Answer<FeeRuleView & Pick<ProblemBody, 'fields'>>> =>
  anton.post('/api/fee-rules', { ...values, ...more });
const rules = () => server.sql<{ name: string; retroactive_reason: string }>('select name, retroactive_reason from fee_rule order by name');
const raise = { name: 'Erhöht', validFrom: '2027-01-01', cents: 15000, position: 1 };

test('a raise for months that are charged is refused at the tick, with how many it concerns and how much, and nothing is written', async () => {
  const refused = await create(raise);
  expect([refused.status, refused.body.fields?.[0]]).toEqual([
    422,
    { path: 'isRetroactive', message: expect.stringContaining('bei 2 Mitgliedern um zusammen 60,00\u00A0€') },
  ]);
  const unreasoned = await create({ ...raise, isRetroactive: true });
  expect([unreasoned.status, unreasoned.body.fields?.[0]?.path]).toEqual([422, 'retroactiveReason']);
  expect((await rules()).map(({ name }) => name)).toEqual(['Erwachsene']);
});

test('what begins with the next period, costs less, or concerns nobody needs neither, and keeps no reason', async () => {
  for (const more of [
    { ...raise, validFrom: '2027-03-20' },
    { ...raise, validFrom: '2028-01-01' },
    { ...raise, cents: 12000 },
    { ...raise, kinds: ['supporting'] },
  ]) {
    const made = await create({ ...more, isRetroactive: true, retroactiveReason: 'Nicht nötig' });
    expect([made.status, made.body.retroactiveReason]).toEqual([200, '']);
    expect((await anton.send('DELETE', `/api/fee-rules/${made.body.id}`)).status).toBe(200);
  }
});

test('to raise by ending a cheaper rule or by another order needs them as well', async () => {
  const later = (await create({ ...raise, position: 20 })).body;
  const { id: _id, club: _club, isBooked: _booked, retroactiveReason: _reason, ...now } = rule;
  const ended = await anton.send<Pick<ProblemBody, 'fields'>>('PUT', `/api/fee-rules/${rule.id}`, { ...now, validTo: '2026-12-31' });
  expect([ended.status, ended.body.fields?.[0]?.path]).toEqual([422, 'isRetroactive']);
  expect((await anton.send('DELETE', `/api/fee-rules/${later.id}`)).status).toBe(200);
});

test('with the tick and a reason it is written; the reason stays with the rule and stands in the log, also after the rule is renamed', async () => {
  const made = await create({ ...raise, isRetroactive: true, retroactiveReason: 'Versammlung vom 20.11.2026' });
  expect([made.status, made.body.retroactiveReason]).toEqual([200, 'Versammlung vom 20.11.2026']);
  const [entry] = await server.sql<{ content: string }>(
    "select content from audit where content like 'Beitragsregel angelegt: Erhöht%' order by id desc limit 1",
  );
  expect(entry?.content).toBe(
    'Beitragsregel angelegt: Erhöht, rückwirkend bei 2 Mitgliedern um zusammen 60,00\u00A0€ (Versammlung vom 20.11.2026)',
  );
  const { id, club: _club, isBooked: _booked, retroactiveReason: _reason, ...now } = made.body;
  expect((await anton.send('PUT', `/api/fee-rules/${id}`, { ...now, name: 'Neu' })).status).toBe(200);
  expect(await rules()).toEqual([
    { name: 'Erwachsene', retroactive_reason: '' },
    { name: 'Neu', retroactive_reason: 'Versammlung vom 20.11.2026' },
  ]);
});
