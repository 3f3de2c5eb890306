import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayoutProposal, PayoutRun } from '#shared/money/payouts/contract.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let rea: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql('delete from expense');
  await server.sql('delete from hour_sheet');
  anton = await server.signedIn('admin');
  rea = await server.signedIn('reader');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const accounts = [
  'DE02120300000000202051',
  'DE75512108001245126199',
  'DE02500105170137075030',
  'DE02100500000054540402',
  'DE02300209000106531065',
];

async function someone(name: string, iban: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Quelle', '1980-02-03', $2, now(), now()) returning id`,
    [name, `${name.toLowerCase()}@quelle.example`],
  );
  await server.outdate();
  const id = row?.id ?? '';
  expect((await anton.send('PUT', `/api/payee-accounts/${id}`, { holder: `${name} Quelle`, iban })).status).toBe(200);
  return id;
}

async function refund(personId: string, reference: string, cents: number): Promise<void> {
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'RWA', $2, $1, $1, 'other', 'Kurs', 3000, $3, 'transfer', 'open', now())`,
    [personId, reference, today()],
  );
  await anton.post('/api/payments', { payerId: personId, cents: 3000, bookedOn: today() });
  const [row] = await server.sql<{ id: string; version: number }>('select id, version from charge where reference = $1', [reference]);
  const asked = { cents, reason: 'Termin ausgefallen', version: row?.version };
  expect((await anton.post(`/api/charges/${row?.id}/refunds`, asked)).status).toBe(200);
}

async function sheet(personId: string, cents: number): Promise<void> {
  await server.sql(
    `insert into hour_sheet (id, club, person_id, period_from, period_to, state, rate_cents, total_minutes, total_cents)
     values (gen_random_uuid(), 'RWA', $1, '2026-01-01', '2026-03-31', 'approved', 1000, 60, $2)`,
    [personId, cents],
  );
  await server.outdate();
}

async function expense(personId: string, cents: number, category = 'travel', state = 'approved'): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into expense (id, club, person_id, spent_on, cents, purpose, category, state, submitted_at, decided_at)
     values (gen_random_uuid(), 'RWA', $1, '2026-11-02', $2, 'Fahrt zum Turnier', $3, $4, $5, $5) returning id`,
    [personId, cents, category, state, testTime],
  );
  await server.outdate();
  return row?.id ?? '';
}

const proposal = async () => (await anton.get<PayoutProposal>('/api/payout-runs/proposal')).body.candidates;
const mine = async (...names: string[]) => (await proposal()).filter(({ name }) => names.includes(name.replace('Quelle, ', '')));
const make = (parts: { source: string; sourceId: string; cents: number }[]) =>
  anton.post<PayoutRun & ProblemBody>('/api/payout-runs', {
    chosen: parts.map(({ source, sourceId }) => ({ source, sourceId })),
    totalCents: parts.reduce((sum, { cents }) => sum + cents, 0),
  });
