import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Closing, Year } from '#shared/money/books/contract.ts';
import { readZip } from '#server/platform/formats/readZip.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let svea: Client;
let payer = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  // Only the rows of these tests count.
  await server.sql(`alter table payment disable trigger user`);
  await server.sql(`alter table allocation disable trigger user`);
  await server.sql(`delete from allocation where club = 'RWA'`);
  await server.sql(`delete from payment where club = 'RWA'`);
  await server.sql(`alter table payment enable trigger user`);
  await server.sql(`alter table allocation enable trigger user`);
  await server.sql(`update charge set state = 'cancelled', settled_cents = 0, waived_cents = 0, paid_on = null where club = 'RWA'`);
  await server.outdate();
  anton = await server.signedIn('admin');
  svea = await server.signedIn('super');
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Bea', 'Buch', '1980-02-03', now(), now()) returning id`,
  );
  payer = row?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const year = async (of = 2025, client = anton) => (await client.get<Year>(`/api/books/${of}?club=RWA`)).body;
const close = (until: string, client = anton, typed = until.slice(0, 4)) =>
  client.post<Closing>('/api/books/closings', { until, typed, club: 'RWA' });
const pay = (cents: number, bookedOn: string, chargeId?: string) =>
  anton.post('/api/payments', { payerId: payer, cents, bookedOn, shares: chargeId ? [{ chargeId, cents }] : [] });

