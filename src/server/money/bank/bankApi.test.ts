import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BankLine } from '#shared/money/bankStatements.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { readStatement } from './bankFile.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Checked = { format: string; lines: BankLine[] };
type Booked = Checked & { booked: number; cents: number; left: number };

/** As Sparkassen give it (CSV-CAMT V2), in Windows-1252. */
const heading =
  '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Begünstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Währung";"Info"';
const lineOf = (purpose: string, amount: string, name = 'Müller, Jörg', day = '20.11.26') =>
  `"DE02120300000000202051";"${day}";"${day}";"GUTSCHRIFT";"${purpose}";"NOTPROVIDED";"${name}";"DE99";"${amount}";"EUR";"Umsatz gebucht"`;
const statement = (...lines: string[]) => Buffer.from([heading, ...lines].join('\r\n'), 'latin1').toString('base64');
const fileOf = (content: string) => ({ fileName: 'umsaetze.csv', content });
const check = (client: Client, content: string) => client.post<Checked>('/api/bank-statements/check', fileOf(content));
const book = (client: Client, content: string, fingerprints: readonly string[]) =>
  client.post<Booked>('/api/bank-statements/bookings', { ...fileOf(content), fingerprints });
const count = async () => (await server.sql<{ rows: number }>("select count(*)::int as rows from bank_line where state <> 'new'"))[0]?.rows;

/** Open charges of a new course, by the name of those who pay. */
async function openCharges(anton: Client, people: number, priceCents = 7000): Promise<ListedCharge[]> {
  const { courseId } = await billedCourse(server, { people, priceCents });
  await anton.post('/api/charges', { courseId, dueOn: '2026-12-15' });
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${courseId}`)).body;
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}
const statesOf = async (rows: readonly ListedCharge[]) =>
  (
    await server.sql<{ state: string }>('select state from charge where id = any($1) order by array_position($1::uuid[], id)', [
      rows.map(({ id }) => id),
    ])
  ).map(({ state }) => state);

test('only the board of the club reads statements into the charges, and sees its own alone', async () => {
  const anton = await server.signedIn('admin');
  const [row] = await openCharges(anton, 1);
  const content = statement(lineOf(row?.reference ?? '', '70,00'));
  for (const path of ['check', 'result', 'bookings']) {
    const body = { ...fileOf(content), ...(path === 'bookings' && { fingerprints: ['0'.repeat(64)] }) };
    expect((await server.visitor().post(`/api/bank-statements/${path}`, body)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect((await (await server.signedIn(role)).post(`/api/bank-statements/${path}`, body)).status).toBe(403);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await check(alma, content)).body.lines).toMatchObject([{ result: 'rest', charges: [] }]);
  const [line] = (await check(anton, content)).body.lines;
  expect((await book(alma, content, [line?.fingerprint ?? ''])).body).toMatchObject({ booked: 0, left: 1 });
  expect(await statesOf(row ? [row] : [])).toEqual(['open']);
});

test('what a purpose names is found, however the bank cut it; name and amount are a suggestion; nothing is written before one says so', async () => {
  const anton = await server.signedIn('admin');
  const rows = await openCharges(anton, 6, 4711);
  const number = (at: number) => rows[at]?.reference.slice(4) ?? '';
  const before = await count();
  const content = statement(
    lineOf(`SVWZ+Kurs rwa ${number(0)}`, '47,11'),
    lineOf(`RWA-${number(1)} und RWA${number(2)}.2026 danke`, '94,22'),
    lineOf('Kursgebühr', '47,11', 'Nr4 Zahlerin'),
    lineOf('Kursgebühr', '47,11', 'Jemand Anders'),
    lineOf(`RWA-${number(4)}`, '1.047,11'),
    lineOf(`RWA-${number(5)}`, '20,00'),
    lineOf(`RWA-${number(0)}`, '47,11', 'Müller, Jörg', '21.11.26'),
    lineOf('Rücklastschrift AC04', '-50,00'),
  );
  const { body } = await check(anton, content);
  expect(body.format).toContain('Windows-1252');
  expect(body.lines.map(({ result, cents }) => [result, cents])).toEqual([
    ['match', 4711],
    ['match', 9422],
    ['suggestion', 4711],
    ['rest', 4711],
    ['rest', 104_711],
    ['rest', 2000],
    ['rest', 4711],
    ['rest', -5000],
  ]);
  const said = body.lines.map(({ message }) => message);
  expect(said[3]).toContain('Kein Zeichen');
  expect(said[4]).toMatch(/^Überzahlung zu RWA-\d+: 1\.047,11/);
  expect(said[5]).toMatch(/^Teilzahlung zu RWA-\d+: 20,00/);
  expect(said[6]).toContain('Zweite Zahlung');
  expect(said[7]).toContain('Abgang vom Konto');
  expect(await count()).toBe(before);
  expect(new Set(await statesOf(rows))).toEqual(new Set(['open']));

  const chosen = body.lines.filter(({ result }) => result !== 'rest').map(({ fingerprint }) => fingerprint);
  // The one that is only to be looked at cannot be forced.
  const booked = (await book(anton, content, [...chosen, body.lines[5]?.fingerprint ?? ''])).body;
  expect(booked).toMatchObject({ booked: 3, cents: 4711 + 9422 + 4711, left: 1 });
  expect(await statesOf(rows)).toEqual(['paid', 'paid', 'paid', 'paid', 'open', 'open']);
  expect(booked.lines.map(({ result }) => result).slice(0, 4)).toEqual(['booked', 'booked', 'booked', 'rest']);
  const [paid] = await server.sql('select paid_on::text as paid_on, method from charge where id = $1', [rows[0]?.id]);
  expect(paid).toEqual({ paid_on: '2026-11-20', method: 'transfer' });
  const [entry] = await server.sql<{ content: string }>("select content from audit where entity = 'charges' order by id desc limit 1");
  expect(entry?.content).toContain('Zahlungseingänge verbucht: 3 über 188,44');

  // The same file again, with more in it, marks nothing twice, not even what was opened again by hand.
  const [again] = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?search=${rows[0]?.reference}`)).body.rows;
  await anton.post('/api/charges/state', { items: [{ id: again?.id, version: again?.version }], to: 'open' });
  const second = (await check(anton, content)).body.lines;
  expect(second[0]).toMatchObject({ result: 'booked', message: expect.stringMatching(/^Verbucht am .* von Anton Rotmuster: RWA-/) });
  expect((await book(anton, content, chosen)).body).toMatchObject({ booked: 0, left: 3 });
  const result = await anton.post('/api/bank-statements/result', fileOf(content));
  expect(result.headers['content-type']).toContain('text/csv');
  expect(result.text).toContain('"schon verbucht"');
  expect(result.text).toContain('Überzahlung');
});

