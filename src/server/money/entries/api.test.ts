import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptLine } from '#shared/money/bankLines.ts';
import type { Year } from '#shared/money/books/contract.ts';
import type { Donations } from '#shared/money/donations/contract.ts';
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

const year = 2025;
const cake = { category: 'event_income', sphere: 'business', text: 'Kuchen beim Sommerfest', cents: 12_550, bookedOn: '2025-07-12' };
const entries = async () => (await anton.get<Entry[]>(`/api/ledger-entries?year=${year}`)).body;
const report = async () => (await anton.get<Year>(`/api/books/${year}`)).body;
const labelled = ({ lines }: Year, label: string) => {
  const line = lines.find((one) => one.label === label);
  return line && [line.sphere, line.inCents, line.outCents];
};

let read = 0;
/** Imports bank lines dated in the year before last, and returns them as listed. */
async function bank(...lines: { cents: number; name?: string; purpose?: string }[]): Promise<KeptLine[]> {
  const rows = lines.map(({ cents, name = 'Stadtkasse', purpose = 'Rechnung' }) => {
    const amount = (cents / 100).toFixed(2).replace('.', ',');
    return `03.03.2025;${name};${purpose} ${++read};${amount}`;
  });
  const content = Buffer.from(['Buchungstag;Name;Verwendungszweck;Betrag', ...rows, ''].join('\r\n')).toString('base64');
  const { status } = await anton.post('/api/bank-lines', { fileName: 'auszug.csv', content });
  expect(status).toBe(200);
  const open = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body.rows;
  return lines.map(
    ({ cents }, at) => open.find((row) => row.cents === cents && row.purpose.endsWith(` ${read - lines.length + at + 1}`)) as KeptLine,
  );
}

test('cash is recorded with a sign by its category, counts in the year, and can be deleted', async () => {
  const before = await report();
  const made = await anton.post<Entry>('/api/ledger-entries', cake);
  expect(made.body).toMatchObject({ cents: 12_550, isOfBank: false, isLocked: false });
  const spent = await anton.post<Entry>('/api/ledger-entries', { ...cake, category: 'event_costs', text: 'Zelt', cents: 5000 });
  expect(spent.body.cents).toBe(-5000);
  const with2 = await report();
  expect(labelled(with2, 'Feste und Eintritt')).toEqual(['business', 12_550, 0]);
  expect(labelled(with2, 'Kosten von Festen')).toEqual(['business', 0, 5000]);
  expect(with2.surplusCents - before.surplusCents).toBe(7550);
  for (const { body } of [made, spent]) expect((await anton.send('DELETE', `/api/ledger-entries/${body.id}`)).status).toBe(200);
  expect(await entries()).toEqual([]);
  expect((await report()).surplusCents).toBe(before.surplusCents);
});

test('nothing without a sum, with a future day or of an unknown kind is recorded, each reported at its field', async () => {
  const refused = async (change: object) => {
    const { status, body } = await anton.post<ProblemBody>('/api/ledger-entries', { ...cake, ...change });
    return [status, body.fields?.map(({ path }) => path)];
  };
  expect(await refused({ cents: 0 })).toEqual([422, ['cents']]);
  expect(await refused({ text: ' ' })).toEqual([422, ['text']]);
  expect(await refused({ bookedOn: '2999-01-01' })).toEqual([422, ['bookedOn']]);
  expect(await refused({ category: 'bribes' })).toEqual([422, ['category']]);
  expect(await entries()).toEqual([]);
});

