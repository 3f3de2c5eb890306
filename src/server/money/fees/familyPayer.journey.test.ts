import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { ChargeBatchResult } from '#shared/money/batches/contract.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import type { Payment } from '#shared/money/mandates.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { CheckedRow, MemberImportView } from '#shared/people/memberImport.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

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
async function member(firstname: string, lastname: string, birthDate: string): Promise<MemberRecord> {
  const email = `${firstname}@${lastname}.example`.toLowerCase();
  const values = { memberNo: `FP${++made}`, firstname, lastname, birthDate, joinedOn: '2020-01-01', email };
  return (await anton.post<MemberRecord>('/api/members', values)).body;
}
/** Father, mother and two children; the father pays for all. */
async function family(name: string) {
  const [father, mother] = [await member('Vater', name, '1980-01-01'), await member('Mutter', name, '1982-01-01')];
  const children = [await member('Mia', name, '2015-01-01'), await member('Can', name, '2017-01-01')];
  const members = [father, mother, ...children].map(({ personId }) => ({ personId, from: '2026-01-01', to: null }));
  const input = { name, payerPersonId: father.personId, members };
  expect((await anton.post('/api/fee-families', { families: [input] })).status).toBe(200);
  const [row] = (await anton.get<{ rows: FeeFamilyView[] }>(`/api/fee-families?search=${name}`)).body.rows;
  const changeTo = ({ personId }: MemberRecord) =>
    anton.send('PUT', `/api/fee-families/${row?.id}`, { ...input, payerPersonId: personId, version: row?.version });
  return { father, mother, children, changeTo };
}
const payment = async ({ personId }: MemberRecord) => (await anton.get<Payment>(`/api/people/${personId}/payment`)).body;
const payerOf = async (one: MemberRecord) => (await payment(one)).payer.name;
const read = async ({ id }: MemberRecord) => (await anton.get<MemberRecord>(`/api/members/${id}`)).body;
const faultOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.fields?.[0]?.path, body.fields?.[0]?.message];
async function choose(one: MemberRecord, payerPersonId: string | null): Promise<Answer<Partial<ProblemBody>>> {
  const { version, memberNo, kind, joinedOn, feeGroup, firstname, lastname, birthDate, email } = await read(one);
  const values = { version, memberNo, kind, joinedOn, feeGroup, firstname, lastname, birthDate, email, payerPersonId };
  return anton.send('PATCH', `/api/members/${one.id}`, values);
}
async function ask(people: readonly MemberRecord[], label: string): Promise<void> {
  const personIds = people.map(({ personId }) => personId);
  const order = { kind: 'other', label, cents: 3000, dueOn: addDays(today(), 14), whom: 'people', personIds, organisationIds: [] };
  const levy = { ...order, taxSphere: 'business' };
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', levy)).body;
  expect((await anton.post<Levy>('/api/levies', { ...levy, hash })).status).toBe(200);
}
const chargesOf = async ({ personId }: MemberRecord) => (await anton.get<PayerAccount>(`/api/accounts/${personId}`)).body.charges;
const handOver = (rows: readonly ListedCharge[], { personId }: MemberRecord) =>
  anton.post<ChargeBatchResult & Partial<ProblemBody>>('/api/charges/batch', {
    action: 'payer',
    payerId: personId,
    items: rows.map(({ id, version }) => ({ id, version })),
    reason: 'Jetzt zahlt die Mutter',
  });

test('whoever pays for a family pays for each of its members, on every page; another payer is told once, to the family', async () => {
  const { father, mother, children, changeTo } = await family('Einig');
  for (const one of [father, mother, ...children]) expect(await payerOf(one)).toBe('Vater Einig');
  expect((await payment(father)).paysFor.map(({ name }) => name).toSorted()).toHaveLength(4);
  expect((await changeTo(mother)).status).toBe(200);
  for (const one of [father, mother, ...children]) expect(await payerOf(one)).toBe('Mutter Einig');
  expect((await read(mother)).payerPersonId).toBeNull();
  expect((await payment(father)).isOwn).toBe(false);
});

