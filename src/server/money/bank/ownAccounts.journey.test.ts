import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sampled } from '#shared/money/auditors/contract.ts';
import type { ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import type { KeptLine, KeptStatement } from '#shared/money/bankLines.ts';
import type { Year } from '#shared/money/books/contract.ts';
import type { Balance } from '#shared/money/cash/contract.ts';
import type { Datev } from '#shared/money/datev/contract.ts';
import type { PayoutProposal, PayoutRun } from '#shared/money/payouts/contract.ts';
import type { SepaProposal, SepaRun } from '#shared/money/sepaRuns.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { readZip } from '#server/platform/formats/readZip.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

const [giroIban, savingsIban, foreignIban] = ['DE02120300000000202051', 'DE75512108001245126199', 'DE89370400440532013000'];

let server: TestServer;
let anton: Client;
let giro: ClubAccount;
let savings: ClubAccount;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  // Only the rows of these tests count.
  await server.sql(`delete from club_account where club = 'GSV'`);
  await server.outdate();
  anton = await server.signedIn('admin', 'GSV');
  const account = { holder: 'Gesamtverein', creditorId: 'DE98ZZZ09999999999' };
  const create = (more: object) => anton.post<ClubAccount>('/api/club-accounts', { ...account, ...more });
  giro = (await create({ name: 'Girokonto', iban: giroIban, isCollect: true, isPay: false })).body;
  savings = (await create({ name: 'Tagesgeld', iban: savingsIban, isCollect: false, isPay: true })).body;
  for (const [{ id }, cents] of [
    [giro, 100_000],
    [savings, 500_000],
  ] as const)
    await anton.send('PUT', '/api/balances/bank/opening', { accountId: id, cents, day: '2026-01-01', version: 0 });
});
afterAll(async () => {
  setClock();
  await server.close();
});

const read = (iban: string, entries: readonly Entry[], { before = 0, ...more }: { before?: number; accountId?: string } = {}) =>
  anton.post<KeptStatement>('/api/bank-lines', { ...statement(iban, before, entries), ...more });