const newest = async () => (await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows[0];
const file = async ({ id }: PayoutRun) => (await anton.get(`/api/payout-runs/${id}/file`)).text;
const stateOf = async (id: string) => (await server.sql<{ state: string }>('select state from expense where id = $1', [id]))[0]?.state;

/** Downloads the file of a run and records its execution. */
async function execute(run: PayoutRun): Promise<PayoutRun> {
  await file(run);
  const { id, version } = (await newest()) ?? run;
  return (await anton.post<PayoutRun>(`/api/payout-runs/${id}/execution`, { executedOn: today(), version })).body;
}

test('two refunds, three hour sheets and one expense of five people are five transfers, with equal sums and the same bytes twice; a second run is empty', async () => {
  const names = ['Ada', 'Ben', 'Cara', 'Dirk', 'Emil'];
  const [ada = '', ben = '', cara = '', dirk = '', emil = ''] = await Promise.all(
    names.map((name, at) => someone(name, accounts[at] ?? '')),
  );
  await refund(ada, 'RWA-QUELLE-1', 1200);
  await refund(ben, 'RWA-QUELLE-2', 800);
  await sheet(cara, 2500);
  await sheet(dirk, 3000);
  await sheet(emil, 4100);
  const spent = await expense(emil, 2520);
  const parts = await mine(...names);
  expect(parts.map(({ source }) => source).toSorted()).toEqual(['expense', 'hour_sheet', 'hour_sheet', 'hour_sheet', 'refund', 'refund']);
  expect(parts.find(({ source }) => source === 'expense')).toMatchObject({ label: 'Auslage: Fahrt zum Turnier', cents: 2520, fault: '' });
  const run = (await make(parts)).body;
  expect(run).toMatchObject({ totalCents: 14_120, transfers: 5 });
  const [xml, again] = [await file(run), await file(run)];
  expect(again).toBe(xml);
  expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(5);
  expect(xml).toContain('<CtrlSum>141.20</CtrlSum>');
  expect(xml).toContain('<InstdAmt Ccy="EUR">66.20</InstdAmt>');
  expect(await mine(...names)).toEqual([]);
  expect((await make(parts)).body.code).toBe('changed-since-preview');
  expect(await stateOf(spent)).toBe('approved');
  const done = await execute(run);
  expect(done.state).toBe('executed');
  expect(await stateOf(spent)).toBe('paid');
  expect(await mine(...names)).toEqual([]);
  // The year: refunds are payments, hours and expenses are spending by category.
  const entries = await server.sql(
    'select category, sphere, sum(cents)::int as cents from ledger_entry where payout_item_id is not null group by 1, 2 order by 1',
  );
  expect(entries).toEqual([
    { category: 'pay', sphere: 'purpose', cents: -9600 },
    { category: 'travel', sphere: 'purpose', cents: -2520 },
  ]);
  expect(await server.latestMail('emil@quelle.example')).toContain('Auslage: Fahrt zum Turnier: 25,20');
});

test('an expense of a discarded run can be paid again, and a returned one, too: its spending is reversed', async () => {
  const id = await someone('Fred', accounts[0] ?? '');
  const spent = await expense(id, 990, 'office');
  const run = (await make(await mine('Fred'))).body;
  expect((await anton.post(`/api/payout-runs/${run.id}/discarding`, { version: run.version })).status).toBe(200);
  expect([await stateOf(spent), (await mine('Fred')).length]).toEqual(['approved', 1]);
  const paid = await execute((await make(await mine('Fred'))).body);
  expect([await stateOf(spent), (await mine('Fred')).length]).toEqual(['paid', 0]);
  const failure = { itemId: paid.items[0]?.id, reason: 'Konto erloschen', version: paid.version };
  expect((await anton.post(`/api/payout-runs/${paid.id}/failures`, failure)).status).toBe(200);
  expect([await stateOf(spent), (await mine('Fred')).length]).toEqual(['approved', 1]);
  const entries = await server.sql(`select cents, category from ledger_entry where payout_item_id = $1 order by created_at, cents`, [
    failure.itemId,
  ]);
  expect(entries).toEqual([
    { cents: -990, category: 'office' },
    { cents: 990, category: 'office' },
  ]);
});

test('what is in a run is neither returned nor waived; of a payout and a waiver at once one counts', async () => {
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = 'reader@rwa.test' and a.relation = 'self'`,
  );
  const id = own?.id ?? '';
  await server.sql(`update person set street = 'Testweg', postcode = '59999', city = 'Auenfeld' where id = $1`, [id]);
  await anton.send('PUT', `/api/payee-accounts/${id}`, { holder: 'Rea Quelle', iban: accounts[1] });
  const candidate = async (spent: string) => (await proposal()).filter(({ sourceId }) => sourceId === spent);
  const waive = (spent: string, version: number) => rea.post<ProblemBody>(`/api/expenses/${spent}/waiver`, { version });

  const first = await expense(id, 1500);
  const run = (await make(await candidate(first))).body;
  const [row] = await server.sql<{ version: number }>('select version from expense where id = $1', [first]);
  const version = row?.version ?? 0;
  expect((await waive(first, version)).body.code).toBe('wrong-state');
  const back = { version, isApproved: false, reason: 'Doch nicht' };
  expect((await anton.post<ProblemBody>(`/api/expenses/${first}/decision`, back)).body.code).toBe('wrong-state');
  expect((await anton.post(`/api/payout-runs/${run.id}/discarding`, { version: run.version })).status).toBe(200);

  for (let at = 0; at < 5; at++) {
    const spent = await expense(id, 1600 + at);
    const parts = await candidate(spent);
    const [payout, waiver] = await Promise.all([make(parts), waive(spent, 1)]);
    expect([payout.status, waiver.status].toSorted()).toEqual([200, 409]);
    const inRun = await server.sql(`select 1 from payout_item where source_id = $1 and failed_reason = ''`, [spent]);
    expect([inRun.length, await stateOf(spent)]).toEqual(payout.status === 200 ? [1, 'approved'] : [0, 'waived']);
  }
});
