import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptLine, KeptStatement } from '#shared/money/bankLines.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { today } from '#server/platform/process/clock.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Listed = { rows: KeptLine[]; open: number };
const iban = 'DE75512108001245126199';
const fileOf = (...lines: string[]) => ({
  fileName: 'umsaetze.csv',
  content: Buffer.from(
    ['Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag', ...lines].join('\n'),
  ).toString('base64'),
});
const lineOf = (purpose: string, amount: string, name = 'Müller, Jörg', day = '20.11.2026') =>
  `${day};${purpose};${name};${iban};${amount}`;
const keep = (client: Client, file: object) => client.post<KeptStatement>('/api/bank-lines', file);
const list = async (client: Client, state = 'open') => (await client.get<Listed>(`/api/bank-lines?state=${state}`)).body;
const found = async (client: Client, purpose: string, state?: string) =>
  (await list(client, state)).rows.find((row) => row.purpose === purpose) as KeptLine;
const decide = (client: Client, { id, version }: KeptLine, which: string, reason = 'Test') =>
  client.post(`/api/bank-lines/${id}/${which}`, { version, reason });
const stateOf = async ({ id }: ListedCharge) => (await server.sql('select state, settled_cents from charge where id = $1', [id]))[0];

async function openCharges(anton: Client, people: number, priceCents: number): Promise<ListedCharge[]> {
  const { courseId } = await billedCourse(server, { people, priceCents });
  await anton.post('/api/charges', { courseId, dueOn: '2026-12-15' });
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${courseId}`)).body;
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}

test('only the board of the club stores and decides lines; another club sees none of them', async () => {
  const anton = await server.signedIn('admin');
  const alma = await server.signedIn('admin', 'SCB');
  const file = fileOf(lineOf('Zugang nur hier', '5,00'));
  for (const client of [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('trainer'),
    await server.signedIn('editor'),
  ]) {
    expect([401, 403]).toContain((await keep(client, file)).status);
    expect([401, 403]).toContain((await client.get('/api/bank-lines')).status);
  }
  expect((await list(anton)).open).toBe(0);
  expect((await keep(anton, file)).body).toMatchObject({ kept: 1, known: 0, unread: [] });
  const row = await found(anton, 'Zugang nur hier');
  expect((await list(alma)).rows).toEqual([]);
  expect((await decide(alma, row, 'ignore')).status).toBe(404);
  expect((await alma.post('/api/bank-lines/bookings', { ids: [row.id] })).body).toMatchObject({ booked: 0, left: 1 });
});

test('a line is stored once, however often and in whatever file it is imported; unparsable ones are reported; no account number is stored in full', async () => {
  const anton = await server.signedIn('admin');
  const one = lineOf('doppelt eins', '11,00');
  const two = lineOf('doppelt zwei', '12,00');
  const both = await Promise.all([1, 2].map(() => keep(anton, fileOf(one))));
  expect(both.map(({ body }) => body.kept).toSorted()).toEqual([0, 1]);
  expect((await keep(anton, fileOf(one, two, lineOf('kaputt', 'viel')))).body).toMatchObject({
    kept: 1,
    known: 1,
    unread: [{ line: 4, message: 'Der Betrag ist nicht lesbar.' }],
  });
  const [statements] = await server.sql<{ n: number }>("select count(*)::int as n from bank_statement where club = 'RWA'");
  await keep(anton, fileOf(one));
  expect(await server.sql("select count(*)::int as n from bank_statement where club = 'RWA'")).toEqual([statements]);
  expect(await found(anton, 'doppelt eins')).toMatchObject({ account: '•••• 6199', cents: 1100, state: 'new' });
  const [whole] = await server.sql<{ n: number }>('select count(*)::int as n from bank_line l where l::text like $1', [`%${iban}%`]);
  expect(whole?.n).toBe(0);
});

test('a second equal payment of one day in a second file counts once it is confirmed, and never twice', async () => {
  const anton = await server.signedIn('admin');
  const day = '18.11.2026';
  const same = lineOf('Trikot', '25,00', 'Zweimal, Zoe', day);
  const count = async () => (await list(anton)).rows.filter(({ purpose }) => purpose === 'Trikot').length;
  await keep(anton, fileOf(same, lineOf('am Morgen', '1,00', 'Morgen', day)));
  // A later file without the other line of that day is not a copy of the first.
  const second = fileOf(same, lineOf('am Abend', '2,00', 'Abend', day));
  const { body } = await keep(anton, second);
  expect(body).toMatchObject({
    kept: 1,
    known: 1,
    doubtful: [{ line: 2, day: '2026-11-18', cents: 2500, name: 'Zweimal, Zoe', known: 1 }],
  });
  expect(await count()).toBe(1);
  const again = [{ line: 2, known: 1 }];
  const both = await Promise.all([1, 2].map(() => keep(anton, { ...second, again })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await count()).toBe(2);
  // Neither that file again nor one with the whole day adds a third one or asks again.
  expect((await keep(anton, second)).body).toMatchObject({ kept: 0, known: 2, doubtful: [] });
  const whole = fileOf(same, same, lineOf('am Morgen', '1,00', 'Morgen', day), lineOf('am Abend', '2,00', 'Abend', day));
  expect((await keep(anton, whole)).body).toMatchObject({ kept: 0, known: 4 });
  expect(await count()).toBe(2);
  // Whole days that overlap are known without a question.
  const later = fileOf(
    lineOf('davor', '3,00', 'Vor', '17.11.2026'),
    same,
    lineOf('am Morgen', '1,00', 'Morgen', day),
    lineOf('am Abend', '2,00', 'Abend', day),
  );
  expect((await keep(anton, later)).body).toMatchObject({ kept: 1, known: 3, doubtful: [] });
});

test('recognised lines are booked once; after a reversal, charge and line are open again', async () => {
  const anton = await server.signedIn('admin');
  const [charge, other] = (await openCharges(anton, 2, 4200)) as [ListedCharge, ListedCharge];
  await keep(anton, fileOf(lineOf(charge.reference, '42,00'), lineOf('ohne Zeichen', '42,00', 'Niemand Bekannt')));
  const row = await found(anton, charge.reference);
  expect(row).toMatchObject({ result: 'match', charges: [{ reference: charge.reference }] });
  const ids = [row.id, (await found(anton, 'ohne Zeichen')).id];
  const answers = await Promise.all([1, 2, 3].map(() => anton.post<{ booked: number }>('/api/bank-lines/bookings', { ids })));
  expect(answers.map(({ body }) => body.booked).toSorted()).toEqual([0, 0, 1]);
  expect(await stateOf(charge)).toEqual({ state: 'paid', settled_cents: 4200 });
  const booked = await found(anton, charge.reference, 'booked');
  expect(booked.message).toMatch(new RegExp(`^Verbucht am .* von Anton Rotmuster: ${charge.reference}\\.$`));
  expect((await decide(anton, { ...booked, version: 1 }, 'reopen')).status).toBe(409);
  expect((await decide(anton, booked, 'reopen', 'falscher Zahler')).status).toBe(200);
  expect(await stateOf(charge)).toEqual({ state: 'open', settled_cents: 0 });
  const again = await found(anton, charge.reference);
  expect(again).toMatchObject({ state: 'new', result: 'match' });
  const assigned = await anton.post(`/api/bank-lines/${again.id}/assignment`, { shares: [{ chargeId: other.id, cents: 4200 }] });
  expect(assigned.status).toBe(200);
  expect(await stateOf(other)).toEqual({ state: 'paid', settled_cents: 4200 });
  // A line from an earlier file is known, whatever its state.
  expect((await keep(anton, fileOf(lineOf(charge.reference, '42,00')))).body).toMatchObject({ kept: 0, known: 1 });
});

test('lines that need no booking are set aside with a reason and can be reopened', async () => {
  const anton = await server.signedIn('admin');
  await keep(anton, fileOf(lineOf('Kontoführung', '-4,90', 'Bank')));
  const row = await found(anton, 'Kontoführung');
  expect((await decide(anton, row, 'reopen')).status).toBe(409);
  expect((await anton.post(`/api/bank-lines/${row.id}/ignore`, { version: row.version, reason: '' })).status).toBe(422);
  expect((await decide(anton, row, 'ignore', 'Entgelt')).status).toBe(200);
  expect((await decide(anton, row, 'ignore', 'Entgelt')).status).toBe(409);
  const ignored = await found(anton, 'Kontoführung', 'ignored');
  expect(ignored).toMatchObject({ state: 'ignored', message: expect.stringMatching(/^Ignoriert am .*: Entgelt$/) });
  expect((await decide(anton, ignored, 'reopen')).status).toBe(200);
  expect((await found(anton, 'Kontoführung')).state).toBe('new');
});

test('the lines of one day are in the order of their statement, also if the bank begins with the latest, and across pages', async () => {
  const anton = await server.signedIn('admin');
  const of = (no: number, day: string) => lineOf(`Folge ${no}`, `${no},00`, 'Folge', day);
  const sameDay = Array.from({ length: 12 }, (_none, at) => of(at + 1, '17.11.2026'));
  expect((await keep(anton, fileOf(...sameDay))).body.kept).toBe(12);
  const latestFirst = [of(16, '18.11.2026'), of(15, '18.11.2026'), of(14, '17.11.2026'), of(13, '17.11.2026')];
  expect((await keep(anton, fileOf(...latestFirst))).body.kept).toBe(4);
  const placesIn = (rows: readonly KeptLine[]) => rows.flatMap(({ purpose }) => /^Folge (\d+)$/.exec(purpose)?.[1] ?? []).map(Number);
  const inOrder = Array.from({ length: 16 }, (_none, at) => at + 1);
  const { rows } = await list(anton);
  expect(placesIn(rows)).toEqual(inOrder);
  for (const row of rows.filter(({ purpose }) => purpose.startsWith('Folge ')))
    expect((await decide(anton, row, 'ignore')).status).toBe(200);
  const ignored: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: Answer<Listed & { next: string | null }> = await anton.get(
      `/api/bank-lines?state=ignored&limit=5${cursor && `&cursor=${cursor}`}`,
    );
    ignored.push(...placesIn(body.rows));
    cursor = body.next;
  }
  expect(ignored).toEqual(inOrder.toReversed());
});

test('a line without a match shows its kind', async () => {
  const anton = await server.signedIn('admin');
  const [one] = await openCharges(anton, 1, 8100);
  if (!one) throw new Error('no charge');
  const kinds = async (...lines: string[]) => {
    await keep(anton, fileOf(...lines));
    const { rows } = await list(anton);
    return rows.filter(({ purpose }) => purpose.startsWith('Art ')).map(({ purpose, kind, result }) => [purpose.slice(0, 5), result, kind]);
  };
  const found = await kinds(
    lineOf(`Art 1 ${one.reference}`, '80,00', 'Niemand'),
    lineOf('Art 2', '1,23', 'Niemand'),
    lineOf('Art 3', '-4,90', 'Niemand'),
  );
  expect(found).toEqual([
    ['Art 1', 'rest', 'part'],
    ['Art 2', 'rest', 'unknown'],
    ['Art 3', 'rest', 'outgoing'],
  ]);
});

test('a line of a closed day is booked today, and says so; as a donation it would keep its day and is refused', async () => {
  const anton = await server.signedIn('admin');
  const [charge] = (await openCharges(anton, 1, 3300)) as [ListedCharge];
  const day = '20.12.2025';
  const lines = [
    lineOf(charge.reference, '33,00', 'Spät', day),
    lineOf('Hallenmiete alt', '-30,00', 'Stadt', day),
    lineOf('Gabe alt', '5,00', 'Gern', day),
  ];
  await keep(anton, fileOf(...lines));
  await server.sql(
    `insert into closed_period (id, club, until_day, hash, closed_at, closed_by) values (gen_random_uuid(), 'RWA', '2025-12-31', '', now(), 'Anton')`,
  );
  await server.outdate();
  const words = 'Bis 31.12.2025 ist abgeschlossen; gebucht wird mit dem heutigen Tag.';
  const [paid, rent, gift] = [await found(anton, charge.reference), await found(anton, 'Hallenmiete alt'), await found(anton, 'Gabe alt')];
  expect(paid.message).toContain(words);
  const assigned = await anton.post(`/api/bank-lines/${paid.id}/assignment`, { shares: [{ chargeId: charge.id, cents: 3300 }] });
  expect(assigned.status).toBe(200);
  const parts = [{ category: 'halls', sphere: 'purpose', text: 'Miete', cents: 3000 }];
  expect((await anton.post(`/api/bank-lines/${rent.id}/entry`, { version: rent.version, parts })).status).toBe(200);
  const booked = await server.sql<{ day: string }>(
    `select booked_on::text as day from payment where bank_line_id = $1 union all select booked_on::text from ledger_entry where bank_line_id = $2`,
    [paid.id, rent.id],
  );
  expect(booked).toEqual([{ day: today() }, { day: today() }]);
  const donor = { donorName: 'Gern Geber', donorAddress: 'Testweg 1', note: '', version: gift.version };
  expect((await anton.post<ProblemBody>(`/api/bank-lines/${gift.id}/donation`, donor)).body.code).toBe('period-closed');
});

test('money for which nothing is asked goes to the account of a payer: first what is due, the rest is credit; reopened, all is as before', async () => {
  const anton = await server.signedIn('admin');
  const alma = await server.signedIn('admin', 'SCB');
  const [charge] = (await openCharges(anton, 1, 4200)) as [ListedCharge];
  await keep(anton, fileOf(lineOf('versehentlich doppelt', '60,00', 'Wer auch immer')));
  const row = await found(anton, 'versehentlich doppelt');
  const assign = (client: Client, body: object) => client.post(`/api/bank-lines/${row.id}/assignment`, body);
  const { payerId } = charge;
  expect((await assign(alma, { shares: [], payerId })).status).toBe(404);
  expect((await assign(anton, { shares: [] })).status).toBe(422);
  expect((await assign(anton, { shares: [{ chargeId: charge.id, cents: 100 }], payerId })).status).toBe(422);
  const creditOf = async () => (await anton.get<{ creditCents: number; reference: string }>(`/api/accounts/${payerId}`)).body;
  const before = await creditOf();
  const both = await Promise.all([1, 2].map(() => assign(anton, { shares: [], payerId })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await stateOf(charge)).toEqual({ state: 'paid', settled_cents: 4200 });
  expect((await creditOf()).creditCents).toBe(before.creditCents + 1800);
  const booked = await found(anton, 'versehentlich doppelt', 'booked');
  expect(booked.message).toContain(before.reference);
  expect((await decide(anton, booked, 'reopen')).status).toBe(200);
  expect(await stateOf(charge)).toEqual({ state: 'open', settled_cents: 0 });
  expect((await creditOf()).creditCents).toBe(before.creditCents);
});
