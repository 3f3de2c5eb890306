import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { OwnPayeeAccount, PayoutProposal, PayoutRun } from '#shared/money/payouts/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let svea: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  svea = await server.signedIn('super');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const proposal = async (client = anton) => (await client.get<PayoutProposal>('/api/payout-runs/proposal')).body;
const mine = async (name: string) => (await proposal()).candidates.filter((one) => one.name === `Aus, ${name}`);
const make = (parts: { source: string; sourceId: string; cents: number }[], client = anton) =>
  client.post<PayoutRun>('/api/payout-runs', {
    chosen: parts.map(({ source, sourceId }) => ({ source, sourceId })),
    totalCents: parts.reduce((sum, { cents }) => sum + cents, 0),
  });
const setAccount = (personId: string, iban: string, client = anton) =>
  client.send('PUT', `/api/payee-accounts/${personId}`, { holder: 'Ole Aus', iban });
const execute = ({ id, version }: PayoutRun, client = anton, executedOn = today()) =>
  client.post<PayoutRun>(`/api/payout-runs/${id}/execution`, { executedOn, version });
const file = ({ id }: PayoutRun, client = anton) => client.get<string>(`/api/payout-runs/${id}/file`);
const [first, second] = ['DE02120300000000202051', 'DE75512108001245126199'];

async function someone(name: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Aus', '1980-02-03', $2, now(), now()) returning id`,
    [name, `${name.toLowerCase()}@auszahlung.example`],
  );
  await server.outdate();
  return row?.id ?? '';
}

/** Credit of a person: a payment without a charge. */
async function credit(name: string, cents: number): Promise<string> {
  const id = await someone(name);
  expect((await anton.post('/api/payments', { payerId: id, cents, bookedOn: today() })).status).toBe(200);
  return id;
}