const open = async () => (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body.rows;
const settle = ({ id, version }: KeptLine) => anton.post(`/api/bank-lines/${id}/settle`, { version });
const balances = async () => (await anton.get<Balance[]>('/api/balances/2026')).body;
const ends = async () => Object.fromEntries((await balances()).map(({ name, endCents }) => [name, endCents]));
const year = async () => (await anton.get<Year>('/api/books/2026')).body;
const faultOf = ({ status, body }: Answer) => [status, (body as { fields?: { message: string }[] } | undefined)?.fields?.[0]?.message];
type Entry = { cents: number; day?: string; ref: string; iban?: string; purpose?: string; endToEndId?: string };

test('a statement finds its account by the IBAN; another account is refused; both sides of a transfer may bear one number', async () => {
  expect(faultOf(await read(foreignIban, [{ cents: 100, ref: 'X' }]))).toEqual([
    422,
    'Das ist der Auszug eines anderen Kontos (•••• 3000).',
  ]);
  const moved = { ref: 'BANK-77', purpose: 'Umbuchung' };
  const out = await read(giroIban, [{ ...moved, cents: -20_000, iban: savingsIban }], { before: 100_000 });
  expect(out.body).toMatchObject({ accountName: 'Girokonto', kept: 1, warnings: [] });
  const into = await read(savingsIban, [{ ...moved, cents: 20_000, iban: giroIban }], { before: 500_000 });
  expect(into.body).toMatchObject({ accountName: 'Tagesgeld', kept: 1, known: 0, warnings: [] });
  expect((await read(savingsIban, [{ ...moved, cents: 20_000, iban: giroIban }], { before: 500_000 })).body).toMatchObject({
    kept: 0,
    known: 1,
  });
  expect((await open()).map(({ ofAccount, cents, kind, action }) => [ofAccount, cents, kind, action])).toEqual([
    ['Girokonto', -20_000, 'own', { kind: 'own', account: 'Tagesgeld' }],
    ['Tagesgeld', 20_000, 'own', { kind: 'own', account: 'Girokonto' }],
  ]);
});

test('a transfer between own accounts is neither income nor spending, and each account equals its own statement', async () => {
  const [first, second] = await open();
  expect((await settle(first as KeptLine)).status).toBe(200);
  const transit = async () => (await year()).checks.find(({ name }) => name === 'transit');
  expect((await anton.get<Year>('/api/books/2026')).body).toMatchObject({ inCents: 0, outCents: 0 });
  expect((await settle(second as KeptLine)).status).toBe(200);
  expect(await ends()).toMatchObject({ Girokonto: 80_000, Tagesgeld: 520_000 });
  expect(await year()).toMatchObject({ lines: [], inCents: 0, outCents: 0 });
  expect((await transit())?.count ?? 0).toBe(0);
  for (const { statement: said, endCents, account } of await balances())
    if (account === 'bank') expect(said).toMatchObject({ cents: endCents, bookedCents: endCents, openLines: 0 });
});

test('a gap is found within an account, whatever the other one says', async () => {
  setClock(new Date(testTime.getTime() + 24 * 60 * 60_000));
  const fee = { cents: -490, day: today(), ref: 'F-1', purpose: 'Kontoführung' };
  expect((await read(giroIban, [fee], { before: 80_000 })).body.warnings).toEqual([]);
  const late = await read(savingsIban, [{ cents: 100, day: today(), ref: 'Z-1', purpose: 'Zinsen' }], { before: 79_510 });
  expect(late.body.warnings).toEqual([expect.stringContaining('Der Anfangssaldo passt nicht.')]);
  const enter = (line: KeptLine | undefined, category: string, cents: number) =>
    anton.post(`/api/bank-lines/${line?.id}/entry`, {
      version: line?.version,
      parts: [{ category, sphere: 'ideal', text: 'Bank', cents }],
    });
  const lines = await open();
  expect(
    (
      await enter(
        lines.find(({ cents }) => cents < 0),
        'bank_fees',
        490,
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await enter(
        lines.find(({ cents }) => cents > 0),
        'interest',
        100,
      )
    ).status,
  ).toBe(200);
  expect(await ends()).toMatchObject({ Girokonto: 79_510, Tagesgeld: 520_100 });
});

test('a file without an account is that of the chosen one', async () => {
  const [y, m, d] = today().split('-');
  const csv = (words: string) => Buffer.from(`Buchungstag;Verwendungszweck;Betrag\n${d}.${m}.${y};${words};5,00\n`).toString('base64');
  const send = (words: string, accountId?: string) =>
    anton.post<KeptStatement>('/api/bank-lines', { fileName: 'umsaetze.csv', content: csv(words), accountId });
  expect((await send('Rückvergütung', savings.id)).body).toMatchObject({ accountName: 'Tagesgeld', kept: 1 });
  // The same payment on the other account is another one.
  expect((await send('Rückvergütung ')).body).toMatchObject({ accountName: 'Girokonto', kept: 1 });
  const lines = await open();
  expect(lines.map(({ ofAccount }) => ofAccount).toSorted()).toEqual(['Girokonto', 'Tagesgeld']);
  for (const { id, version } of lines) await anton.post(`/api/bank-lines/${id}/ignore`, { version, reason: 'Probe' });
});

test('debits are collected to the chosen account and settled by its statement alone', async () => {
  const person = {
    firstname: 'Ole',
    lastname: 'Konto',
    birthDate: '1980-05-04',
    joinedOn: '2020-01-01',
    memberNo: 'K1',
    email: 'ole@konto.example',
  };
  const { body: member } = await anton.post<MemberRecord>('/api/members', person);
  await anton.post('/api/mandates', {
    payerPersonId: member.personId,
    iban: 'DE02500105170137075030',
    accountHolder: 'Ole Konto',
    signedOn: '2026-03-01',
    reference: 'K-1',
  });
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'GSV', 'GSV-900001', $1, $1, 'other', 'Beitrag', 12000, $2, 'sepa', 'open', now())`,
    [member.personId, today()],
  );
  await server.outdate();
  const { earliest } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const { body: run } = await anton.post<SepaRun>('/api/sepa-runs', { collectionDate: earliest, accountId: savings.id });
  expect(run).toMatchObject({ creditorAccount: 'Tagesgeld, DE•• •••• 6199', totalCents: 12_000 });
  const file = await anton.get(`/api/sepa-runs/${run.id}/file`);
  expect(file.text).toContain(`<IBAN>${savingsIban}</IBAN>`);
  expect(file.text).not.toContain(giroIban);
  const { version } = (await anton.get<{ rows: SepaRun[] }>('/api/sepa-runs')).body.rows[0] ?? {};
  await anton.post(`/api/sepa-runs/${run.id}/state`, { to: 'submitted', version });
  // The day of collection comes.
  await server.sql('update sepa_run set collection_date = $1 where id = $2', [today(), run.id]);
  await server.outdate();
  await read(giroIban, [{ cents: 12_000, day: today(), ref: 'G-9', purpose: 'Gutschrift' }]);
  expect((await open()).map(({ action }) => action)).toEqual([null]);
  await read(savingsIban, [{ cents: 12_000, day: today(), ref: 'T-9', purpose: 'Lastschriften' }]);
  const line = (await open()).find(({ ofAccount }) => ofAccount === 'Tagesgeld');
  expect(line?.action).toEqual({ kind: 'settle', messageId: run.messageId });
  expect((await settle(line as KeptLine)).status).toBe(200);
  expect(await ends()).toMatchObject({ Girokonto: 79_510, Tagesgeld: 532_100 });
});

test('payouts are made from the paying account, and reversed on it', async () => {
  const [row] = await server.sql<{ id: string }>(`select payer_person_id as id from charge where reference = 'GSV-900001'`);
  await anton.post('/api/payments', { payerId: row?.id, cents: 3000, bookedOn: today() });
  // What is entered by hand came to the account that collects.
  expect(await ends()).toMatchObject({ Girokonto: 82_510 });
  const { candidates } = (await anton.get<PayoutProposal>('/api/payout-runs/proposal')).body;
  const chosen = candidates.map(({ source, sourceId }) => ({ source, sourceId }));
  const { body: run } = await anton.post<PayoutRun>('/api/payout-runs', { chosen, totalCents: 3000 });
  expect(run).toMatchObject({ debtorAccount: 'Tagesgeld, DE•• •••• 6199' });
  const file = await anton.get(`/api/payout-runs/${run.id}/file`);
  expect(file.text).toContain(savingsIban);
  const { version } = (await anton.get<{ rows: PayoutRun[] }>('/api/payout-runs')).body.rows[0] ?? {};
  const { body: done } = await anton.post<PayoutRun>(`/api/payout-runs/${run.id}/execution`, { executedOn: today(), version });
  expect(await ends()).toMatchObject({ Girokonto: 82_510, Tagesgeld: 529_100 });
  const failure = { itemId: done.items[0]?.id, reason: 'Konto erloschen', version: done.version };
  expect((await anton.post(`/api/payout-runs/${run.id}/failures`, failure)).status).toBe(200);
  expect(await ends()).toMatchObject({ Girokonto: 82_510, Tagesgeld: 532_100 });
});

test('the adviser and the auditors get each account by itself, with equal sums', async () => {
  const { accounts } = (await anton.get<Datev>('/api/books/2026/datev')).body;
  const sumOf = (label: string) => {
    const found = accounts.find((one) => one.label === label);
    return found && found.inCents - found.outCents;
  };
  const { Girokonto = 0, Tagesgeld = 0 } = await ends();
  expect([sumOf('Girokonto'), sumOf('Tagesgeld'), sumOf('Geldtransit zwischen eigenen Konten')]).toEqual([
    Girokonto - 100_000,
    Tagesgeld - 500_000,
    0,
  ]);
  const files = readZip((await anton.get('/api/books/2026/export')).bytes, { files: 60, bytes: 10_000_000 }) ?? [];
  const rowsOf = (name: string) => {
    const text = files.find((file) => file.name === name)?.bytes.toString('utf8') ?? '';
    return Papa.parse<{ [column: string]: string }>(text.replace(/^\uFEFF/, ''), { header: true, delimiter: ';', skipEmptyLines: true })
      .data;
  };
  expect(rowsOf('bankkonten.csv').map((row) => [row['Konto'], row['IBAN'], row['Anfangsbestand in Euro']])).toEqual([
    ['Girokonto', giroIban, '1000,00'],
    ['Tagesgeld', savingsIban, '5000,00'],
  ]);
  expect(rowsOf('kontostaende.csv').map((row) => [row['Wo'], row['Ende in Euro']])).toEqual([
    ['Girokonto', '825,10'],
    ['Tagesgeld', '5321,00'],
    ['Kasse', '0,00'],
  ]);
  expect(new Set(rowsOf('bankzeilen.csv').map((row) => row['Konto des Vereins']))).toEqual(new Set(['Girokonto', 'Tagesgeld']));
  expect(rowsOf('zahlungen.csv').map((row) => row['Konto des Vereins'])).toEqual(['Tagesgeld', 'Girokonto', 'Tagesgeld', 'Tagesgeld']);
});

test('a sample for the auditors names the account of each movement, as their list does', async () => {
  const password = 'Kuchen-im-Mai-2026';
  const link = { name: 'Karla Kasse', password, until: '2026-12-31' };
  const { body: made } = await anton.post<{ address: string }>('/api/books/2026/auditor-links', link);
  const token = /[\w-]+$/.exec(made.address)?.[0];
  const { body: drawn } = await server.visitor().post<Sampled[]>('/api/auditor-books/samples', { token, password, count: 50 });
  const places = drawn.filter(({ title }) => title === 'Zahlung').map(({ facts }) => facts.find(({ label }) => label === 'Wo')?.value);
  expect(places.toSorted()).toEqual(['Girokonto', 'Tagesgeld', 'Tagesgeld', 'Tagesgeld']);
});

test('a closed account takes no statement of a later day', async () => {
  const account = (await anton.get<ClubAccount[]>('/api/club-accounts')).body.find(({ id }) => id === savings.id);
  const paying = (await anton.get<ClubAccount[]>('/api/club-accounts')).body.find(({ id }) => id === giro.id);
  const { id, version, isMain: _a, isUsed: _b, isConfirmed: _c, mayConfirm: _d, endedOn: _e, line: _f, ...input } = paying as ClubAccount;
  expect((await anton.send('PUT', `/api/club-accounts/${id}`, { ...input, isPay: true, version })).status).toBe(200);
  const now = (await anton.get<ClubAccount[]>('/api/club-accounts')).body.find((one) => one.id === account?.id);
  const ended = await anton.send('PUT', `/api/club-accounts/${savings.id}/end`, { endedOn: today(), version: now?.version });
  expect(ended.status).toBe(200);
  await server.sql(`update club_account set ended_on = ended_on - 1 where id = $1`, [savings.id]);
  await server.outdate();
  const answer = await read(savingsIban, [{ cents: 100, day: today(), ref: 'SPÄT' }]);
  expect(faultOf(answer)[1]).toContain('„Tagesgeld“ ist seit');
  expect((await read(giroIban, [{ cents: 100, day: today(), ref: 'WEITER' }])).status).toBe(200);
});

function statement(iban: string, before: number, entries: readonly Entry[]) {
  const after = entries.reduce((sum, { cents }) => sum + cents, before);
  const amount = (cents: number) =>
    `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const day = entries[0]?.day ?? today();
  const bal = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const party = ({ cents, iban: other }: Entry) => {
    const role = cents < 0 ? 'Cdtr' : 'Dbtr';
    return other
      ? `<RltdPties><${role}><Nm>Gesamtverein</Nm></${role}><${role}Acct><Id><IBAN>${other}</IBAN></Id></${role}Acct></RltdPties>`
      : '';
  };
  const lines = entries.map(
    (entry) => `<Ntry>${amount(entry.cents)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${entry.day ?? today()}</Dt></BookgDt>
      <AcctSvcrRef>${entry.ref}</AcctSvcrRef><NtryDtls><TxDtls>${party(entry)}<RmtInf><Ustrd>${entry.purpose ?? ''}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${bal('OPBD', before)}${bal('CLBD', after)}${lines.join('')}</Stmt></BkToCstmrStmt></Document>`;
  return { fileName: 'auszug.xml', content: Buffer.from(xml).toString('base64') };
}
