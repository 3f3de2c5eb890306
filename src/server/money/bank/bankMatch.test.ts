import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptLine, KeptStatement } from '#shared/money/bankLines.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** As Sparkassen export it (CSV-CAMT V2), in Windows-1252. */
const heading =
  '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Begünstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Währung";"Info"';
const lineOf = (purpose: string, amount: string, name = 'Müller, Jörg', day = '20.11.26') =>
  `"DE02120300000000202051";"${day}";"${day}";"GUTSCHRIFT";"${purpose}";"NOTPROVIDED";"${name}";"DE99";"${amount}";"EUR";"Umsatz gebucht"`;

const openLines = async (client: Client) => (await client.get<{ rows: KeptLine[] }>('/api/bank-lines?state=open')).body.rows;

/** Imports a statement and returns its lines in order; each has its own purpose or name. */
async function kept(client: Client, ...lines: { purpose: string; amount: string; name?: string; day?: string }[]) {
  const known = new Set((await openLines(client)).map(({ id }) => id));
  const content = Buffer.from(
    [heading, ...lines.map(({ purpose, amount, name, day }) => lineOf(purpose, amount, name, day))].join('\r\n'),
    'latin1',
  ).toString('base64');
  const { body } = await client.post<KeptStatement>('/api/bank-lines', { fileName: 'umsaetze.csv', content });
  const rows = (await openLines(client)).filter(({ id }) => !known.has(id));
  const find = ({ purpose, name = 'Müller, Jörg', day = '20.11.26' }: (typeof lines)[number]) =>
    rows.find(
      (row) => row.purpose === purpose && row.name === name && row.day === `20${day.slice(6)}-${day.slice(3, 5)}-${day.slice(0, 2)}`,
    );
  return { format: body.format, rows: lines.map((line) => find(line) as KeptLine) };
}

/** Open charges of a new course, by the name of the payers. */
async function openCharges(anton: Client, people: number, priceCents: number): Promise<ListedCharge[]> {
  const { courseId } = await billedCourse(server, { people, priceCents });
  await anton.post('/api/charges', { courseId, dueOn: '2026-12-15' });
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${courseId}`)).body;
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}
const statesOf = async (rows: readonly ListedCharge[]) =>
  (
    await server.sql<{ state: string }>('select state, id from charge where id = any($1) order by array_position($1::uuid[], id)', [
      rows.map(({ id }) => id),
    ])
  ).map(({ state }) => state);
const book = (client: Client, rows: readonly KeptLine[]) =>
  client.post<{ booked: number; cents: number; left: number }>('/api/bank-lines/bookings', { ids: rows.map(({ id }) => id) });

test('references in a purpose are found, however the bank split it; name and amount are a suggestion; nothing is booked without confirmation', async () => {
  const anton = await server.signedIn('admin');
  const charges = await openCharges(anton, 6, 4711);
  const number = (at: number) => charges[at]?.reference.slice(4) ?? '';
  const { format, rows } = await kept(
    anton,
    { purpose: `SVWZ+Kurs rwa ${number(0)}`, amount: '47,11' },
    { purpose: `RWA-${number(1)} und RWA${number(2)}.2026 danke`, amount: '94,22' },
    { purpose: 'Kursgebühr', amount: '47,11', name: 'Nr4 Zahlerin' },
    { purpose: 'Kursgebühr', amount: '47,11', name: 'Jemand Anders' },
    { purpose: `RWA-${number(4)}`, amount: '1.047,11' },
    { purpose: `RWA-${number(5)}`, amount: '20,00' },
    { purpose: `RWA-${number(0)}`, amount: '47,11', day: '21.11.26' },
    { purpose: 'Rücklastschrift AC04', amount: '-50,00' },
  );
  expect(format).toContain('Windows-1252');
  const named = charges.map(({ reference }) => reference);
  expect(rows.map(({ result, cents, charges: taken }) => [result, cents, taken.map(({ reference }) => reference)])).toEqual([
    ['match', 4711, [named[0]]],
    ['match', 9422, [named[1], named[2]]],
    ['suggestion', 4711, [named[3]]],
    ['rest', 4711, []],
    ['rest', 104_711, [named[4]]],
    ['rest', 2000, [named[5]]],
    ['rest', 4711, [named[0]]],
    ['rest', -5000, []],
  ]);
  const said = rows.map(({ message }) => message);
  expect(said[3]).toContain('Kein Zeichen');
  expect(said[4]).toMatch(/^Überzahlung zu RWA-\d+: 1\.047,11/);
  expect(said[5]).toMatch(/^Teilzahlung zu RWA-\d+: 20,00/);
  expect(said[6]).toContain('Zweite Zahlung');
  expect(said[7]).toContain('Abgang vom Konto');
  expect(new Set(await statesOf(charges))).toEqual(new Set(['open']));

  // Lines that need a look cannot be forced.
  expect((await book(anton, rows)).body).toEqual({ booked: 3, cents: 4711 + 9422 + 4711, byRule: 0, left: 5 });
  expect(await statesOf(charges)).toEqual(['paid', 'paid', 'paid', 'paid', 'open', 'open']);
  const [paid] = await server.sql('select paid_on::text as paid_on, method from charge where id = $1', [charges[0]?.id]);
  expect(paid).toEqual({ paid_on: '2026-11-20', method: 'transfer' });
  const [entry] = await server.sql<{ content: string }>("select content from audit where entity = 'charges' order by id desc limit 1");
  expect(entry?.content).toContain('Zahlungseingänge verbucht: 3 über 188,44');
  // A charge that was reopened by hand is not settled by the same line again.
  const [again] = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?search=${named[0]}`)).body.rows;
  await anton.post('/api/charges/state', { items: [{ id: again?.id, version: again?.version }], to: 'open' });
  expect((await book(anton, rows.slice(0, 3))).body).toEqual({ booked: 0, cents: 0, byRule: 0, left: 3 });
});