async function sheet(personId: string, cents: number): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into hour_sheet (id, club, person_id, period_from, period_to, state, rate_cents, total_minutes, total_cents)
     values (gen_random_uuid(), 'RWA', $1, '2026-01-01', '2026-03-31', 'approved', 1000, 60, $2) returning id`,
    [personId, cents],
  );
  await server.outdate();
  return row?.id ?? '';
}

const sheetState = async (id: string) =>
  (await server.sql<{ state: string }>('select state from hour_sheet where id = $1', [id]))[0]?.state;
const paidOut = (personId: string) =>
  server.sql<{ cents: number }>(`select cents from payment where payer_person_id = $1 and kind = 'payout' order by created_at`, [personId]);

test('only the board of the club pays out, no response contains a full account number; refused, nothing is written', async () => {
  const ole = await credit('Ole', 1000);
  await setAccount(ole, first);
  const parts = await mine('Ole');
  const alma = await server.signedIn('admin', 'SCB');
  for (const client of [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('trainer'),
    await server.signedIn('editor'),
  ]) {
    expect([401, 403]).toContain((await client.get('/api/payout-runs/proposal')).status);
    expect([401, 403]).toContain((await make(parts, client)).status);
    expect([401, 403]).toContain((await setAccount(ole, second, client)).status);
  }
  expect(codeOf(await make(parts, alma))).toEqual([409, 'changed-since-preview']);
  expect((await setAccount(ole, second, alma)).status).toBe(404);
  const run = (await make(parts)).body;
  for (const client of [server.visitor(), await server.signedIn('editor'), alma]) {
    expect([401, 403, 404]).toContain((await file(run, client)).status);
    expect([401, 403, 404]).toContain((await execute(run, client)).status);
  }
  expect(JSON.stringify([parts, run])).not.toContain(first);
  expect(parts).toMatchObject([{ account: expect.stringContaining('2051') }]);
  const [kept] = await server.sql<{ iban: string }>('select iban from payout_item where run_id = $1', [run.id]);
  expect(kept?.iban).not.toContain('120300000000202051');
  expect(
    (await execute((await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows.find(({ id }) => id === run.id) ?? run)).status,
  ).toBe(409);
});

test('credit and hours of one person are one transfer; the file is the same each time, and the sums are equal to the cent', async () => {
  const ida = await credit('Ida', 1050);
  const hours = await sheet(ida, 2500);
  expect(await mine('Ida')).toMatchObject([{ source: 'credit', fault: 'Das Konto fehlt.' }, { source: 'hour_sheet' }]);
  expect(codeOf(await make(await mine('Ida')))).toEqual([409, 'changed-since-preview']);
  await setAccount(ida, first);
  const parts = await mine('Ida');
  const answers = await Promise.all([make(parts), make(parts)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const run = answers.find(({ status }) => status === 200)?.body;
  if (!run) throw new Error('no run');
  expect(run).toMatchObject({ state: 'draft', totalCents: 3550, transfers: 1 });
  expect(await mine('Ida')).toEqual([]);
  expect(await sheetState(hours)).toBe('exported');
  const [xml, again] = [(await file(run)).text, (await file(run)).text];
  expect(again).toBe(xml);
  expect(xml).toContain('pain.001.001.09');
  expect(xml).toContain('<CtrlSum>35.50</CtrlSum>');
  expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(1);
  expect(xml).toContain(first);
  const [loaded] = (await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows;
  expect(loaded).toMatchObject({ id: run.id, state: 'downloaded' });
  const done = (await execute(loaded ?? run)).body;
  expect(done).toMatchObject({ state: 'executed', executedOn: today() });
  expect(await paidOut(ida)).toEqual([{ cents: -1050 }]);
  expect(await sheetState(hours)).toBe('paid');
  // Payments to trainers are expenses of the year.
  const pay = await server.sql('select cents, category, account from ledger_entry where payout_item_id is not null order by created_at');
  expect(pay).toEqual([{ cents: -2500, category: 'pay', account: 'bank' }]);
  expect(await server.latestMail('ida@auszahlung.example')).toContain('35,50');
  expect(codeOf(await execute(done))).toEqual([409, 'wrong-state']);
  expect(codeOf(await anton.post(`/api/payout-runs/${run.id}/discarding`, { version: done.version }))).toEqual([409, 'wrong-state']);
});

test('items of a discarded run can be paid again, and returned ones, too: the payment is reversed', async () => {
  const uwe = await credit('Uwe', 2000);
  await setAccount(uwe, first);
  const parts = await mine('Uwe');
  const run = (await make(parts)).body;
  expect((await anton.post(`/api/payout-runs/${run.id}/discarding`, { version: run.version })).status).toBe(200);
  expect(await mine('Uwe')).toEqual(parts);
  const next = (await make(parts)).body;
  await file(next);
  const paid = (await execute((await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows[0] ?? next)).body;
  const failure = { itemId: paid.items[0]?.id, reason: 'Konto erloschen', version: paid.version };
  const answers = await Promise.all([1, 2].map(() => anton.post<PayoutRun>(`/api/payout-runs/${paid.id}/failures`, failure)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await paidOut(uwe)).toEqual([{ cents: -2000 }, { cents: 2000 }]);
  expect(await mine('Uwe')).toMatchObject([{ source: 'credit', cents: 2000 }]);
});

test('hours whose transfer was returned are no spending any more, and can be paid again', async () => {
  const hanna = await someone('Hanna');
  const hours = await sheet(hanna, 4000);
  await setAccount(hanna, first);
  const run = (await make(await mine('Hanna'))).body;
  await file(run);
  const [loaded] = (await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows;
  const paid = (await execute(loaded ?? run)).body;
  const failed = { itemId: paid.items[0]?.id, reason: 'Konto erloschen', version: paid.version };
  expect((await anton.post(`/api/payout-runs/${run.id}/failures`, failed)).status).toBe(200);
  expect(await sheetState(hours)).toBe('approved');
  const pay = await server.sql('select cents from ledger_entry where payout_item_id = $1 order by created_at, cents', [failed.itemId]);
  expect(pay).toEqual([{ cents: -4000 }, { cents: 4000 }]);
});

test('a refund is in progress while it is in a file, and paid when the bank has executed it', async () => {
  const rita = await someone('Rita');
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'RWA', 'RWA-RITA', $1, $1, 'other', 'Kurs', 3000, $2, 'transfer', 'open', now())`,
    [rita, today()],
  );
  await anton.post('/api/payments', { payerId: rita, cents: 3000, bookedOn: today() });
  const [row] = await server.sql<{ id: string; version: number }>(`select id, version from charge where reference = 'RWA-RITA'`);
  await anton.post(`/api/charges/${row?.id}/refunds`, { cents: 1200, reason: 'Termin ausgefallen', version: row?.version });
  await setAccount(rita, first);
  const run = (await make(await mine('Rita'))).body;
  const state = async () =>
    (await server.sql<{ state: string }>(`select state from charge where payer_person_id = $1 and source = 'refund'`, [rita]))[0]?.state;
  expect([run.totalCents, await state()]).toEqual([1200, 'in_collection']);
  await file(run);
  await execute((await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows[0] ?? run);
  expect(await state()).toBe('paid');
  expect(await paidOut(rita)).toEqual([{ cents: -1200 }]);
});

