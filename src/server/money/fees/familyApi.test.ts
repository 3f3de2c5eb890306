import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FamilyProposal, FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRuleView } from '#shared/money/fees/fees.ts';
import type { MemberFees } from '#shared/money/fees/memberFees.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  for (const table of ['member_fee', 'fee_rule', 'fee_family']) await server.sql(`delete from ${table}`);
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  await server.outdate();
  anton = await server.signedIn('admin');
  const base = { layer: 'base', validFrom: '2020-01-01', rhythm: 'year' };
  await rule({ ...base, name: 'Kinder', position: 10, ageTo: 17, cents: 6000 });
  await rule({ ...base, name: 'Erwachsene', position: 20, cents: 12000 });
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refused<T> = Answer<T & Pick<ProblemBody, 'code' | 'fields'>>;
type Family = { name: string; payerPersonId: string; members: { personId: string; from: string; to?: string | null }[] };
const rule = async (values: object) => expect((await anton.post<FeeRuleView>('/api/fee-rules', values)).status).toBe(200);
const found = async (search = '') => (await anton.get<{ rows: FeeFamilyView[]; total: number }>(`/api/fee-families?search=${search}`)).body;
const make = (families: Family[], client = anton): Promise<Refused<{ made: number }>> => client.post('/api/fee-families', { families });
const next = async (search = '') =>
  (await anton.get<FeePreview>(`/api/fee-runs/preview?from=2027-01-01&to=2027-12-31&search=${search}`)).body.lines;
const since = (one: MemberRecord, from = '2027-01-01') => ({ personId: one.personId, from, to: null });

