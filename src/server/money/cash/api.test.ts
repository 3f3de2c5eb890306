import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Year } from '#shared/money/books/contract.ts';
import type { Balance, CashLine } from '#shared/money/cash/contract.ts';
import type { Donation } from '#shared/money/donations/contract.ts';
import type { Entry } from '#shared/money/entries/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let payer = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  // Only the rows of these tests count.
  for (const table of ['allocation', 'payment', 'cash_entry']) {
    await server.sql(`alter table ${table} disable trigger user`);
    await server.sql(`delete from ${table} where club = 'RWA'`);
    await server.sql(`alter table ${table} enable trigger user`);
  }
  for (const table of ['ledger_entry', 'donation', 'bank_line', 'bank_statement'])
    await server.sql(`delete from ${table} where club = 'RWA'`);
  await server.sql(`update club_account set opening_cents = null, opening_on = null where club = 'RWA'`);
  await server.sql(`delete from club_account where club = 'RWA' and (kind = 'cash' or not (is_collect or is_pay))`);
  await server.outdate();
  anton = await server.signedIn('admin');
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Bea', 'Bar', '1980-02-03', now(), now()) returning id`,
  );
  payer = row?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

const year = Number(today().slice(0, 4));
const first = `${year}-01-01`;
const balances = async () => (await anton.get<Balance[]>(`/api/balances/${year}?club=RWA`)).body;
const lies = async () => Object.fromEntries((await balances()).map(({ account, endCents }) => [account, endCents]));
const cashBook = async () => (await anton.get<CashLine[]>(`/api/cash-book/${year}?club=RWA`)).body;
const opening = (account: string, cents: number, version = 0, client = anton, day = first) =>
  client.send('PUT', `/api/balances/${account}/opening`, { cents, day, version, club: 'RWA' });
const entry = (category: string, cents: number, more: object = {}) =>
  anton.post<Entry>('/api/ledger-entries', { category, sphere: 'ideal', text: 'Beleg', cents, bookedOn: today(), club: 'RWA', ...more });
const pay = (cents: number, kind: string) => anton.post('/api/payments', { payerId: payer, cents, bookedOn: today(), kind, shares: [] });
const donate = (cents: number, inCash: boolean) =>
  anton.post<Donation>('/api/donations', { donorName: 'Krume', donorAddress: 'Markt 1', cents, receivedOn: today(), inCash, club: 'RWA' });
const fieldsOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string; message: string }[] } | undefined)?.fields];

