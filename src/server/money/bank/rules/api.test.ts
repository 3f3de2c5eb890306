import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeptLine, KeptStatement } from '#shared/money/bankLines.ts';
import type { BankRule, BankRuleTrial } from '#shared/money/bankRules/contract.ts';
import type { Entry } from '#shared/money/entries/contract.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { today } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());
beforeEach(() => server.sql('delete from bank_rule'));

const fees = {
  name: 'Kontoführung',
  direction: 'out',
  nameContains: '',
  purposeContains: 'Entgeltabschluss',
  centsFrom: null,
  centsTo: 5000,
  way: 'entry',
  category: 'bank_fees',
  sphere: 'ideal',
  reason: '',
  isAutomatic: false,
};
const own = {
  ...fees,
  name: 'Umbuchung',
  direction: 'in',
  purposeContains: 'Übertrag',
  centsTo: null,
  way: 'ignore',
  category: null,
  sphere: null,
  reason: 'Eigenes Konto',
};
const make = async (rule: object) => (await anton.post<BankRule>('/api/bank-rules', rule)).body;

let read = 0;
const fileOf = (...lines: { purpose: string; amount: string; name?: string; day?: string }[]) => ({
  fileName: 'umsaetze.csv',
  content: Buffer.from(
    [
      'Buchungstag;Verwendungszweck;Name;Betrag',
      ...lines.map(({ purpose, amount, name = 'Sparkasse', day = '03.11.2026' }) => `${day};${purpose} ${++read};${name};${amount}`),
    ].join('\n'),
  ).toString('base64'),
});
const keep = async (...lines: Parameters<typeof fileOf>) => (await anton.post<KeptStatement>('/api/bank-lines', fileOf(...lines))).body;
const linesOf = async (purpose: string, state = 'open') =>
  (await anton.get<{ rows: KeptLine[] }>(`/api/bank-lines?state=${state}`)).body.rows.filter((row) => row.purpose.startsWith(purpose));
const entries = async () => (await anton.get<Entry[]>('/api/ledger-entries?year=2026')).body;

test('only the board of the club creates rules; another club sees none of them', async () => {
  const { id } = await make(fees);
  for (const client of [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('trainer'),
    await server.signedIn('editor'),
  ]) {
    expect([401, 403]).toContain((await client.get('/api/bank-rules')).status);
    expect([401, 403]).toContain((await client.post('/api/bank-rules', fees)).status);
    expect([401, 403]).toContain((await client.post('/api/bank-rules/trial', { ...conditions(), direction: 'out' })).status);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get('/api/bank-rules')).body).toEqual([]);
  expect((await alma.send('PUT', `/api/bank-rules/${id}`, { ...fees, version: 1 })).status).toBe(404);
  expect((await alma.send('DELETE', `/api/bank-rules/${id}`)).status).toBe(404);
  expect((await anton.get<BankRule[]>('/api/bank-rules')).body.map(({ name }) => name)).toEqual(['Kontoführung']);
});

const conditions = () => ({ direction: 'out', nameContains: '', purposeContains: 'Entgelt', centsFrom: null, centsTo: null });

test('a rule without a condition, with reversed sums, without a purpose or a reason is refused at its field', async () => {
  const refused = async (change: object) => {
    const { status, body } = await anton.post<ProblemBody>('/api/bank-rules', { ...fees, ...change });
    return [status, body.fields?.map(({ path }) => path)];
  };
  expect(await refused({ purposeContains: ' ' })).toEqual([422, ['nameContains']]);
  expect(await refused({ centsFrom: 6000 })).toEqual([422, ['centsTo']]);
  expect(await refused({ category: null })).toEqual([422, ['category']]);
  expect(await refused({ category: 'subsidy' })).toEqual([422, ['category']]);
  expect(await refused({ way: 'ignore' })).toEqual([422, ['reason']]);
  expect(await refused({ centsTo: 12.5 })).toEqual([422, ['centsTo']]);
  expect((await anton.post<ProblemBody>('/api/bank-rules/trial', { ...conditions(), purposeContains: '' })).body.fields?.[0]?.path).toBe(
    'nameContains',
  );
  expect((await anton.get('/api/bank-rules')).body).toEqual([]);
});

