import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeptLine } from '#shared/money/bankLines.ts';
import type { BankRule } from '#shared/money/bankRules/contract.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());
beforeEach(() => server.sql('delete from bank_rule'));

const [home, shared, grandma] = ['DE02120300000000202051', 'DE75512108001245126199', 'DE02500105170137075030'] as const;
let numbered = 0;

/** A payer with open transfers of these sums, the earliest due first. */
async function payer(firstname: string, ...cents: number[]): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', $2, 'Kontner', '1980-02-03', now(), now())`,
    [id, firstname],
  );
  for (const [at, sum] of cents.entries())
    await server.sql(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       values (gen_random_uuid(), 'RWA', $1, $2, $2, 'other', 'Gebühr', $3, date '2026-10-01' + $4::int, 'transfer', 'open', now())`,
      [`RWA-8${String(++numbered).padStart(5, '0')}`, id, sum, at],
    );
  await server.outdate();
  return id;
}

/** Imports one line of a statement and returns it with its match. */
async function lineOf(purpose: string, cents: number, iban: string, name = 'Wer auch immer'): Promise<KeptLine> {
  const heading = 'Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag';
  const text = `${heading}\n20.11.2026;${purpose};${name};${iban};${(cents / 100).toFixed(2).replace('.', ',')}`;
  await anton.post('/api/bank-lines', { fileName: 'umsaetze.csv', content: Buffer.from(text).toString('base64') });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body;
  const line = rows.find((row) => row.purpose === purpose);
  if (!line) throw new Error('the line was not kept');
  return line;
}
const accountOf = async (id: string) => (await anton.get<PayerAccount>(`/api/accounts/${id}`)).body;

test('who paid from an account before is proposed when money comes from it again; once that payment is taken back, it is unknown', async () => {
  const ina = await payer('Ina', 4000);
  const first = await lineOf('ohne Zeichen eins', 1000, home);
  expect([first.result, first.kind]).toEqual(['rest', 'unknown']);
  expect((await anton.post(`/api/bank-lines/${first.id}/assignment`, { shares: [], payerId: ina })).status).toBe(200);
  const second = await lineOf('ohne Zeichen zwei', 3000, home);
  expect(second).toMatchObject({ result: 'suggestion', charges: [{ cents: 3000 }] });
  expect(second.message).toContain('Dieses Bankkonto gehört zu Kontner, Ina');
  expect(JSON.stringify(await server.sql('select * from bank_line'))).not.toContain(home);
  const [done] = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines?state=booked')).body.rows.filter(({ id }) => id === first.id);
  expect((await anton.post(`/api/bank-lines/${first.id}/reopen`, { version: done?.version, reason: 'Falsch' })).status).toBe(200);
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body;
  expect(rows.find(({ id }) => id === second.id)?.kind).toBe('unknown');
});

test('the account of a mandate names its payer; what does not fit waits with the charges, and two payers of one account are asked about', async () => {
  const ole = await payer('Ole', 2500, 1500);
  const mandate = { payerPersonId: ole, iban: shared, accountHolder: 'Ole Kontner', signedOn: '2026-01-02', reference: 'KONT-1' };
  expect((await anton.post('/api/mandates', mandate)).status).toBe(200);
  const part = await lineOf('zu wenig', 1000, shared);
  expect([part.result, part.kind, part.charges.map(({ cents }) => cents)]).toEqual(['rest', 'part', [2500, 1500]]);
  const ute = await payer('Ute', 900);
  expect((await anton.send('PUT', `/api/payee-accounts/${ute}`, { holder: 'Ute Kontner', iban: shared })).status).toBe(200);
  const both = await lineOf('von beiden', 900, shared);
  expect([both.result, both.kind]).toEqual(['rest', 'several']);
  // A name with its sum is more than an account that several use.
  expect((await lineOf('mit Namen', 900, shared, 'Kontner, Ute')).result).toBe('suggestion');
});

test('a rule books what grandma sends on the account of a payer: what is due first is paid, the rest is credit, and it can be opened again', async () => {
  const kim = await payer('Kim', 1500);
  const rule = {
    name: 'Oma',
    direction: 'in',
    nameContains: 'Oma Kontner',
    purposeContains: '',
    centsFrom: null,
    centsTo: null,
    way: 'payer',
    category: null,
    sphere: null,
    payerId: kim,
    reason: '',
    isAutomatic: true,
  };
  const refused = async (change: object) =>
    (await anton.post<Pick<ProblemBody, 'fields'>>('/api/bank-rules', { ...rule, ...change })).body.fields?.[0]?.path;
  expect(await refused({ payerId: null })).toBe('payerId');
  expect(await refused({ direction: 'out' })).toBe('way');
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.post('/api/bank-rules', rule)).status).toBe(404);
  expect((await anton.post<BankRule>('/api/bank-rules', rule)).body).toMatchObject({
    payerId: kim,
    payerName: 'Kontner, Kim',
    isOrganisation: false,
  });
  await anton.post('/api/bank-lines', {
    fileName: 'oma.csv',
    content: Buffer.from(
      `Buchungstag;Verwendungszweck;Name;Kontonummer/IBAN;Betrag\n20.11.2026;fuer Kim;Oma Kontner;${grandma};20,00`,
    ).toString('base64'),
  });
  expect(await accountOf(kim)).toMatchObject({ openCents: 0, creditCents: 500 });
  const [line] = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines?state=booked')).body.rows.filter(
    ({ purpose }) => purpose === 'fuer Kim',
  );
  expect((await anton.post(`/api/bank-lines/${line?.id}/reopen`, { version: line?.version, reason: 'Falsch' })).status).toBe(200);
  expect(await accountOf(kim)).toMatchObject({ openCents: 1500, creditCents: 0 });
});

test('a rule by the account of a line finds whatever comes from it under any name, and nothing else; it shows the ends of the number alone', async () => {
  const first = await lineOf('Miete Vereinsheim', 12_000, grandma, 'Hausverwaltung Kontner');
  const rule = {
    name: 'Vereinsheim',
    direction: 'in',
    nameContains: '',
    purposeContains: '',
    centsFrom: null,
    centsTo: null,
    way: 'ignore',
    category: null,
    sphere: null,
    reason: 'Bucht die Verwaltung',
    isAutomatic: false,
  };
  const made = await anton.post<BankRule>('/api/bank-rules', { ...rule, accountKey: first.accountKey });
  expect([made.status, made.body.account]).toEqual([200, first.account]);
  expect(JSON.stringify(made.body)).not.toContain(grandma);
  expect((await lineOf('anderer Zweck', 500, grandma, 'Niemand')).result).toBe('rule');
  expect((await lineOf('Miete Vereinsheim zwei', 12_000, shared, 'Hausverwaltung Kontner')).result).not.toBe('rule');
  // The account of another club's line is none that a rule may ask for.
  const foreign = await (
    await server.signedIn('admin', 'SCB')
  ).post<ProblemBody>('/api/bank-rules', { ...rule, accountKey: first.accountKey });
  expect([foreign.status, foreign.body.fields?.map(({ path }) => path)]).toEqual([422, ['accountKey']]);
  const { id, account: _account, payerName: _name, isOrganisation: _is, version, ...kept } = made.body;
  expect((await anton.send('PUT', `/api/bank-rules/${id}`, { ...kept, name: 'Heim', version })).status).toBe(200);
});