test('hours in a file are paid by it only; an exported list to pay by hand can still become a file', async () => {
  const hugo = await someone('Hugo');
  const hours = await sheet(hugo, 2500);
  await setAccount(hugo, first);
  const listed = (await anton.post('/api/hour-sheets/export', {})).text;
  expect(listed).toContain(`"Ole Aus";"${first}"`);
  expect(await sheetState(hours)).toBe('exported');
  const run = (await make(await mine('Hugo'))).body;
  expect((await anton.post('/api/hour-sheets/export', {})).text).not.toContain('Aus, Hugo');
  const [row] = await server.sql<{ id: string; version: number }>('select id, version from hour_sheet where id = $1', [hours]);
  expect(codeOf(await anton.post('/api/hour-sheets/paid', { items: [row] }))).toEqual([409, 'wrong-state']);
  const shown = (await anton.get<{ id: string; payout: string }[]>('/api/hour-sheets?state=exported')).body;
  expect(shown.find(({ id }) => id === hours)?.payout).toBe(run.messageId);
  expect((await anton.post(`/api/payout-runs/${run.id}/discarding`, { version: run.version })).status).toBe(200);
  expect(await mine('Hugo')).toMatchObject([{ source: 'hour_sheet', cents: 2500 }]);
});

test('payments of a file are returned through the file: neither payment nor refund is reversed by hand', async () => {
  const ria = await credit('Ria', 800);
  await setAccount(ria, first);
  const run = (await make(await mine('Ria'))).body;
  await file(run);
  const paid = (await execute((await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows[0] ?? run)).body;
  const account = (await anton.get<PayerAccount>(`/api/accounts/${ria}`)).body;
  const [entry] = account.entries.filter(({ kind }) => kind === 'payout');
  expect(entry?.mayReverse).toBe(false);
  const refused = await anton.post<ProblemBody>(`/api/payments/${entry?.paymentId}/reversal`, { reason: 'Versuch' });
  expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([422, expect.stringContaining(run.messageId)]);
  const failure = { itemId: paid.items[0]?.id, reason: 'Konto erloschen', version: paid.version };
  expect((await anton.post(`/api/payout-runs/${run.id}/failures`, failure)).status).toBe(200);
  expect((await make(await mine('Ria'))).status).toBe(200);
});

test("what the bank says of a name counts for the whole transfer: a close match takes the bank's name into file and account, a mismatch makes the items payable again", async () => {
  const [ada, eva] = [await credit('Ada', 1500), await credit('Eva', 900)];
  const hours = await sheet(ada, 2000);
  await setAccount(ada, first);
  await setAccount(eva, second);
  const made = (await make([...(await mine('Ada')), ...(await mine('Eva'))])).body;
  const itemsOf = (run: PayoutRun, name: string) => run.items.filter((item) => item.name === `Aus, ${name}`);
  const say = (run: PayoutRun, itemId: string | undefined, said: object, client = anton) =>
    client.post<PayoutRun>(`/api/payout-runs/${made.id}/name-answers`, { itemId, said, version: run.version });
  const [adas, evas] = [itemsOf(made, 'Ada')[0]?.id, itemsOf(made, 'Eva')[0]?.id];
  // The bank has not seen the file yet.
  expect(codeOf(await say(made, adas, { answer: 'match' }))).toEqual([409, 'wrong-state']);
  const sent = (await file(made)).text;
  const [loaded = made] = (await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows;
  for (const client of [server.visitor(), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')])
    expect([401, 403, 404]).toContain((await say(loaded, adas, { answer: 'match' }, client)).status);
  for (const said of [{ answer: 'close' }, { answer: 'close', bankName: ' ' }, { answer: 'match', bankName: 'Ada' }])
    expect((await say(loaded, adas, said)).status).toBe(422);
  const both = await Promise.all([1, 2].map(() => say(loaded, adas, { answer: 'close', bankName: 'Ada Aus-Ahlen' })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const close = both.find(({ status }) => status === 200)?.body ?? loaded;
  expect(itemsOf(close, 'Ada')).toMatchObject([1, 2].map(() => ({ nameAnswer: 'close', holder: 'Ada Aus-Ahlen' })));
  expect(itemsOf(close, 'Eva')).toMatchObject([{ nameAnswer: null, holder: 'Ole Aus' }]);
  const xml = (await file(close)).text;
  expect([xml.includes('<Nm>Ada Aus-Ahlen</Nm>'), (await file(close)).text === xml]).toEqual([true, true]);
  // Banks refuse a changed file with a message id that they know.
  expect([sent, xml].map((text) => /<MsgId>(.*?)</.exec(text)?.[1])).toEqual([made.messageId, `${made.messageId}-2`]);
  expect(await server.sql('select holder from payee_account where person_id = $1', [ada])).toEqual([{ holder: 'Ada Aus-Ahlen' }]);
  expect(await server.latestMail('ada@auszahlung.example')).toContain('Ada Aus-Ahlen');
  const match = (await say(close, evas, { answer: 'match' })).body;
  expect(itemsOf(match, 'Eva')).toMatchObject([{ nameAnswer: 'match', holder: 'Ole Aus' }]);
  expect(match.messageId).toBe(`${made.messageId}-2`);
  const back = (await say(match, adas, { answer: 'mismatch' })).body;
  expect(itemsOf(back, 'Ada')).toMatchObject(
    [1, 2].map(() => ({ nameAnswer: 'mismatch', failedReason: 'Laut Bank gehören Name und IBAN nicht zusammen' })),
  );
  expect([back.totalCents, back.transfers, await sheetState(hours)]).toEqual([900, 1, 'approved']);
  expect((await mine('Ada')).map(({ cents, fault }) => [cents, fault])).toEqual([
    [1500, ''],
    [2000, ''],
  ]);
  expect((await file(back)).text).toContain('<CtrlSum>9.00</CtrlSum>');
  expect((await file(back)).text).toContain(`<MsgId>${made.messageId}-3</MsgId>`);
  expect(codeOf(await say(back, adas, { answer: 'match' }))).toEqual([404, 'not-found']);
  const told = await server.sql<{ content: string }>(
    "select content from audit where after -> 'listed' ? $1 and content like 'Empf%' order by id",
    [ada],
  );
  expect(told.map(({ content }) => content)).toEqual([
    `Empfängerprüfung der Bank in ${made.messageId}: Ole Aus stimmt fast, übernommen: Ada Aus-Ahlen`,
    `Empfängerprüfung der Bank in ${made.messageId}-2: Ada Aus-Ahlen stimmt nicht`,
  ]);
  expect((await execute(back)).body).toMatchObject({ state: 'executed' });
  expect(await paidOut(eva)).toEqual([{ cents: -900 }]);
});

test('payees without an account are asked for one, once a day', async () => {
  await credit('Gesa', 300);
  const ask = () => anton.post<{ told: number; withoutAddress: number }>('/api/payout-runs/account-requests', {});
  for (const client of [server.visitor(), await server.signedIn('editor')])
    expect([401, 403]).toContain((await client.post('/api/payout-runs/account-requests', {})).status);
  expect((await ask()).body.told).toBeGreaterThan(0);
  await ask();
  const mails = await server.sql('select subject from outbox_mail where recipient = $1', ['gesa@auszahlung.example']);
  expect(mails).toEqual([{ subject: 'Wohin dürfen wir Ihnen Geld überweisen?' }]);
});

test('a changed account is blocked for three days and notified; the first one is not', async () => {
  const olga = await credit('Olga', 700);
  expect((await setAccount(olga, 'DE00120300000000202051')).status).toBe(422);
  expect((await setAccount(olga, first)).body).toMatchObject({ payableFrom: null });
  expect(await mine('Olga')).toMatchObject([{ fault: '' }]);
  await setAccount(olga, second);
  expect(await server.latestMail('olga@auszahlung.example')).toContain('In den nächsten drei Tagen wird dorthin nichts gezahlt.');
  const [part] = await mine('Olga');
  expect(part?.fault).toMatch(/Das Konto ist neu, gezahlt wird ab/);
  expect(codeOf(await make(part ? [part] : []))).toEqual([409, 'changed-since-preview']);
});

test('payees enter their own account, see it masked, and cannot enter that of another', async () => {
  const tina = await server.signedIn('trainer');
  const read = async (client = tina) => (await client.get<OwnPayeeAccount[]>('/api/payee-accounts/own')).body;
  const [own] = await read();
  if (!own) throw new Error('The trainer is nobody.');
  const put = (personId: string, iban: string, client = tina) =>
    client.send('PUT', `/api/payee-accounts/own/${personId}`, { holder: 'Tina Trab', iban });
  expect((await server.visitor().get('/api/payee-accounts/own')).status).toBe(401);
  expect((await put(await someone('Otto'), first)).status).toBe(404);
  expect((await put(own.personId, 'DE00120300000000202051')).status).toBe(422);
  expect((await put(own.personId, first)).body).toMatchObject({ payableFrom: null });
  expect((await put(own.personId, second)).body).toMatchObject({ payableFrom: expect.any(String) });
  expect(await read()).toMatchObject([{ account: expect.stringContaining('6199'), holder: 'Tina Trab' }]);
  expect(JSON.stringify(await read())).not.toContain(second);
});

test('with dual control the creator of a run neither downloads nor executes it', async () => {
  const otto = await credit('Otto', 900);
  await setAccount(otto, first);
  const { version } =
    (await svea.get<{ name: string; version: number }[]>('/api/config')).body.find(({ name }) => name === 'sepa.fourEyes') ?? {};
  expect((await svea.send('PUT', '/api/config/sepa.fourEyes', { value: true, version })).status).toBe(200);
  const run = (await make(await mine('Otto'))).body;
  expect(run.needsOther).toBe(true);
  expect(codeOf(await file(run))).toEqual([409, 'second-person']);
  expect(codeOf(await execute(run))).toEqual([409, 'second-person']);
  expect((await file(run, svea)).status).toBe(200);
  expect((await execute({ ...run, version: run.version + 1 }, svea)).body).toMatchObject({ state: 'executed' });
});

test('credit is proposed for the account of a mandate, but not of one that rests or has lapsed: the bank may know that account no more', async () => {
  const payerPersonId = await credit('Rosi', 1500);
  const mandate = { payerPersonId, iban: second, accountHolder: 'Rosi Aus', signedOn: '2026-01-02', reference: 'AUS-ROSI' };
  expect((await anton.post('/api/mandates', mandate)).status).toBe(200);
  const proposed = async () => (await mine('Rosi')).map(({ origin, account }) => [origin, account]);
  expect(await proposed()).toEqual([['mandate', expect.stringContaining('6199')]]);
  await server.sql(`update sepa_mandate set is_paused = true where reference = 'AUS-ROSI'`);
  expect(await proposed()).toEqual([[null, null]]);
  await server.sql(`update sepa_mandate set is_paused = false, signed_on = '2019-01-02' where reference = 'AUS-ROSI'`);
  expect(await proposed()).toEqual([[null, null]]);
  await server.sql(`update sepa_mandate set last_used_on = current_date where reference = 'AUS-ROSI'`);
  expect(await proposed()).toEqual([['mandate', expect.stringContaining('6199')]]);
});