test('a rule proposes matching lines; confirmed, the line is booked or set aside, and reopened it is open', async () => {
  await make(fees);
  await make(own);
  await keep(
    { purpose: 'ENTGELT ABSCHLUSS Oktober', amount: '-9,90' },
    { purpose: 'Entgeltabschluss sehr teuer', amount: '-50,01' },
    { purpose: 'Uebertrag Tagesgeld', amount: '800,00' },
  );
  const [fee] = await linesOf('ENTGELT');
  expect(fee).toMatchObject({ result: 'rule', message: '„Kontoführung“: Gebühren der Bank, Ideeller Bereich.', state: 'new' });
  const [dear] = await linesOf('Entgeltabschluss');
  expect(dear?.result).toBe('rest');
  const [moved] = await linesOf('Uebertrag');
  expect(moved).toMatchObject({ result: 'rule', message: '„Umbuchung“: ignorieren, Eigenes Konto.' });
  const book = () =>
    anton.post<{ booked: number; byRule: number; left: number }>('/api/bank-lines/bookings', { ids: [fee?.id, dear?.id, moved?.id] });
  const answers = await Promise.all([book(), book()]);
  expect(answers.map(({ body }) => [body.booked, body.byRule, body.left]).toSorted()).toEqual([
    [0, 0, 3],
    [0, 2, 1],
  ]);
  expect((await entries()).map(({ category, cents, text }) => [category, cents, text])).toEqual([
    ['bank_fees', -990, expect.stringMatching(/^Sparkasse, ENTGELT ABSCHLUSS Oktober/)],
  ]);
  expect((await linesOf('Uebertrag', 'ignored'))[0]?.message).toMatch(/von Anton Rotmuster: Eigenes Konto$/);
  const [booked] = await linesOf('ENTGELT', 'booked');
  expect((await anton.post(`/api/bank-lines/${booked?.id}/reopen`, { version: booked?.version, reason: 'falsch' })).status).toBe(200);
  expect(await entries()).toEqual([]);
  expect((await linesOf('ENTGELT'))[0]?.result).toBe('rule');
});

test('an automatic rule decides as soon as the statement is imported, except for reopened lines and in a closed period', async () => {
  await make({ ...fees, purposeContains: 'Abo Drucker', isAutomatic: true });
  await server.sql(
    `insert into closed_period (id, club, until_day, hash, closed_by, closed_at) values (gen_random_uuid(), 'RWA', '2024-12-31', '', 'Anton', now())`,
  );
  expect(
    await keep({ purpose: 'Abo Drucker', amount: '-5,00' }, { purpose: 'Abo Drucker alt', amount: '-5,00', day: '01.02.2024' }),
  ).toMatchObject({
    kept: 2,
    byRule: 1,
  });
  expect((await linesOf('Abo Drucker alt'))[0]?.result).toBe('rule');
  const [done] = await linesOf('Abo Drucker', 'booked');
  expect(done?.message).toMatch(/^Verbucht am .* von Regel „Kontoführung“: Gebühren der Bank\.$/);
  await anton.post(`/api/bank-lines/${done?.id}/reopen`, { version: done?.version, reason: 'Test' });
  expect((await keep({ purpose: 'Anderes', amount: '-1,00' })).byRule).toBe(0);
  expect((await linesOf('Abo Drucker')).length).toBe(2);
  const [old] = await linesOf('Abo Drucker alt');
  const late = 'Bis 31.12.2024 ist abgeschlossen; gebucht wird mit dem heutigen Tag. Die Regel tut es hier nicht von selbst.';
  expect(old).toMatchObject({ result: 'rule', message: expect.stringContaining(late) });
  // As announced: applied by hand it is booked today.
  const taken = await anton.post<{ byRule: number; left: number }>('/api/bank-lines/bookings', { ids: [old?.id] });
  expect(taken.body).toMatchObject({ byRule: 1, left: 0 });
  const [entry] = await server.sql<{ day: string }>('select booked_on::text as day from ledger_entry where bank_line_id = $1', [old?.id]);
  expect(entry?.day).toBe(today());
  await server.sql('delete from closed_period');
});