test('a bank line becomes income or spending once, by its own sign, and the entry is deleted when the line is reopened', async () => {
  const [out, grant] = await bank({ cents: -4200 }, { cents: 30_000, purpose: 'Zuschuss Jugend' });
  const part = (category: string, cents: number) => ({ version: 1, parts: [{ sphere: 'ideal', text: 'Stadtkasse', category, cents }] });
  const wrong = await anton.post<ProblemBody>(`/api/bank-lines/${out?.id}/entry`, part('subsidy', 4200));
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([422, 'parts.0.category']);
  expect((await anton.post(`/api/bank-lines/${out?.id}/entry`, part('office', 4200))).status).toBe(200);
  expect((await anton.post(`/api/bank-lines/${out?.id}/entry`, part('office', 4200))).status).toBe(409);
  expect((await anton.post(`/api/bank-lines/${grant?.id}/entry`, part('subsidy', 30_000))).status).toBe(200);
  const [first, second] = await entries();
  expect([first, second].map((one) => [one?.cents, one?.bookedOn, one?.isOfBank]).toSorted()).toEqual(
    [
      [-4200, '2025-03-03', true],
      [30_000, '2025-03-03', true],
    ].toSorted(),
  );
  expect(labelled(await report(), 'Zuschüsse')).toEqual(['ideal', 30_000, 0]);
  // It cannot be deleted by hand: the bank line would be left without it.
  expect((await anton.send('DELETE', `/api/ledger-entries/${first?.id}`)).status).toBe(409);
  for (const line of [out, grant])
    expect((await anton.post(`/api/bank-lines/${line?.id}/reopen`, { version: 2, reason: 'Falsch' })).status).toBe(200);
  expect(await entries()).toEqual([]);
  for (const line of [out, grant]) await anton.post(`/api/bank-lines/${line?.id}/ignore`, { version: 3, reason: 'Test' });
});

test('two concurrent bookings of the same line book it once', async () => {
  const [line] = await bank({ cents: -990 });
  const book = () =>
    anton.post(`/api/bank-lines/${line?.id}/entry`, {
      version: 1,
      parts: [{ category: 'bank_fees', sphere: 'ideal', text: 'Konto', cents: 990 }],
    });
  const answers = await Promise.all([book(), book(), book()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await entries()).filter(({ cents }) => cents === -990)).toHaveLength(1);
});

test('a line is booked in parts, income minus spending; other sums are refused at their field, and reopening it deletes all parts', async () => {
  const [line] = await bank({ cents: 9700, name: 'Kartendienst', purpose: 'Abrechnung' });
  const parts = (fee: number) => ({
    version: 1,
    parts: [
      { category: 'event_income', sphere: 'business', text: 'Eintritt', cents: 10_000 },
      { category: 'bank_fees', sphere: 'business', text: 'Gebühr', cents: fee },
    ],
  });
  const before = await entries();
  const wrong = await anton.post<ProblemBody>(`/api/bank-lines/${line?.id}/entry`, parts(200));
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([422, 'parts.0.cents']);
  expect(wrong.body.fields?.[0]?.message.replaceAll('\u00A0', ' ')).toBe('Zusammen sind das 98,00 €, auf dem Konto stehen 97,00 €.');
  expect(await entries()).toEqual(before);
  expect((await anton.post(`/api/bank-lines/${line?.id}/entry`, parts(300))).status).toBe(200);
  const booked = (await entries()).filter(({ id }) => !before.some((one) => one.id === id));
  expect(booked.map(({ category, cents, isOfBank }) => [category, cents, isOfBank]).toSorted()).toEqual([
    ['bank_fees', -300, true],
    ['event_income', 10_000, true],
  ]);
  expect((await anton.post(`/api/bank-lines/${line?.id}/reopen`, { version: 2, reason: 'falsch verteilt' })).status).toBe(200);
  expect(await entries()).toEqual(before);
});