let made = 0;
async function member(lastname: string, birthDate: string, values: object = {}): Promise<MemberRecord> {
  const memberNo = `G${++made}`;
  const answer = await anton.post<MemberRecord>('/api/members', {
    firstname: `Vor${made}`,
    lastname,
    birthDate,
    joinedOn: '2020-01-01',
    memberNo,
    ...values,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

test('only the board of the club reads and edits its families', async () => {
  const one = await member('Fremd', '1980-01-01');
  const input = { name: 'Fremd', payerPersonId: one.personId, members: [since(one)] };
  await make([input]);
  const [family] = (await found('Fremd')).rows;
  const requests: [method: string, url: string, body?: object][] = [
    ['GET', '/api/fee-families?club=RWA'],
    ['GET', '/api/fee-families/proposals?club=RWA'],
    ['POST', '/api/fee-families', { club: 'RWA', families: [input] }],
    ['PUT', `/api/fee-families/${family?.id}`, { ...input, name: 'Anders', version: 1 }],
    ['DELETE', `/api/fee-families/${family?.id}`],
  ];
  const foreign = await server.signedIn('admin', 'SCB');
  for (const [method, url, sent] of requests) {
    expect((await server.visitor().send(method, url, sent)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect([403, 404]).toContain((await (await server.signedIn(role)).send(method, url, sent)).status);
    expect([403, 404]).toContain((await foreign.send(method, url, sent)).status);
  }
  expect((await found('Fremd')).rows).toEqual([family]);
  expect((await anton.send('DELETE', `/api/fee-families/${family?.id}`)).status).toBe(200);
  expect((await found('Fremd')).total).toBe(0);
});

test('people with one payer are proposed, made a family at once, and charged the flat price on one line', async () => {
  const father = await member('Yilmaz', '1980-01-01');
  const mother = await member('Yilmaz', '1982-01-01', { payerPersonId: father.personId });
  const kids = [
    await member('Yilmaz', '2015-01-01', { payerPersonId: father.personId }),
    await member('Yilmaz', '2017-01-01', { payerPersonId: father.personId }),
  ];
  const proposals = (await anton.get<FamilyProposal[]>('/api/fee-families/proposals')).body;
  const [proposal] = proposals.filter(({ name }) => name === 'Yilmaz');
  expect(proposal).toMatchObject({ basis: 'payer', payerPersonId: father.personId });
  expect(proposal?.members).toHaveLength(4);
  expect((await next('Yilmaz')).map(({ cents }) => cents).toSorted()).toEqual([12000, 12000, 6000, 6000]);
  await rule({ layer: 'family', name: 'Familienbeitrag', validFrom: '2020-01-01', rhythm: 'year', cents: 20000, familyMin: 3 });
  const members = [father, mother, ...kids].map((one) => since(one));
  expect((await make([{ name: 'Yilmaz', payerPersonId: father.personId, members }])).body).toEqual({ made: 1 });
  expect((await next('Familien')).map(({ cents, reason }) => [cents, reason])).toEqual([
    [20000, 'Familie Yilmaz, 4 Personen'],
    [0, 'in Familie Yilmaz enthalten'],
    [0, 'in Familie Yilmaz enthalten'],
    [0, 'in Familie Yilmaz enthalten'],
  ]);
  expect((await anton.get<FamilyProposal[]>('/api/fee-families/proposals')).body.filter(({ name }) => name === 'Yilmaz')).toEqual([]);
  // The fees of a child also show why it pays nothing.
  await server.sql(`update fee_family_member set from_day = '2026-01-01'`);
  await server.outdate();
  const [child] = kids;
  expect((await anton.get<MemberFees>(`/api/people/${child?.personId}/fees`)).body.lines).toMatchObject([
    { label: 'Familienbeitrag', cents: 0, reason: 'in Familie Yilmaz enthalten' },
  ]);
});

test('people of one name at one address are proposed, with the eldest adult as payer', async () => {
  const at = { street: 'Am Bach', houseNo: '3', postcode: '59999', city: 'Auenfeld' };
  const child = await member('Bachmann', '2014-01-01', at);
  const grown = await member('Bachmann', '1985-01-01', at);
  await member('Bachmann', '1985-01-01', { ...at, houseNo: '5' });
  const proposals = (await anton.get<FamilyProposal[]>('/api/fee-families/proposals')).body.filter(({ name }) => name === 'Bachmann');
  expect(proposals).toMatchObject([{ basis: 'address', payerPersonId: grown.personId }]);
  expect(new Set(proposals[0]?.members.map(({ personId }) => personId))).toEqual(new Set([child.personId, grown.personId]));
});

test('a non-member can be the payer, a member leaves the family on a day, and of two concurrent changes one is refused', async () => {
  const one = await member('Kurz', '2014-01-01');
  const other = await member('Kurz', '2016-01-01');
  const [stranger] = await server.sql<{ id: string }>(
    `select p.id from person p where club = 'RWA' and anonymised_at is null and merged_into is null
      and not exists (select 1 from member m where m.person_id = p.id) limit 1`,
  );
  const input = { name: 'Kurz', payerPersonId: stranger?.id ?? '', members: [since(one), since(other)] };
  expect((await make([input])).status).toBe(200);
  const [family] = (await found('Kurz')).rows;
  expect(family?.members).toHaveLength(2);
  const change = (values: object): Promise<Refused<FeeFamilyView>> =>
    anton.send('PUT', `/api/fee-families/${family?.id}`, { ...input, version: 1, ...values });
  const both = await Promise.all([
    change({ members: [since(one), { ...since(other), to: '2027-06-30' }] }),
    change({ members: [since(one), { ...since(other), to: '2027-06-30' }] }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await found('Kurz')).rows[0]?.members.map(({ to }) => to)).toEqual([null, '2027-06-30']);
  // The fees of the child are charged to the payer of the family.
  const { body } = await anton.get<FeePreview>('/api/fee-runs/preview?from=2027-01-01&to=2027-12-31&search=Kurz');
  expect(body.lines.map(({ cents }) => cents)).toEqual([6000, 6000]);
});

test('a member belongs to one family at a time, and a non-member to none; nothing is created then', async () => {
  const one = await member('Doppelt', '2014-01-01');
  const [stranger] = await server.sql<{ id: string }>(
    `select p.id from person p where club = 'RWA' and anonymised_at is null and merged_into is null
      and not exists (select 1 from member m where m.person_id = p.id) limit 1`,
  );
  const families = ['Eins', 'Zwei'].map((name) => ({ name, payerPersonId: one.personId, members: [since(one)] }));
  const refused = await make(families);
  expect([refused.status, refused.body.fields?.[0]]).toEqual([
    422,
    { path: 'members', message: 'Ein Mitglied gehört in dieser Zeit schon zu einer anderen Familie.' },
  ]);
  const none = await make([{ name: 'Drei', payerPersonId: one.personId, members: [{ personId: stranger?.id ?? '', from: '2027-01-01' }] }]);
  expect(none.body.fields?.[0]?.path).toBe('members');
  expect((await found('Doppelt')).total).toBe(0);
});
