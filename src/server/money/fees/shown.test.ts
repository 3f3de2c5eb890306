import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Department } from '#shared/club/departments.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  for (const table of ['fee_family', 'member_fee', 'fee_rule']) await server.sql(`delete from ${table}`);
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const preview = async (filter: string) =>
  (await anton.get<FeePreview>(`/api/fee-runs/preview?from=2027-01-01&to=2027-12-31&${filter}`)).body;
const found = async (filter: string) => (await preview(filter)).lines.map(({ name }) => name).toSorted();

async function member(firstname: string, values: object = {}): Promise<MemberRecord> {
  const of = { firstname, lastname: 'Filter', birthDate: '1980-05-04', joinedOn: '2020-01-01', memberNo: `F-${firstname}` };
  return (await anton.post<MemberRecord>('/api/members', { ...of, ...values })).body;
}

test('a preview is filtered by department, fee group and exception, and lists members that cannot be charged', async () => {
  const rule = { layer: 'base', name: 'Erwachsene', kinds: ['active'], validFrom: '2020-01-01', rhythm: 'year', cents: 12_000 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  const [turnen] = (await anton.get<Department[]>('/api/departments?club=RWA')).body;
  await member('Ada', { departmentIds: [turnen?.id] });
  const bea = await member('Bea', { feeGroup: 'Rentner' });
  const free = await member('Aaron');
  const exception = { layer: 'base', departmentId: null, kind: 'free', from: '2026-12-01', reason: 'Vorstand' };
  expect((await anton.post(`/api/people/${free.personId}/fee-exceptions`, exception)).status).toBe(200);
  await member('Dan', { kind: 'passive', feeGroup: 'Rentner' });
  // Lines without an amount come last.
  expect((await preview('')).lines.map(({ name }) => name)).toEqual(['Filter, Ada', 'Filter, Bea', 'Filter, Aaron']);
  expect(await found(`departmentId=${turnen?.id}`)).toEqual(['Filter, Ada']);
  expect(await found('feeGroup=Rentner')).toEqual(['Filter, Bea']);
  expect(await found('show=exception')).toEqual(['Filter, Aaron']);
  expect(await found('method=transfer')).toEqual(['Filter, Aaron', 'Filter, Ada', 'Filter, Bea']);
  expect(
    (await anton.send('PUT', `/api/people/${bea.personId}/fee-terms`, { rhythm: null, method: 'cash', feesFrom: null, version: 0 })).status,
  ).toBe(200);
  expect(await preview('method=cash')).toMatchObject({ found: 1, lines: [{ name: 'Filter, Bea' }], newLines: 2 });
  expect([await found('method=sepa'), (await preview('isWhole=true')).found]).toEqual([[], 3]);
  const faulty = await preview('show=fault');
  expect(faulty).toMatchObject({ lines: [], faultCount: 1, faultsFound: [{ name: 'Filter, Dan' }], newLines: 2 });
  expect((await preview('show=fault&feeGroup=Rentner&search=dan')).faultsFound).toHaveLength(1);
  expect((await preview(`show=fault&departmentId=${turnen?.id}`)).faultsFound).toEqual([]);
  // Other filters only restrict the lines; the totals above them are for the whole run.
  expect(await preview('feeGroup=Rentner')).toMatchObject({ faultsFound: [], faultCount: 1, newLines: 2 });
});

test('whoever owes several instalments is counted, and the days on which the later ones begin are named', async () => {
  const rule = { layer: 'base', name: 'Passive', kinds: ['passive'], validFrom: '2020-01-01', rhythm: 'quarter', cents: 3150 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  expect(await preview('')).toMatchObject({ newLines: 6, several: 1, parts: ['2027-04-01', '2027-07-01', '2027-10-01'] });
  const first = await anton.get<FeePreview>('/api/fee-runs/preview?from=2027-01-01&to=2027-03-31');
  expect(first.body).toMatchObject({ newLines: 3, several: 0, parts: [] });
});
