import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
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

const year = { from: '2027-01-01', to: '2027-12-31' };
const hashNow = async () => (await anton.get<FeePreview>(`/api/fee-runs/preview?from=${year.from}&to=${year.to}`)).body.hash;
const book = async (values: object) =>
  (await anton.post<FeeRun>('/api/fee-runs', { ...year, dueOn: '2027-01-31', hash: await hashNow(), tells: true, ...values })).body;
const dueDays = () =>
  server.sql<{ day: string; cents: number; method: string }>(
    `select due_on::text as day, cents, method from charge where source = 'membership' and state = 'open' order by method, due_on, cents`,
  );

async function member(firstname: string, values: object = {}): Promise<MemberRecord> {
  const of = { firstname, lastname: 'Rate', birthDate: '1980-05-04', joinedOn: '2020-01-01', memberNo: `R-${firstname}` };
  const answer = await anton.post<MemberRecord>('/api/members', { ...of, ...values });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

test('each instalment of a run has its own day, with its own advance notice; undone and booked at once they share the first', async () => {
  const rule = { layer: 'base', name: 'Erwachsene', validFrom: '2020-01-01', rhythm: 'quarter', cents: 3000, yearCents: 11_000 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  const ada = await member('Ada', { email: 'ada@rate.test' });
  const mandate = { iban: 'DE02500105170137075030', accountHolder: 'Ada Rate', signedOn: '2026-01-01', reference: 'R-1' };
  expect((await anton.post('/api/mandates', { payerPersonId: ada.personId, ...mandate })).status).toBe(200);
  await member('Bea');
  const parts = ['2027-01-31', '2027-04-30', '2027-07-31', '2027-10-31'];
  const run = await book({ isSpread: true });
  expect(run).toMatchObject({ lines: 8, totalCents: 24_000, dueOn: parts[0], laterDays: parts.slice(1), told: 1, letters: 1 });
  const each = (method: string) => parts.map((day) => ({ day, cents: 3000, method }));
  expect(await dueDays()).toEqual([...each('sepa'), ...each('transfer')]);
  const [mail] = await server.sql<{ body: string }>(`select body from outbox_mail where once_key = $1`, [`fees:${run.id}:${ada.personId}`]);
  for (const day of ['31.01.2027', '30.04.2027', '31.07.2027', '31.10.2027'])
    expect(mail?.body).toMatch(new RegExp(`\n- am ${day}: 30,00.€\n`));
  expect(mail?.body.match(/Mandatsreferenz: R-1/g)).toHaveLength(1);
  const notices = await server.sql('select due_on::text as day, cents from sepa_notice where fee_run_id = $1 order by due_on', [run.id]);
  expect(notices).toEqual(parts.map((day) => ({ day, cents: 3000 })));
  // The letter names all days; what it has filled in for one transfer is the first instalment.
  const { letters } = (await anton.get<PayerLetters>(`/api/fee-runs/${run.id}/letters`)).body;
  expect(letters).toMatchObject([{ name: 'Rate, Bea', transfer: { cents: 3000 } }]);
  expect(letters[0]?.paragraphs.filter((words) => words.startsWith('Bitte überweisen Sie 30,00'))).toHaveLength(4);

  const undone = await anton.post(`/api/fee-runs/${run.id}/undoing`, { reason: 'Zur Probe', version: run.version });
  expect(undone.status).toBe(200);
  const once = await book({});
  expect(once).toMatchObject({ totalCents: 24_000, laterDays: [] });
  expect(new Set((await dueDays()).map(({ day }) => day))).toEqual(new Set(['2027-01-31']));
});

test('what is booked later is never due before the day of its run', async () => {
  await member('Cleo', { joinedOn: '2027-02-01' });
  const run = await book({ dueOn: '2027-08-15', isSpread: true });
  expect(run).toMatchObject({ lines: 4, laterDays: ['2027-10-15'] });
  const days = await server.sql('select due_on::text as day, count(*)::int as n from charge where fee_run_id = $1 group by 1 order by 1', [
    run.id,
  ]);
  expect(days).toEqual([
    { day: '2027-08-15', n: 3 },
    { day: '2027-10-15', n: 1 },
  ]);
});
