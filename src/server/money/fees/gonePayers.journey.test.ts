import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import type { LeftPayer } from '#shared/money/payerLists.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  const rule = { layer: 'base', name: 'Alle', rhythm: 'year', cents: 12000, validFrom: '2020-01-01' };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
});
afterAll(async () => {
  setClock();
  await server.close();
});

let made = 0;
async function member(firstname: string, lastname: string, birthDate = '1980-01-01'): Promise<MemberRecord> {
  const values = { memberNo: `GP${++made}`, firstname, lastname, birthDate, joinedOn: '2020-01-01' };
  return (await anton.post<MemberRecord>('/api/members', values)).body;
}
async function family(name: string) {
  const father = await member('Vater', name);
  const mother = await member('Mutter', name, '1982-01-01');
  const child = await member('Mia', name, '2015-01-01');
  const members = [father, mother, child].map(({ personId }) => ({ personId, from: '2026-01-01', to: null }));
  expect((await anton.post('/api/fee-families', { families: [{ name, payerPersonId: father.personId, members }] })).status).toBe(200);
  return { father, mother, child };
}
async function leave({ id }: MemberRecord, leftOn: string): Promise<void> {
  const { version } = (await anton.get<MemberRecord>(`/api/members/${id}`)).body;
  expect((await anton.send('PUT', `/api/members/${id}/leave`, { leftOn, version })).status).toBe(200);
}
async function preview(name: string, year = '2027') {
  const asked = new URLSearchParams({ from: `${year}-01-01`, to: `${year}-12-31`, search: name });
  const { lines, faults } = (await anton.get<FeePreview>(`/api/fee-runs/preview?${asked.toString()}`)).body;
  return { lines, fault: faults.find((one) => one.name === `Familie ${name}`) };
}
const keep = (client: Client, { personId }: MemberRecord, leftOn: string, isKept = true) =>
  client.send('PUT', `/api/fee-payers/${personId}/kept`, { leftOn, isKept });

test('a family whose payer leaves is a fault of the run, until the proposed adult pays', async () => {
  const { father, mother } = await family('Gehtweg');
  expect((await preview('Gehtweg')).lines).toHaveLength(3);
  await leave(father, '2026-12-31');
  const { lines, fault } = await preview('Gehtweg');
  expect(lines).toEqual([]);
  expect(fault).toMatchObject({ lacks: 'payer', reason: 'Vater Gehtweg zahlt und gehört nur bis 31.12.2026 zum Verein.' });
  expect(fault?.family).toMatchObject({ leftOn: '2026-12-31', proposal: { personId: mother.personId, name: 'Mutter Gehtweg' } });
  // The year in which they are still there is no question.
  expect((await preview('Gehtweg', '2026')).fault).toBeUndefined();

  const take = (client: Client, version = fault?.family?.version) =>
    client.send<FeeFamilyView>('PUT', `/api/fee-families/${fault?.family?.id}/payer`, { payerPersonId: mother.personId, version });
  for (const role of ['reader', 'trainer', 'editor'] as const) expect((await take(await server.signedIn(role))).status).toBe(403);
  expect((await take(server.visitor())).status).toBe(401);
  expect((await take(await server.signedIn('admin', 'SCB'))).status).toBe(404);
  const taken = await take(anton);
  expect([taken.status, taken.body.payer, taken.body.members.length]).toEqual([200, 'Mutter Gehtweg', 3]);
  expect((await take(anton)).status).toBe(409);
  const after = await preview('Gehtweg');
  expect([after.lines.length, after.fault]).toEqual([2, undefined]);
});

test('the board says that a former member keeps paying, which holds until the next leaving', async () => {
  const { father } = await family('Bleibt');
  const day = addDays(today(), -1);
  await leave(father, day);
  expect((await preview('Bleibt')).fault?.family?.leftOn).toBe(day);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await keep(await server.signedIn(role), father, day)).status).toBe(403);
  expect((await keep(await server.signedIn('admin', 'SCB'), father, day)).status).toBe(404);
  expect((await keep(anton, father, addDays(day, -1))).status).toBe(409);
  expect((await keep(anton, father, day)).status).toBe(200);
  expect((await keep(anton, father, day)).status).toBe(200);
  expect((await preview('Bleibt')).lines).toHaveLength(2);
  const listed = async () => (await anton.get<LeftPayer[]>('/api/mandates/left?search=Bleibt')).body;
  expect((await listed()).map(({ isKept }) => isKept)).toEqual([true]);
  const [{ content } = { content: '' }] = await server.sql<{ content: string }>(
    'select content from audit order by time desc, id desc limit 1',
  );
  expect(content).toContain('Vater Bleibt, ausgetreten am');

  await leave(father, addDays(day, -1));
  expect((await listed()).map(({ isKept }) => isKept)).toEqual([false]);
  expect((await preview('Bleibt')).fault).toBeDefined();
  await keep(anton, father, addDays(day, -1));
  await keep(anton, father, addDays(day, -1), false);
  expect((await preview('Bleibt')).fault).toBeDefined();
});

test('somebody who died cannot keep paying; what was charged before stays with them', async () => {
  const { father, mother } = await family('Trauer');
  const { hash } = (await anton.get<FeePreview>('/api/fee-runs/preview?from=2026-01-01&to=2026-12-31')).body;
  const order = { from: '2026-01-01', to: '2026-12-31', dueOn: addDays(today(), 20), hash };
  expect((await anton.post('/api/fee-runs', order)).status).toBe(200);
  const { version } = (await anton.get<{ version: number }>(`/api/people/${father.personId}/death`)).body;
  const noted = await anton.send('PUT', `/api/people/${father.personId}/death`, { version, diedOn: addDays(today(), -2) });
  expect([noted.status, noted.text]).toEqual([200, expect.any(String)]);
  const { fault } = await preview('Trauer');
  expect(fault?.reason).toMatch(/^Vater Trauer zahlt und ist am .* gestorben\.$/);
  expect(fault?.family).toMatchObject({ leftOn: null, proposal: { personId: mother.personId } });
  expect((await keep(anton, father, addDays(today(), -2))).status).toBe(409);
  const again = await preview('Trauer', '2026');
  expect([again.fault, again.lines.map(({ change, cents }) => cents === 0 || change === 'same').includes(false)]).toEqual([
    undefined,
    false,
  ]);
});
