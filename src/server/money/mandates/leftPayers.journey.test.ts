import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import type { LeftPayer } from '#shared/money/payerLists.ts';
import type { DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

let made = 0;
async function member(firstname: string, values: object = {}): Promise<MemberRecord> {
  const base = { memberNo: `LP${++made}`, firstname, lastname: 'Weg', birthDate: '1980-01-01', joinedOn: '2020-01-01' };
  const answer = await anton.post<MemberRecord>('/api/members', { ...base, ...values });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}
async function leave({ id }: MemberRecord, leftOn: string): Promise<void> {
  const { version } = (await anton.get<MemberRecord>(`/api/members/${id}`)).body;
  expect((await anton.send('PUT', `/api/members/${id}/leave`, { leftOn, version })).status).toBe(200);
}
/** A parent who has left, and a child for whom they still pay unless the values say otherwise. */
async function parentAndChild(name: string, values: object = {}) {
  const parent = await member(name);
  const child = await member(`Kind ${name}`, { birthDate: '2015-01-01', payerPersonId: parent.personId, ...values });
  await leave(parent, addDays(today(), -1));
  return { parent, child };
}
async function ask({ personId }: MemberRecord): Promise<void> {
  const whom = { whom: 'people', personIds: [personId], organisationIds: [] };
  const levy = { kind: 'other', label: 'Trikot', cents: 3000, dueOn: addDays(today(), 14), taxSphere: 'business', ...whom };
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', levy)).body;
  expect((await anton.post<Levy>('/api/levies', { ...levy, hash })).status).toBe(200);
}
async function payFor(child: MemberRecord, payerPersonId: string | null): Promise<void> {
  const { version, memberNo, kind, joinedOn, feeGroup, firstname, lastname, birthDate, email } = (
    await anton.get<MemberRecord>(`/api/members/${child.id}`)
  ).body;
  const values = { version, memberNo, kind, joinedOn, feeGroup, firstname, lastname, birthDate, email, payerPersonId };
  expect((await anton.send('PATCH', `/api/members/${child.id}`, values)).status).toBe(200);
}
const list = async (search = '') => (await anton.get<LeftPayer[]>(`/api/mandates/left?search=${encodeURIComponent(search)}`)).body;
/** The payers of these tests in the list; the card counts as many as the whole list shows. */
async function left(): Promise<string[]> {
  const { body } = await anton.get<{ name: DashboardCardName; count: number }[]>('/api/dashboard');
  expect(body.find(({ name }) => name === 'payersLeft')?.count).toBe((await list()).length);
  return (await list('Weg, ')).map(({ name }) => name);
}

test('only the board of the club sees payers who have left', async () => {
  expect((await server.visitor().get('/api/mandates/left')).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).get('/api/mandates/left')).status).toBe(403);
  const foreign = await server.signedIn('admin', 'SCB');
  expect((await foreign.get('/api/mandates/left?club=RWA')).status).toBe(404);
});

test('whoever has left and pays the fee of a member is listed until another payer is named', async () => {
  const { parent, child } = await parentAndChild('Alfons');
  const mother = await member('Berta');
  expect(await left()).toEqual(['Weg, Alfons']);
  expect((await list('alfons'))[0]).toEqual({
    payerId: parent.personId,
    name: 'Weg, Alfons',
    leftOn: addDays(today(), -1),
    hasDied: false,
    isKept: false,
    paysFor: [{ name: 'Kind Alfons Weg', memberId: child.id, openCents: 0 }],
  });
  await payFor(child, mother.personId);
  expect(await left()).toEqual([]);
  expect((await (await server.signedIn('admin', 'SCB')).get<LeftPayer[]>('/api/mandates/left')).body).toEqual([]);
});

test('whoever is still a member, comes back, never was one, or pays for nobody else is not listed', async () => {
  const going = await member('Cesar');
  await member('Kind Cesar', { payerPersonId: going.personId });
  await leave(going, addDays(today(), 1));
  const { parent } = await parentAndChild('Dora');
  await member('Dora', { memberNo: 'LPD', personId: parent.personId, joinedOn: addDays(today(), 30) });
  const alone = await member('Emil');
  await ask(alone);
  await leave(alone, addDays(today(), -1));
  const gone = await parentAndChild('Frieda');
  await leave(gone.child, addDays(today(), -1));
  expect(await left()).toEqual([]);
});

test('an open charge of somebody else keeps a payer in the list, with the sum, until it is settled', async () => {
  const parent = await member('Gustav');
  const child = await member('Kind Gustav', { payerPersonId: parent.personId });
  await ask(child);
  await payFor(child, null);
  await leave(parent, addDays(today(), -1));
  expect((await list('gustav')).map(({ paysFor }) => paysFor)).toEqual([[{ name: 'Kind Gustav Weg', memberId: null, openCents: 3000 }]]);
  expect(await left()).toEqual(['Weg, Gustav']);
  const [open] = await server.sql<{ id: string; version: number }>(
    "select id, version from charge where payer_person_id = $1 and state = 'open'",
    [parent.personId],
  );
  expect((await anton.post('/api/charges/state', { items: [open], to: 'paid', paidOn: today() })).status).toBe(200);
  expect(await left()).toEqual([]);
});

test('the payer of a family and a mandate for one person count as well', async () => {
  const [father, mother] = [await member('Hans'), await member('Ida')];
  const child = await member('Kind Hans', { birthDate: '2015-01-01' });
  const members = [mother, child].map(({ personId }) => ({ personId, from: '2026-01-01', to: null }));
  await anton.post('/api/fee-families', { families: [{ name: 'Weg', payerPersonId: father.personId, members }] });
  await leave(father, addDays(today(), -1));
  expect((await list('hans'))[0]?.paysFor.map(({ name }) => name)).toEqual(['Ida Weg', 'Kind Hans Weg']);
  // Whatever the memberships say, the fee run takes the payer of the family.
  await server.sql('update member set payer_person_id = null where payer_person_id = $1', [father.personId]);
  expect((await list('hans'))[0]?.paysFor).toHaveLength(2);
  await server.sql(
    "update fee_family_member set to_day = '2026-10-31' where family_id in (select id from fee_family where payer_person_id = $1)",
    [father.personId],
  );
  expect(await left()).toEqual([]);

  const mandate = { iban: 'DE02500105170137075030', accountHolder: 'Hans Weg', signedOn: '2026-01-01', reference: 'LP-1' };
  const given = await anton.post<{ id: string; version: number }>('/api/mandates', {
    ...mandate,
    payerPersonId: father.personId,
    forPersonId: child.personId,
  });
  expect(given.status).toBe(200);
  expect(await left()).toEqual(['Weg, Hans']);
  await anton.post(`/api/mandates/${given.body.id}/ending`, { reason: 'revoked_by_payer', on: today(), version: given.body.version });
  expect(await left()).toEqual([]);
});
