import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { PayoutProposal } from '#shared/money/payouts/contract.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  // Only the members created by these tests are charged fees.
  await server.sql(`update member set left_on = '2020-01-01', joined_on = '2019-01-01' where club = 'RWA'`);
  await server.sql('delete from fee_family');
  await server.sql('delete from member_fee');
  await server.sql('delete from fee_rule');
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const enter = async (name: string, email = '') =>
  (await anton.post<Organisation>('/api/organisations', { name, kind: 'company', email, street: 'Marktplatz 3', city: 'Auenfeld' })).body;
let made = 0;
const member = async (lastname: string) => {
  const values = {
    memberNo: `T${++made}`,
    firstname: 'Ole',
    lastname,
    birthDate: '1980-05-04',
    joinedOn: '2020-01-01',
    email: `${lastname.toLowerCase()}@ole.example`,
  };
  return (await anton.post<MemberRecord>('/api/members', values)).body;
};
async function ask(to: { organisationIds?: string[]; personIds?: string[] }, label: string, cents: number): Promise<Levy> {
  const whom = to.personIds ? 'people' : 'organisations';
  const order = { kind: 'other', label, cents, dueOn: addDays(today(), 14), whom, taxSphere: 'business', organisationIds: [], ...to };
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', order)).body;
  return (await anton.post<Levy>('/api/levies', { ...order, hash })).body;
}
const account = async (id: string) => (await anton.get<PayerAccount>(`/api/accounts/${id}`)).body;
const chargesOf = async (id: string) => (await account(id)).charges;
const takeOver = (one: ListedCharge | undefined, payerId: string) =>
  anton.post<ListedCharge & Partial<ProblemBody>>(`/api/charges/${one?.id}/terms`, {
    version: one?.version,
    payerId,
    reason: 'Kostenübernahme',
  });
const faultOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.fields?.[0]?.path, body.fields?.[0]?.message];

test('a fee taken over by an organisation stays with it when it is recalculated, higher or lower; it gets a letter', async () => {
  const year = { from: '2027-01-01', to: '2027-12-31' };
  const preview = async () => (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${year.from}&to=${year.to}`)).body;
  const run = async () => (await anton.post('/api/fee-runs', { ...year, dueOn: '2027-02-01', hash: (await preview()).hash })).status;
  const rule = { layer: 'base', name: 'Erwachsene', validFrom: '2020-01-01', rhythm: 'year', cents: 12_000 };
  const { id: ruleId } = (await anton.post<{ id: string }>('/api/fee-rules', rule)).body;
  const { personId } = await member('Mitglied');
  expect(await run()).toBe(200);
  const office = await enter('Sozialamt');
  expect((await takeOver((await chargesOf(personId))[0], office.id)).status).toBe(200);
  await server.sql(`update fee_rule set cents = 10000 where id = $1`, [ruleId]);
  await server.outdate();
  expect((await preview()).letters).toEqual({ count: 1, names: ['Sozialamt'] });
  expect(await run()).toBe(200);
  expect(await chargesOf(office.id)).toMatchObject([{ cents: 10_000, state: 'open', method: 'transfer' }]);
  await server.sql(`update fee_rule set cents = 11000 where id = $1`, [ruleId]);
  await server.outdate();
  expect(await run()).toBe(200);
  expect((await chargesOf(office.id)).map(({ cents }) => cents).toSorted()).toEqual([1000, 10_000]);
  expect(await chargesOf(personId)).toEqual([]);
});

test('a refund to an organisation is listed among the payouts, to be transferred by hand, and is in no file', async () => {
  const { id } = await enter('Sparkasse');
  await ask({ organisationIds: [id] }, 'Werbung', 5000);
  await anton.post('/api/payments', { payerId: id, cents: 6000, bookedOn: today() });
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>('/api/charges?search=Sparkasse&state=paid')).body;
  const back = { version: rows[0]?.version, cents: 2000, reason: 'Zu viel' };
  expect((await anton.post(`/api/charges/${rows[0]?.id}/refunds`, back)).status).toBe(200);
  const parts = (await anton.get<PayoutProposal>('/api/payout-runs/proposal')).body.candidates.filter(({ name }) => name === 'Sparkasse');
  const whole = { payeeId: id, isOrganisation: true, account: null, fault: expect.stringContaining('selbst überweisen') };
  expect(parts).toMatchObject([
    { ...whole, source: 'credit', cents: 1000 },
    { ...whole, source: 'refund', cents: 2000 },
  ]);
  const chosen = parts.map(({ source, sourceId }) => ({ source, sourceId }));
  expect((await anton.post('/api/payout-runs', { chosen, totalCents: 3000 })).status).toBe(409);
});

test('an organisation that owes the same already cannot take it over again, which is reported at its field', async () => {
  const [one, other] = [await enter('Metzgerei'), await enter('Schreinerei')];
  await ask({ organisationIds: [one.id, other.id] }, 'Bandenwerbung', 4000);
  const refused = await takeOver((await chargesOf(one.id))[0], other.id);
  expect(faultOf(refused)).toEqual([422, 'payerId', expect.stringContaining('schon')]);
  expect(await chargesOf(one.id)).toMatchObject([{ state: 'open', cents: 4000 }]);
});

test('charges paid by an organisation are not switched to debit, neither singly nor in bulk, and are not listed as lacking a mandate', async () => {
  const { id } = await enter('Apotheke');
  const { personId } = await member('Ohnemandat');
  await ask({ organisationIds: [id] }, 'Programmheft', 3000);
  await ask({ personIds: [personId] }, 'Programmheft', 3000);
  const charges = [...(await chargesOf(id)), ...(await chargesOf(personId))];
  const refused = await anton.post<Partial<ProblemBody>>('/api/sepa-runs/methods', {
    chargeIds: charges.map((one) => one.id),
    method: 'sepa',
  });
  expect(faultOf(refused)).toEqual([422, 'method', expect.stringContaining('Organisation')]);
  expect([...(await chargesOf(id)), ...(await chargesOf(personId))].map(({ method }) => method)).toEqual(['transfer', 'transfer']);
  const found = await anton.get<{ rows: ListedCharge[] }>('/api/charges?hitch=withoutMandate&search=Programmheft&limit=100');
  const all = await anton.get<{ rows: ListedCharge[] }>('/api/charges?hitch=withoutMandate&limit=100');
  expect(found.status).toBe(200);
  expect(all.body.rows.some(({ payerId }) => payerId === personId)).toBe(true);
  expect(all.body.rows.some(({ isOrganisation }) => isOrganisation)).toBe(false);
});