test('only the board sets the opening balances of account and cash box, once for two concurrent attempts', async () => {
  for (const client of [server.visitor(), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')]) {
    expect([401, 403, 404]).toContain((await opening('cash', 100, 0, client)).status);
    expect([401, 403, 404]).toContain((await client.get(`/api/balances/${year}?club=RWA`)).status);
    expect([401, 403, 404]).toContain((await client.get(`/api/cash-book/${year}?club=RWA`)).status);
  }
  const answers = await Promise.all([opening('bank', 100_000), opening('bank', 100_000)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await opening('cash', 5000)).status).toBe(200);
  expect(fieldsOf(await opening('cash', -1, 1))).toEqual([
    422,
    [{ path: 'cents', message: 'In einer Kasse liegt nie weniger als nichts.' }],
  ]);
  expect((await opening('cash', 1, 1, anton, `${year + 1}-01-01`)).status).toBe(422);
  expect(await lies()).toEqual({ bank: 100_000, cash: 5000 });
});

test('the closing balance is the opening balance plus the surplus of the year, for all ways of payment', async () => {
  expect((await pay(2000, 'cash')).status).toBe(200);
  expect((await pay(3000, 'transfer')).status).toBe(200);
  expect((await entry('event_income', 12_550)).status).toBe(200);
  expect((await entry('bank_fees', 450, { account: 'bank' })).status).toBe(200);
  expect((await donate(700, true)).status).toBe(200);
  expect((await donate(900, false)).status).toBe(200);
  const paid = await anton.post(`/api/accounts/${payer}/payouts`, { cents: 500, bookedOn: today(), inCash: true });
  expect(paid.status).toBe(200);
  expect(await lies()).toEqual({ bank: 100_000 + 3000 - 450 + 900, cash: 5000 + 2000 + 12_550 + 700 - 500 });
  const before = (await anton.get<Year>(`/api/books/${year}?club=RWA`)).body;
  const { bank = 0, cash = 0 } = await lies();
  expect(bank + cash).toBe(105_000 + before.surplusCents);

  // A deposit at the bank is neither income nor spending.
  expect((await entry('cash_deposited', 10_000)).body).toMatchObject({ account: 'bank' });
  expect(await lies()).toEqual({ bank: bank + 10_000, cash: cash - 10_000 });
  expect((await anton.get<Year>(`/api/books/${year}?club=RWA`)).body.lines).toEqual(before.lines);
});

test('the cash book has no gap, names the payers, and keeps reversed entries', async () => {
  const given = (await donate(300, true)).body;
  expect((await anton.send('PUT', `/api/donations/${given.id}`, { ...input(given), cents: 400 })).status).toBe(200);
  expect((await anton.send('DELETE', `/api/donations/${given.id}`)).status).toBe(200);
  const lines = await cashBook();
  expect(lines.map(({ no }) => no)).toEqual(lines.map((_line, at) => at + 1));
  expect(lines.slice(-4)).toMatchObject([
    { text: 'Spende: Krume', cents: 300 },
    { text: 'Berichtigt: Spende: Krume', cents: -300 },
    { text: 'Spende: Krume', cents: 400 },
    { text: 'Gelöscht: Spende: Krume', cents: -400 },
  ]);
  expect(lines[0]).toMatchObject({ text: 'Barzahlung: Bea Bar', balanceCents: 7000 });
  expect(lines.at(-1)?.balanceCents).toBe((await lies())['cash']);
  await expect(server.sql(`update cash_entry set cents = 1 where club = 'RWA' and no = 1`)).rejects.toThrow('only added to');
  await expect(server.sql(`delete from cash_entry where club = 'RWA'`)).rejects.toThrow('only added to');
});

test('twenty concurrent cash bookings get twenty numbers, and no cash box ever becomes negative', async () => {
  const { cash = 0 } = await lies();
  const each = Math.floor(cash / 10);
  const answers = await Promise.all(Array.from({ length: 20 }, () => entry('material', each)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused && fieldsOf(refused)).toMatchObject([422, [{ path: 'cents', message: expect.stringContaining('In der Kasse wären') }]]);
  const lines = await cashBook();
  expect(lines.map(({ no }) => no)).toEqual(lines.map((_line, at) => at + 1));
  expect((await lies())['cash']).toBe(cash - 10 * each);
  // The opening balance cannot be lower than what was spent of it.
  expect((await opening('cash', 0, 1)).status).toBe(422);
});

test('a statement is compared with the books, with the explanation of a difference; a missing one is reported', async () => {
  const { bank = 0 } = await lies();
  const read = await anton.post('/api/bank-lines', statement({ opening: bank, amount: 2500, day: today() }));
  expect(read.body).toMatchObject({ kept: 1, warnings: [] });
  expect((await balances())[0]?.statement).toEqual({
    day: today(),
    cents: bank + 2500,
    bookedCents: bank,
    openLines: 1,
    openCents: 2500,
    ignoredLines: 0,
    ignoredCents: 0,
  });
  setClock(new Date(testTime.getTime() + 24 * 60 * 60_000));
  const later = await anton.post<{ warnings: string[] }>('/api/bank-lines', statement({ opening: bank, amount: 100, day: today() }));
  expect(later.body.warnings).toEqual([expect.stringContaining('fehlt etwas: Der Anfangssaldo passt nicht.')]);
});

test('lines of a file without a balance fill the gap between two statements', async () => {
  const inDays = (days: number) => setClock(new Date(testTime.getTime() + days * 24 * 60 * 60_000));
  inDays(5);
  const first = await anton.post('/api/bank-lines', statement({ opening: 500_000, amount: 100, day: today() }));
  expect(first.status).toBe(200);
  inDays(6);
  const [year, month, day] = today().split('-');
  const csv = `Buchungstag;Verwendungszweck;Betrag\n${day}.${month}.${year};Dazwischen;7,00\n`;
  const between = await anton.post('/api/bank-lines', { fileName: 'umsaetze.csv', content: Buffer.from(csv).toString('base64') });
  expect(between.body).toMatchObject({ kept: 1 });
  inDays(8);
  const last = await anton.post('/api/bank-lines', statement({ opening: 500_800, amount: 200, day: today() }));
  expect(last.body).toMatchObject({ kept: 1, warnings: [] });
});

function input({ donorName, donorAddress, kind, cents, receivedOn, inCash, note, version }: Donation) {
  return { donorName, donorAddress, kind, cents, receivedOn, inCash, note, version };
}

function statement({ opening: before, amount, day }: { opening: number; amount: number; day: string }) {
  const bal = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    ${bal('OPBD', before)}${bal('CLBD', before + amount)}
    <Ntry><Amt Ccy="EUR">${(amount / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
    <AcctSvcrRef>${day}-${amount}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>Zuschuss</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  return { fileName: 'auszug.xml', content: Buffer.from(xml).toString('base64') };
}