async function owe(source: string, sphere: string, cents: number, on = '2025-10-01'): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, tax_sphere, created_at)
     values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, $2, 'Posten', $3, $4::date, 'transfer', 'open', $5, $4::date) returning id`,
    [payer, source, cents, on, sphere],
  );
  return row?.id ?? '';
}

test('only the board reads and closes its books, and only a super reopens them', async () => {
  for (const client of [server.visitor(), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')]) {
    expect([401, 403, 404]).toContain((await client.get('/api/books/2025?club=RWA')).status);
    expect([401, 403, 404]).toContain((await client.get('/api/books/2025/export?club=RWA')).status);
    expect([401, 403, 404]).toContain((await close('2025-12-31', client)).status);
  }
  expect(await server.sql('select id from closed_period')).toEqual([]);
});

test('the year counts payments only, by purpose; credit allocated later does not change the earlier year', async () => {
  const fee = await owe('membership', 'ideal', 12_000);
  const course = await owe('course', 'purpose', 7000);
  await pay(12_000, '2025-11-01', fee);
  await pay(5000, '2025-11-02', course);
  await pay(3000, '2025-12-30');
  const before = await year();
  expect(before).toMatchObject({ inCents: 20_000, outCents: 0, openCents: 2000, creditCents: 3000 });
  expect(before.lines).toMatchObject([
    { sphere: 'ideal', label: 'Mitgliedsbeiträge', inCents: 12_000 },
    { sphere: 'purpose', label: 'Kurse', inCents: 5000 },
    { sphere: null, inCents: 3000 },
  ]);
  // Credit used on the same day in 2026 does not change 2025.
  setClock(new Date(testTime.getTime() + 5 * 60_000));
  expect((await anton.post(`/api/accounts/${payer}/credit`, {})).status).toBe(200);
  expect((await year()).lines).toEqual(before.lines);
  expect((await year(2026)).lines).toMatchObject([
    { label: 'Kurse', inCents: 2000 },
    { sphere: null, inCents: -2000 },
  ]);
  expect(await year(2026)).toMatchObject({ inCents: 0, creditCents: 1000 });
});

test('the year before stands beside the year; income is counted against the limits, and a club may do without spheres', async () => {
  const { before, lines, meters, hasSpheres, inCents } = await year();
  expect([before, hasSpheres]).toEqual([{ lines: [], inCents: 0, outCents: 0, surplusCents: 0 }, true]);
  expect((await year(2026)).before).toMatchObject({ lines, inCents });
  expect(meters.find(({ name }) => name === 'all')).toEqual({ name: 'all', cents: inCents, limitCents: 10_000_000 });
  const name = 'books.RWA.spheres';
  const set = (value: boolean, version: number) => svea.send('PUT', `/api/config/${name}`, { value, version });
  expect((await set(false, 0)).status).toBe(200);
  expect((await year()).hasSpheres).toBe(false);
  expect((await set(true, 1)).status).toBe(200);
});

test('a closed year accepts nothing any more: no payment, no charge, no cancellation; open charges are still paid today', async () => {
  const open = await owe('course', 'purpose', 4000);
  expect((await close('2025-12-31', anton, '2024')).status).toBe(422);
  expect((await close('2025-12-30')).status).toBe(422);
  expect((await close('2026-11-30')).status).toBe(422);
  const answers = await Promise.all([1, 2].map(() => close('2025-12-31')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(codeOf(await pay(100, '2025-12-31'))).toEqual([409, 'period-closed']);
  await expect(owe('other', 'ideal', 100, '2025-12-31')).rejects.toThrow('closed');
  const cancel = (id: string) => anton.post('/api/charges/state', { items: [{ id, version: 1 }], to: 'cancelled', reason: 'Versehen' });
  expect(codeOf(await cancel(open))).toEqual([409, 'period-closed']);
  const before = await year();
  expect((await pay(4000, today(), open)).status).toBe(200);
  expect((await year()).lines).toEqual(before.lines);
  expect((await year()).closings).toMatchObject([{ until: '2025-12-31', isUnchanged: true, reopenedAt: null }]);
  const fresh = await owe('other', 'ideal', 100, today());
  expect((await cancel(fresh)).status).toBe(200);
});

test('what was paid in part in a closed year is cancelled by a reversal of today, which names the charge; only the open year changes', async () => {
  const [closing] = (await year()).closings;
  await svea.post(`/api/books/closings/${closing?.id}/reopening`, { reason: 'Teilzahlung nachgetragen' });
  const id = await owe('course', 'purpose', 4000);
  expect((await pay(1500, '2025-11-01', id)).status).toBe(200);
  expect((await close('2025-12-31')).status).toBe(200);
  const [before, open] = [await year(), await year(2026)];
  const [row] = await server.sql<{ version: number; reference: string }>('select version, reference from charge where id = $1', [id]);
  const cancelled = await anton.post('/api/charges/state', {
    items: [{ id, version: row?.version }],
    to: 'cancelled',
    reason: 'Kurs fiel aus',
  });
  expect(codeOf(cancelled)[0]).toBe(200);
  const [reversal] = await server.sql<{
    id: string;
    version: number;
    label: string;
    state: string;
    cents: number;
    settled_cents: number;
    booked: string;
    sphere: string;
  }>(
    "select id, version, label, state, cents, settled_cents, (created_at at time zone 'Europe/Berlin')::date::text as booked, tax_sphere as sphere from charge where refund_of = $1",
    [id],
  );
  // What nobody paid is set off, and what was paid is still to be given back.
  expect(reversal).toMatchObject({ state: 'open', cents: -4000, settled_cents: -2500, booked: today(), sphere: 'purpose' });
  expect(reversal?.label).toBe(`Storno zu ${row?.reference}: Posten`);
  expect([(await year()).lines, (await year(2026)).lines]).toEqual([before.lines, open.lines]);
  const items = [{ id: reversal?.id, version: reversal?.version }];
  expect(codeOf(await anton.post('/api/charges/state', { items, to: 'paid', paidOn: '2025-12-31' }))).toEqual([409, 'period-closed']);
  expect((await anton.post('/api/charges/state', { items, to: 'paid', paidOn: today() })).status).toBe(200);
  const courses = ({ lines }: Year) => lines.find(({ label, sphere }) => label === 'Kurse' && sphere === 'purpose');
  expect((await year()).lines).toEqual(before.lines);
  expect(courses(await year(2026))?.outCents).toBe((courses(open)?.outCents ?? 0) + 1500);
  expect((await year()).closings[0]).toMatchObject({ isUnchanged: true, reopenedAt: null });
});

test('open tasks prevent closing the books', async () => {
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'SCB', gen_random_uuid()::text, $1, $1, 'other', 'Entwurf', 100, '2025-10-01', 'transfer', 'draft', '2025-10-01')`,
    [(await server.sql<{ id: string }>(`select id from person where club = 'SCB' limit 1`))[0]?.id],
  );
  await server.sql(
    `insert into payout_run (id, club, message_id, execution_on, debtor_name, debtor_iban, total_cents, created_by, created_at)
     values (gen_random_uuid(), 'SCB', 'SCB-A-1', '2025-12-30', 'SC Blautal', '', 500, 'Alma', '2025-12-29')`,
  );
  await server.sql(
    `insert into bank_line (id, club, fingerprint, booked_on, cents, created_at)
     values (gen_random_uuid(), 'SCB', 'eine', '2025-12-30', 700, now()), (gen_random_uuid(), 'SCB', 'noch eine', '2026-01-02', 700, now())`,
  );
  const alma = await server.signedIn('admin', 'SCB');
  const refused = await alma.post('/api/books/closings', { until: '2025-12-31', typed: '2025' });
  expect([refused.status, refused.body.fields?.map(({ message }) => message)]).toEqual([
    409,
    ['1 Sammelüberweisung ist noch nicht ausgeführt.', '1 Forderung ist noch Entwurf.'],
  ]);
  const { checks } = (await alma.get<Year>('/api/books/2025?club=SCB')).body;
  expect(checks.filter(({ name }) => ['runs', 'lines'].includes(name))).toMatchObject([
    { name: 'runs', count: 0, text: 'Alle Lastschriftläufe sind abgeschlossen.' },
    { name: 'lines', count: 1, text: '1 Zeile der Bank ist noch nicht zugeordnet.', isBlocking: false },
  ]);
});