test('a line becomes a donation with its day and sum; on a receipt it is kept, and so is its line', async () => {
  const [line, spent] = await bank({ cents: 25_000, name: 'Dora Dill', purpose: 'Spende' }, { cents: -100 });
  const donor = { donorName: 'Dora Dill', donorAddress: 'Testweg 1\n59999 Auenfeld', note: '' };
  expect((await anton.post(`/api/bank-lines/${spent?.id}/donation`, { ...donor, version: 1 })).status).toBe(409);
  expect((await anton.post(`/api/bank-lines/${line?.id}/donation`, { ...donor, version: 1 })).status).toBe(200);
  const donations = async () => (await anton.get<Donations>(`/api/donations?year=${year}`)).body.donations;
  expect((await donations()).map(({ donorName, cents, receivedOn }) => [donorName, cents, receivedOn])).toEqual([
    ['Dora Dill', 25_000, '2025-03-03'],
  ]);
  const reopen = () => anton.post(`/api/bank-lines/${line?.id}/reopen`, { version: 2, reason: 'Doch ein Beitrag' });
  await server.sql(
    `with made as (insert into donation_receipt (id, club, year, number, issued_on, donor_name, cents, content, created_by)
       values (gen_random_uuid(), 'RWA', 2025, 1, '2025-12-01', 'Dora Dill', 25000, '{}', 'Anton') returning id)
     update donation set receipt_id = (select id from made)`,
  );
  expect((await reopen()).status).toBe(409);
  expect(await server.sql('select 1 from donation')).toHaveLength(1);
  await server.sql('update donation set receipt_id = null');
  await server.sql('delete from donation_receipt');
  expect((await reopen()).status).toBe(200);
  expect(await donations()).toEqual([]);
});

test('in a closed period nothing is entered, deleted or reopened, and a late bank line counts today; only the board reads it', async () => {
  const kept = (await anton.post<Entry>('/api/ledger-entries', { ...cake, bookedOn: '2024-05-05' })).body;
  const [line, booked, gift] = await bank({ cents: -555 }, { cents: -777 }, { cents: 8800 });
  const known = { version: 1, parts: [{ category: 'office', sphere: 'ideal', text: 'Telefon', cents: 777 }] };
  expect((await anton.post(`/api/bank-lines/${booked?.id}/entry`, known)).status).toBe(200);
  const donor = { version: 1, donorName: 'Dora Dill', donorAddress: 'Testweg 1', note: '' };
  expect((await anton.post(`/api/bank-lines/${gift?.id}/donation`, donor)).status).toBe(200);
  const old = (await anton.post<Entry>('/api/ledger-entries', { ...cake, bookedOn: '2010-05-05' })).body;
  await server.sql(
    `insert into closed_period (id, club, until_day, hash, closed_by, closed_at) values (gen_random_uuid(), 'RWA', '2025-12-31', '', 'Anton', now())`,
  );
  const late = await anton.post<ProblemBody>('/api/ledger-entries', cake);
  expect([late.status, late.body.fields?.[0]?.path]).toEqual([422, 'bookedOn']);
  expect((await anton.send<ProblemBody>('DELETE', `/api/ledger-entries/${kept.id}`)).body.code).toBe('period-closed');
  const entry = { version: 1, parts: [{ category: 'office', sphere: 'ideal', text: 'Porto', cents: 555 }] };
  // A late bank line is booked today, and the closed year stays unchanged.
  expect((await anton.post(`/api/bank-lines/${line?.id}/entry`, entry)).status).toBe(200);
  const bookedOn = await server.sql<{ day: string }>('select booked_on::text as day from ledger_entry where bank_line_id = $1', [line?.id]);
  expect(bookedOn).toEqual([{ day: today() }]);
  const figures = (await report()).lines;
  for (const one of [booked, gift]) {
    const opened = await anton.post<ProblemBody>(`/api/bank-lines/${one?.id}/reopen`, { version: 2, reason: 'Falsch' });
    expect([opened.status, opened.body.code]).toEqual([409, 'period-closed']);
  }
  expect((await report()).lines).toEqual(figures);
  // Not even by raw SQL, until the retention period of the books is over.
  await expect(server.sql('delete from ledger_entry where id = $1', [kept.id])).rejects.toThrow(/closed/);
  await expect(server.sql('delete from donation')).rejects.toThrow(/closed/);
  expect(await server.sql('delete from ledger_entry where id = $1 returning 1', [old.id])).toHaveLength(1);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).get(`/api/ledger-entries?year=${year}`)).status).toBe(403);
});
