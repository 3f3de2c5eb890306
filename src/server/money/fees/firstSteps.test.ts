import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeStep } from '#shared/money/fees/fees.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Steps = { isShown: boolean; done: FeeStep[] };
const year = 'from=2027-01-01&to=2027-12-31';

test('a club without fees is guided to its first run; each step is done according to the data, and with the run the guide ends', async () => {
  await server.sql("delete from club_account where club = 'GSV'");
  await server.sql("delete from fee_rule where club = 'GSV'");
  await server.outdate();
  const svea = await server.signedIn('admin', 'GSV');
  const steps = async (client = svea) => (await client.get<Steps>('/api/fee-runs/first-steps')).body;
  expect((await (await server.signedIn('editor', 'GSV')).get('/api/fee-runs/first-steps')).status).toBe(403);
  expect(await steps()).toEqual({ isShown: true, done: [] });
  const input = { name: 'Girokonto', holder: 'Gesamtverein', iban: 'DE02120300000000202051', isCollect: true, isPay: true };
  const { body: account } = await svea.post<ClubAccount>('/api/club-accounts', input);
  expect((await steps()).done).toEqual([]);
  const full = { ...input, creditorId: 'DE98ZZZ09999999999', version: account.version };
  expect((await svea.send('PUT', `/api/club-accounts/${account.id}`, full)).status).toBe(200);
  expect((await steps()).done).toEqual(['account']);
  await svea.post('/api/fee-rules', { layer: 'base', name: 'Alle', validFrom: '2020-01-01', rhythm: 'year', cents: 12000 });
  expect((await steps()).done).toEqual(['account', 'rules']);
  expect((await svea.post('/api/departments', { name: 'Turnen' })).status).toBe(200);
  expect((await steps()).done).toEqual(['account', 'departments', 'rules']);
  const person = { firstname: 'Ole', lastname: 'Erstling', birthDate: '1980-05-04', joinedOn: '2020-01-01', memberNo: 'E1' };
  const { body: member } = await svea.post<MemberRecord>('/api/members', person);
  const paper = { iban: 'DE02500105170137075030', accountHolder: 'Ole Erstling', signedOn: '2026-03-01', reference: 'E-1' };
  expect((await svea.post('/api/mandates', { ...paper, payerPersonId: member.personId })).status).toBe(200);
  expect(await steps()).toEqual({ isShown: true, done: ['account', 'departments', 'rules', 'members', 'mandates'] });
  // An incomplete mandate without a signing day cannot be collected from and must be checked.
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, for_person_id, iban, account_holder, state, origin)
     select gen_random_uuid(), club, payer_person_id, payer_person_id, iban, account_holder, 'incomplete', 'import' from sepa_mandate where reference = 'E-1'`,
  );
  await server.outdate();
  expect((await steps()).done).toEqual(['account', 'departments', 'rules', 'members']);
  await server.sql(`delete from sepa_mandate where state = 'incomplete' and club = 'GSV'`);
  await server.outdate();
  const old = { content: Buffer.from('Mitgliedsnummer;Zweck;fällig;offen\nE1;Beitrag 2025;01.02.2025;60,00\n').toString('base64') };
  const { body: checked } = await svea.post<{ hash: string }>('/api/opening-accounts/check', old);
  expect((await svea.post('/api/opening-accounts', { ...old, hash: checked.hash })).status).toBe(200);
  expect((await steps()).done).toEqual(['account', 'departments', 'rules', 'members', 'mandates', 'openings']);
  const { hash } = (await svea.get<FeePreview>(`/api/fee-runs/preview?${year}`)).body;
  const run = { from: '2027-01-01', to: '2027-12-31', dueOn: '2027-02-01', hash };
  expect((await svea.post('/api/fee-runs', run)).status).toBe(200);
  expect((await steps()).isShown).toBe(false);
});