test('a form of a member does not name a payer against the family, and says where the payer of the family is changed', async () => {
  const { father, mother, children } = await family('Gegen');
  const [child] = children;
  if (!child) throw new Error('There is no child.');
  expect(faultOf(await choose(child, mother.personId))).toEqual([422, 'payerPersonId', expect.stringContaining('Familie „Gegen“')]);
  expect(faultOf(await choose(child, null))).toEqual([422, 'payerPersonId', expect.stringContaining('Vater Gegen')]);
  expect((await choose(child, father.personId)).status).toBe(200);
  expect(await payerOf(child)).toBe('Vater Gegen');
  const alone = await member('Ida', 'Allein', '1990-01-01');
  expect((await choose(alone, mother.personId)).status).toBe(200);
});

test('what is open of a payer goes to another one at once, with one mail to each; what is paid in part stays', async () => {
  const { father, mother, children } = await family('Offen');
  const [mia, can] = children;
  if (!mia || !can) throw new Error('There are no children.');
  await ask([mia, can], 'Trikots');
  await ask([can], 'Lager');
  const camp = (await chargesOf(father)).find(({ label }) => label === 'Lager');
  await anton.post(`/api/charges/${camp?.id}/installments`, {
    version: camp?.version,
    count: 3,
    firstOn: addDays(today(), 10),
    reason: 'vereinbart',
  });
  const open = (await chargesOf(father)).filter(({ state }) => state === 'open');
  expect(open).toHaveLength(5);
  const done = await handOver(open, mother);
  expect([done.status, done.body.changed?.length, done.body.cents, done.body.left]).toEqual([200, 5, 9000, []]);
  const now = (await chargesOf(mother)).filter(({ state }) => state === 'open');
  expect(now.map(({ cents }) => cents).toSorted()).toEqual([1000, 1000, 1000, 3000, 3000]);
  expect(new Set(now.map(({ method }) => method))).toEqual(new Set(['transfer']));
  expect((await chargesOf(father)).filter(({ state }) => state === 'open')).toEqual([]);
  const mails = await server.sql<{ recipient: string; subject: string; body: string }>(
    `select recipient, subject, body from outbox_mail where recipient like '%@offen.example' and subject not like 'In Raten%' and subject not like '%Forderung%neu%' order by id desc limit 2`,
  );
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['mutter@offen.example', 'vater@offen.example']);
  const [toMother] = mails.filter(({ recipient }) => recipient.startsWith('mutter'));
  expect(toMother?.body).toContain('Mia Offen: Trikots: 30,00');

  await ask([mia], 'Fahrt');
  const trip = (await chargesOf(father)).filter(({ label }) => label === 'Fahrt');
  await anton.post('/api/payments', { payerId: father.personId, cents: 1000, bookedOn: today() });
  const [partly] = (await chargesOf(father)).filter(({ label }) => label === 'Fahrt');
  expect(trip).toHaveLength(1);
  const left = await handOver(partly ? [partly] : [], mother);
  expect(left.body.left).toEqual([{ reason: 'schon bezahlt oder angemahnt', count: 1 }]);
  const toNobody = await handOver(now.slice(0, 1), { ...mother, personId: crypto.randomUUID() });
  expect(faultOf(toNobody)).toEqual([422, 'payerId', 'Diesen Zahler gibt es im Verein nicht.']);
});

test('a list of another program does not part a family: whoever pays for it goes on, and the dry run says so', async () => {
  const { mother, children } = await family('Liste');
  const [child] = children;
  if (!child) throw new Error('There is no child.');
  const file = `Mitglnr;Nachname;Vorname;Geburtsdatum;Zahler\n${child.memberNo};Liste;Mia;01.01.2015;${mother.memberNo}`;
  const content = Buffer.from(file).toString('base64');
  const { id, mapping } = (await anton.post<MemberImportView>('/api/members/imports', { fileName: 'liste.csv', content })).body;
  const { rows } = (await anton.send<{ rows: CheckedRow[] }>('PUT', `/api/members/imports/${id}/mapping`, { mapping })).body;
  expect(rows).toMatchObject([{ result: 'unchanged', message: 'für die Familie „Liste“ zahlt weiter Vater Liste' }]);
  await anton.post(`/api/members/imports/${id}/apply`, {});
  await expect.poll(async () => (await anton.get<MemberImportView>(`/api/members/imports/${id}`)).body.state).toBe('done');
  expect(await payerOf(child)).toBe('Vater Liste');
});
