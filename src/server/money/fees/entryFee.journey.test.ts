import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import type { MemberFees } from '#shared/money/fees/memberFees.ts';
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

const year = { from: '2026-01-01', to: '2026-12-31' };
const preview = async (show = 'all') =>
  (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${year.from}&to=${year.to}&show=${show}`)).body;
const book = async (hash: string) => (await anton.post<FeeRun>('/api/fee-runs', { ...year, dueOn: '2026-12-15', hash })).body;

test('an entry fee that asks the age is named at the member without a birth date, and follows with the next run once it is known', async () => {
  const rule = { validFrom: '2020-01-01', rhythm: 'year' };
  await anton.post('/api/fee-rules', { ...rule, layer: 'base', name: 'Alle', cents: 12000 });
  await anton.post('/api/fee-rules', { ...rule, layer: 'entry', name: 'Aufnahme', ageFrom: 18, cents: 1500 });
  const values = { firstname: 'Ole', lastname: 'Ohnetag', memberNo: 'E1', birthDate: '', joinedOn: '2026-03-10' };
  const one = (await anton.post<MemberRecord>('/api/members', values)).body;

  const shown = await preview();
  const fault = { memberId: one.id, lacks: 'birthDate', reason: 'Das Geburtsdatum fehlt.' };
  expect(shown.lines.map(({ label, cents }) => [label, cents])).toEqual([['Alle', 10000]]);
  expect([shown.faultCount, shown.faults]).toEqual([1, [expect.objectContaining(fault)]]);
  expect((await preview('fault')).faultsFound).toMatchObject([fault]);
  // The page of the member says it, too.
  const ofMember = (await anton.get<MemberFees>(`/api/people/${one.personId}/fees`)).body;
  expect(ofMember.faults).toEqual([fault.reason]);
  expect(await book(shown.hash)).toMatchObject({ lines: 1, totalCents: 10000 });

  const { version } = (await anton.get<MemberRecord>(`/api/members/${one.id}`)).body;
  const known = await anton.send('PATCH', `/api/members/${one.id}`, { ...values, version, kind: 'active', birthDate: '1990-01-01' });
  expect(known.status).toBe(200);
  const after = await preview();
  expect([after.faultCount, after.newLines, after.newCents, after.same]).toEqual([0, 1, 1500, 1]);
  expect(await book(after.hash)).toMatchObject({ lines: 1, totalCents: 1500 });
});