test('who books the same file ten times at once pays each charge once', async () => {
  const anton = await server.signedIn('admin');
  const svea = await server.signedIn('super');
  const rows = await openCharges(anton, 5);
  const content = statement(...rows.map(({ reference }) => lineOf(reference, '70,00')));
  const chosen = (await check(anton, content)).body.lines.map(({ fingerprint }) => fingerprint);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => book(at % 2 ? anton : svea, content, chosen)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(answers.reduce((sum, { body }) => sum + body.booked, 0)).toBe(5);
  expect(await statesOf(rows)).toEqual(Array(5).fill('paid'));
});

test('two lines alike in everything are two payments; names that fit several charges are left to be looked at', async () => {
  const anton = await server.signedIn('admin');
  await openCharges(anton, 1, 3131);
  await openCharges(anton, 1, 3131);
  const content = statement(lineOf('Kurs', '31,31', 'Nr1 Zahlerin'), lineOf('Kurs', '31,31', 'Nr1 Zahlerin'));
  const { lines } = (await check(anton, content)).body;
  expect(new Set(lines.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(lines.map(({ message }) => message)).toEqual([1, 2].map(() => expect.stringContaining('Mehrere offene Forderungen passen')));
});

test('a part payment, one that is too much and one for several are given out by hand, each line once', async () => {
  const anton = await server.signedIn('admin');
  const rows = await openCharges(anton, 3, 5150);
  const content = statement(
    lineOf(rows[0]?.reference ?? '', '20,00'),
    lineOf(rows[1]?.reference ?? '', '61,50'),
    lineOf('Kurs für zwei', '83,00', 'Nr3 Zahlerin'),
    lineOf('Abgang', '-5,00'),
  );
  const { lines } = (await check(anton, content)).body;
  expect(lines.map(({ result, mayAssign }) => [result, mayAssign])).toEqual([
    ['rest', true],
    ['rest', true],
    ['rest', true],
    ['rest', false],
  ]);
  const assign = (client: Client, at: number, ...shares: [number, number][]) =>
    client.post<Checked>('/api/bank-statements/assignments', {
      ...fileOf(content),
      fingerprint: lines[at]?.fingerprint,
      shares: shares.map(([of, cents]) => ({ chargeId: rows[of]?.id, cents })),
    });
  expect((await assign(await server.signedIn('editor'), 0, [0, 2000])).status).toBe(403);
  expect((await assign(await server.signedIn('admin', 'SCB'), 0, [0, 2000])).status).toBe(404);
  expect((await assign(anton, 0, [0, 2001])).status).toBe(422);
  expect((await assign(anton, 1, [1, 5151])).status).toBe(422);
  expect((await assign(anton, 3, [0, 100])).status).toBe(409);
  const twice = await Promise.all([1, 2].map(() => assign(anton, 0, [0, 2000])));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await assign(anton, 1, [1, 5150])).body.lines[1]?.result).toBe('booked');
  expect((await assign(anton, 2, [0, 3150], [2, 5150])).status).toBe(200);
  expect(await statesOf(rows)).toEqual(['paid', 'paid', 'paid']);
  const sums = await server.sql(
    `select p.cents, (select sum(a.cents)::int from allocation a where a.payment_id = p.id) as used from payment p
     where p.payer_person_id = any($1) order by p.created_at, p.cents`,
    [rows.map(({ payerPersonId }) => payerPersonId)],
  );
  expect(sums).toEqual([
    { cents: 2000, used: 2000 },
    { cents: 6150, used: 5150 },
    { cents: 3150, used: 3150 },
    { cents: 5150, used: 5150 },
  ]);
});