test('a named reference takes precedence over rules, and the first matching rule applies; their order is changed completely or not at all', async () => {
  const general = await make({ ...fees, name: 'Alles der Sparkasse', nameContains: 'sparkasse', purposeContains: '', centsTo: null });
  const special = await make({ ...fees, purposeContains: 'Reihenfolge' });
  await keep({ purpose: 'Reihenfolge', amount: '-3,00' });
  const ruleNow = async () => (await linesOf('Reihenfolge'))[0]?.message;
  expect(await ruleNow()).toContain('Alles der Sparkasse');
  const order = (ids: string[]) => anton.send('PUT', '/api/bank-rules/order', { ids });
  expect((await order([special.id])).status).toBe(409);
  expect((await order([special.id, special.id])).status).toBe(409);
  expect((await order([special.id, general.id])).status).toBe(200);
  expect(await ruleNow()).toContain('Kontoführung');
  const change = (version: number) => anton.send('PUT', `/api/bank-rules/${special.id}`, { ...fees, purposeContains: 'Nie', version });
  expect((await Promise.all([change(1), change(1)])).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await ruleNow()).toContain('Alles der Sparkasse');
  expect((await anton.send('DELETE', `/api/bank-rules/${general.id}`)).status).toBe(200);
  expect((await linesOf('Reihenfolge'))[0]?.result).toBe('rest');
});

test('before it is saved a rule shows what it would have matched in twelve months, booked or not', async () => {
  await keep(
    { purpose: 'Probe Zeitung', amount: '-20,00', day: '05.10.2026' },
    { purpose: 'Probe Zeitung', amount: '-21,00', day: '05.11.2026' },
    { purpose: 'Probe Zeitung', amount: '-19,00', day: '05.10.2024' },
    { purpose: 'Probe Zeitung', amount: '22,00' },
  );
  const { body } = await anton.post<BankRuleTrial>('/api/bank-rules/trial', { ...conditions(), purposeContains: 'probe zeitung' });
  expect([body.count, body.cents, body.lines.map(({ day }) => day)]).toEqual([2, -4100, ['2026-11-05', '2026-10-05']]);
  expect((await anton.get('/api/bank-rules')).body).toEqual([]);
});

test.each([
  ['from the same account', ''],
  ['from before the club had an account', `update bank_line set account_id = null where club = 'RWA'`],
])('a payment imported as CSV and again as camt, %s, is a possible duplicate, and not preselected', async (_from, sooner) => {
  await server.sql(`delete from bank_line where club = 'RWA' and purpose ilike 'Miete Halle%'`);
  await make({ ...fees, purposeContains: 'Miete Halle', isAutomatic: true, centsTo: null, category: 'halls' });
  expect((await keep({ purpose: 'Miete Halle West November', amount: '-250,00', name: 'Stadt' })).byRule).toBe(1);
  if (sooner) await server.sql(sooner);
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>a</MsgId></GrpHdr><Stmt><Id>1</Id>
    <Ntry><Amt Ccy="EUR">250.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt><AcctSvcrRef>X1</AcctSvcrRef>
    <NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Stadt</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>MIETE HALLE WEST NOVEMBER</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  const again = await anton.post<KeptStatement>('/api/bank-lines', {
    fileName: 'auszug.xml',
    content: Buffer.from(xml).toString('base64'),
  });
  expect(again.body).toMatchObject({ kept: 1, byRule: 0 });
  const [line] = await linesOf('MIETE');
  expect(line).toMatchObject({
    result: 'rest',
    message: expect.stringMatching(/^Vielleicht doppelt: am .* schon aus „umsaetze\.csv“ gelesen\./),
  });
});