test('only a super reopens the year, with a reason that the export contains', async () => {
  const [closing] = (await year()).closings;
  const reopen = (client: Client, reason = 'Beleg nachgereicht') =>
    client.post<Closing>(`/api/books/closings/${closing?.id}/reopening`, { reason });
  expect(codeOf(await reopen(anton))).toEqual([403, 'forbidden']);
  expect((await reopen(svea, '')).status).toBe(422);
  expect((await reopen(svea)).body).toMatchObject({ reason: 'Beleg nachgereicht' });
  expect(codeOf(await reopen(svea))).toEqual([409, 'wrong-state']);
  expect((await pay(100, '2025-12-31')).status).toBe(200);
});

test('the file for the auditors equals the screens: its contents are listed, and its sums are those of the year', async () => {
  await server.sql(
    `insert into bank_line (id, club, fingerprint, booked_on, cents, name, created_at) values (gen_random_uuid(), 'RWA', 'geprüft', '2025-12-30', 700, 'Prüfzeile', now())`,
  );
  await server.outdate();
  const file = await anton.get('/api/books/2025/export');
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = new Map((readZip(file.bytes, { files: 100, bytes: 1e7 }) ?? []).map(({ name, bytes }) => [name, bytes.toString('utf8')]));
  for (const name of ['bankzeilen.csv', 'mandate.csv', 'ueberweisungen.csv', 'stundennachweise.csv', 'auslagen.csv', 'zahlungen.csv'])
    expect([name, files.get('INHALT.txt')?.includes(`\r\n${name} (`), files.get('spalten.csv')?.includes(name)]).toEqual([
      name,
      true,
      true,
    ]);
  expect(files.get('bankzeilen.csv')).toContain('Prüfzeile');
  for (const words of ['Lastschriften nur zu zweit: nein', 'Zahlungserinnerung: nach 7 Tagen', ': Vorstand', 'Gegenbuchung'])
    expect(files.get('VERFAHREN.txt')).toContain(words);
  const index = files.get('index.xml') ?? '';
  expect(index).toContain('<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">');
  for (const name of [...files.keys()].filter((one) => one.endsWith('.csv')))
    expect([name, index.includes(`<URL>${name}</URL>`)]).toEqual([name, true]);
  const zahlungen = index.slice(index.indexOf('<URL>zahlungen.csv'), index.indexOf('<URL>zuordnungen.csv'));
  expect(zahlungen).toContain('<Name>Betrag in Euro</Name><Numeric><Accuracy>2</Accuracy></Numeric>');
  expect(zahlungen).toContain('<Name>Tag</Name><Date><Format>YYYY-MM-DD</Format></Date>');
  expect(files.get('VERFAHREN.txt')).toContain('Wie Rot-Weiß Auenfeld die Kasse führt');
  const linesOf = (name: string) =>
    Papa.parse<{ [column: string]: string }>((files.get(name) ?? '').replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data;
  // Persons, accounts and states in the terms of the club, without database keys.
  const [listed] = await server.sql<{ name: string; account: string }>(
    `select listed_name as name, club || '-K' || account_no as account from payer where id = $1`,
    [payer],
  );
  expect(linesOf('personen.csv')).toContainEqual(expect.objectContaining({ Name: listed?.name, Konto: listed?.account, Art: 'Person' }));
  for (const name of ['forderungen.csv', 'zahlungen.csv'])
    expect(linesOf(name)).toContainEqual(expect.objectContaining({ Zahler: listed?.name, Konto: listed?.account }));
  for (const [name, text] of files) if (name.endsWith('.csv')) expect([name, text.includes(payer)]).toEqual([name, false]);
  expect(new Set(linesOf('forderungen.csv').map(({ Stand }) => Stand))).toContain('bezahlt');
  expect(linesOf('zahlungen.csv').map(({ Art }) => Art)).toContain('Überweisung');
  expect(linesOf('bankzeilen.csv')).toContainEqual(expect.objectContaining({ Name: 'Prüfzeile', Stand: 'offen' }));
  const sum = (name: string, column: string) =>
    linesOf(name).reduce((total, row) => total + Math.round(Number(row[column]?.replace(',', '.')) * 100), 0);
  const { inCents, outCents } = await year();
  expect([sum('einnahmen_ausgaben.csv', 'Einnahmen in Euro'), sum('einnahmen_ausgaben.csv', 'Ausgaben in Euro')]).toEqual([
    inCents,
    outCents,
  ]);
  expect(files.get('SHA256SUMS')).toContain(
    `${createHash('sha256')
      .update(files.get('INHALT.txt') ?? '')
      .digest('hex')}  INHALT.txt`,
  );
});

test('every amount in the files for the auditors has two decimals; a count has none', async () => {
  for (const [name, cents] of [
    ['Sieben', 700],
    ['Siebenfünfzig', 750],
    ['Abgang', -12_345],
  ])
    await server.sql(
      `insert into bank_line (id, club, fingerprint, booked_on, cents, name, created_at) values (gen_random_uuid(), 'RWA', $1, '2025-12-30', $2, $1, now())`,
      [name, cents],
    );
  await server.outdate();
  const file = await anton.get('/api/books/2025/export');
  const files = (readZip(file.bytes, { files: 100, bytes: 1e7 }) ?? []).filter(({ name }) => name.endsWith('.csv'));
  const ofFile = new Map(
    files.map(({ name, bytes }) => [
      name,
      Papa.parse<{ [column: string]: string }>(bytes.toString('utf8').replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data,
    ]),
  );
  const amountOf = (name: string) => ofFile.get('bankzeilen.csv')?.find((row) => row['Name'] === name)?.['Betrag in Euro'];
  expect(['Sieben', 'Siebenfünfzig', 'Abgang'].map(amountOf)).toEqual(['7,00', '7,50', '-123,45']);
  const found = [...ofFile.values()].flatMap((rows) =>
    rows.flatMap((row) => Object.entries(row).flatMap(([column, cell]) => (column.endsWith(' in Euro') && cell ? cell : []))),
  );
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((cell) => !/^-?\d+,\d\d$/.test(cell))).toEqual([]);
  expect(ofFile.get('beitragsregeln.csv')?.every((row) => /^\d+$/.test(row['Reihenfolge'] ?? ''))).toBe(true);
});

test('a ledger account shows the sums of the year, equal to those of the lists', async () => {
  const [listed] = await server.sql<{ cents: string }>(
    `select sum(cents) as cents from payment where club = 'RWA' and kind not in ('offset', 'waiver', 'opening') and booked_on between '2025-01-01' and '2025-12-31'`,
  );
  const { lines, inCents, outCents, surplusCents } = await year();
  expect(surplusCents).toBe(Number(listed?.cents));
  expect(lines.reduce((sum, line) => sum + line.inCents - line.outCents, 0)).toBe(inCents - outCents);
});