test('a bad file is refused in German on its field, a bad line with its reason', async () => {
  const anton = await server.signedIn('admin');
  const told = async (content: string) => {
    const answer = await anton.post('/api/bank-statements/check', fileOf(content));
    return [answer.status, answer.body.fields?.[0]?.path, answer.body.fields?.[0]?.message];
  };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  expect(await told(base64('Nachname;Vorname\nMuster;Mia'))).toEqual([422, 'content', expect.stringContaining('„Buchungstag“')]);
  expect(await told(base64('Buchungstag;Betrag\n'))).toEqual([422, 'content', 'In dieser Datei steht keine Buchung.']);
  expect(await told(base64('PK\u0003\u0004abcdefgh'))).toEqual([422, 'content', expect.stringContaining('nicht als Excel-Datei')]);
  expect(await told(base64('Buchungstag;Be\0trag und mehr'))).toEqual([422, 'content', expect.stringContaining('weder eine CSV')]);
  expect(await told('nicht base64!')).toEqual([422, 'content', expect.any(String)]);
  const many = `Buchungstag;Betrag\n${'02.11.2026;1,00\n'.repeat(3001)}`;
  expect(await told(base64(many))).toEqual([422, 'content', 'Höchstens 3.000 Buchungen auf einmal.']);
  const { lines } = (
    await check(anton, statement(lineOf('a', 'viel'), lineOf('b', '1,00', 'X', '31.02.26'), lineOf('c', '1,00', 'X', '01.01.99')))
  ).body;
  expect(lines.map(({ message }) => message)).toEqual([
    'Der Betrag ist nicht lesbar.',
    'Der Buchungstag ist nicht lesbar.',
    'Der Buchungstag liegt in der Zukunft.',
  ]);
});

test.each([
  [
    'Volksbank, CAMT, UTF-8 with mark',
    '\uFEFFIBAN Auftragskonto;Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Verwendungszweck;Betrag;Waehrung\nDE1;02.11.2026;Mia Muster;DE2;RWA-100001;1.234,56;EUR',
    123_456,
  ],
  [
    'an older one with words before the headings and S/H',
    'Kontoauszug\nKonto;123\n\nBuchungstag;Valuta;Auftraggeber/Empfänger;VWZ;Umsatz;Soll/Haben\n2.11.26;2.11.26;Mia Muster;RWA-100001;70,00;S',
    -7000,
  ],
  [
    'commas between, points before the cents',
    '"Buchungstag","Auftraggeber","Verwendungszweck","Betrag"\n"2026-11-02","Mia Muster","RWA-100001","-1234.50"',
    -123_450,
  ],
  [
    'a sign behind',
    'Buchungstag\tName\tVerwendungszweck\tVerwendungszweck 2\tBetrag\n02.11.2026\tMia Muster\tRWA-\t100001\t70,00 -',
    -7000,
  ],
])('%s is read', (_name, text, cents) => {
  const [line] = readStatement(Buffer.from(text)).lines;
  expect(line).toMatchObject({ day: '2026-11-02', cents, name: 'Mia Muster', fault: '' });
  expect(line?.purpose.replaceAll(/\s/g, '')).toBe('RWA-100001');
});