test('booking the same lines ten times concurrently pays each charge once', async () => {
  const anton = await server.signedIn('admin');
  const svea = await server.signedIn('super');
  const charges = await openCharges(anton, 5, 7000);
  const { rows } = await kept(anton, ...charges.map(({ reference }) => ({ purpose: reference, amount: '70,00' })));
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => book(at % 2 ? anton : svea, rows)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(answers.reduce((sum, { body }) => sum + body.booked, 0)).toBe(5);
  expect(await statesOf(charges)).toEqual(Array(5).fill('paid'));
  const payments = await server.sql('select id from payment where payer_person_id = any($1)', [charges.map(({ payerId }) => payerId)]);
  expect(payments).toHaveLength(5);
});

test('two equal lines are two payments; a name that matches several charges needs a decision', async () => {
  const anton = await server.signedIn('admin');
  await openCharges(anton, 1, 3131);
  await openCharges(anton, 1, 3131);
  await kept(anton, { purpose: 'Kurs', amount: '31,31', name: 'Nr1 Zahlerin' }, { purpose: 'Kurs', amount: '31,31', name: 'Nr1 Zahlerin' });
  const alike = (await openLines(anton)).filter(({ cents }) => cents === 3131);
  expect(alike.map(({ message }) => message)).toEqual([1, 2].map(() => expect.stringContaining('Mehrere offene Forderungen passen')));
});

test('a part payment, an overpayment and one for several charges are allocated by hand, each line once', async () => {
  const anton = await server.signedIn('admin');
  const charges = await openCharges(anton, 3, 5150);
  const { rows } = await kept(
    anton,
    { purpose: charges[0]?.reference ?? '', amount: '20,00' },
    { purpose: charges[1]?.reference ?? '', amount: '61,50' },
    { purpose: 'Kurs für zwei', amount: '83,00', name: 'Nr3 Zahlerin' },
    { purpose: 'Abgang', amount: '-5,00' },
  );
  expect(rows.map(({ result, mayAssign }) => [result, mayAssign])).toEqual([
    ['rest', true],
    ['rest', true],
    ['rest', true],
    ['rest', false],
  ]);
  const assign = (client: Client, at: number, ...shares: [number, number][]) =>
    client.post(`/api/bank-lines/${rows[at]?.id}/assignment`, {
      shares: shares.map(([of, cents]) => ({ chargeId: charges[of]?.id, cents })),
    });
  expect((await assign(await server.signedIn('editor'), 0, [0, 2000])).status).toBe(403);
  expect((await assign(await server.signedIn('admin', 'SCB'), 0, [0, 2000])).status).toBe(404);
  expect((await assign(anton, 0, [0, 2001])).status).toBe(422);
  expect((await assign(anton, 1, [1, 5151])).status).toBe(422);
  expect((await assign(anton, 3, [0, 100])).status).toBe(409);
  const twice = await Promise.all([1, 2].map(() => assign(anton, 0, [0, 2000])));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await assign(anton, 1, [1, 5150])).status).toBe(200);
  expect((await assign(anton, 2, [0, 3150], [2, 5150])).status).toBe(200);
  expect(await statesOf(charges)).toEqual(['paid', 'paid', 'paid']);
  const sums = await server.sql(
    `select p.cents, (select sum(a.cents)::int from allocation a where a.payment_id = p.id) as used from payment p
     where p.payer_person_id = any($1) order by p.created_at, p.cents`,
    [charges.map(({ payerId }) => payerId)],
  );
  expect(sums).toEqual([
    { cents: 2000, used: 2000 },
    { cents: 6150, used: 5150 },
    { cents: 3150, used: 3150 },
    { cents: 5150, used: 5150 },
  ]);
});
