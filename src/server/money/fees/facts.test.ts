import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicFeeRule } from '#shared/money/fees/feeOrder.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.outdate();
});
afterAll(() => server.close());

test('the fee year of a club begins with its configured month: partial years and entry prices count from there', async () => {
  const [anton, svea] = [await server.signedIn('admin'), await server.signedIn('super')];
  await server.sql(`delete from fee_rule where club = 'RWA'`);
  const [person] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Juli', 'Jahresbeginn', '1985-02-03', now(), now()) returning id`,
  );
  await server.sql(
    `insert into member (id, club, person_id, member_no, status, kind, joined_on)
     values (gen_random_uuid(), 'RWA', $1, 'J-1', 'active', 'active', '2027-10-01')`,
    [person?.id],
  );
  const rule = { layer: 'base', name: 'Alle', validFrom: '2020-01-01', cents: 12_000 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  const lines = async () =>
    (await anton.get<FeePreview>('/api/fee-runs/preview?from=2027-07-01&to=2028-06-30&search=Jahresbeginn')).body.lines
      .map(({ from, to, cents }) => [from, to, cents])
      .toSorted();
  // The calendar year: three months of 2027, and all of 2028.
  expect(await lines()).toEqual([
    ['2027-10-01', '2027-12-31', 3000],
    ['2028-01-01', '2028-12-31', 12_000],
  ]);
  const { body } = await svea.get<{ name: string; version: number }[]>('/api/config');
  const name = 'fees.RWA.yearStart';
  const { version } = body.find((one) => one.name === name) ?? {};
  expect((await svea.send('PUT', `/api/config/${name}`, { value: 13, version })).status).toBe(422);
  expect((await svea.send('PUT', `/api/config/${name}`, { value: 7, version })).status).toBe(200);
  expect(await lines()).toEqual([['2027-10-01', '2028-06-30', 9000]]);
  // A run proposes the fee year that contains today.
  const period = (await svea.get<{ from: string; to: string }>('/api/fee-runs/period?club=RWA')).body;
  expect(period).toEqual({ from: expect.stringMatching(/-07-01$/), to: expect.stringMatching(/-06-30$/) });
  const today = localOf(new Date()).date;
  expect([period.from <= today, today <= period.to, Number(period.to.slice(0, 4)) - Number(period.from.slice(0, 4))]).toEqual([
    true,
    true,
    1,
  ]);
  const order = (await server.visitor().get<{ yearStart: number; rules: PublicFeeRule[] }>('/api/fee-order')).body;
  expect([order.yearStart, order.rules.map((one) => one.name)]).toEqual([7, ['Alle']]);
});
