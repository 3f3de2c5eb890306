import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Openings } from '#shared/money/openings/contract.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { Year } from '#shared/money/books/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
const people: string[] = [];
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  for (const [at, name] of ['Ada', 'Ben', 'Cid'].entries()) {
    const [row] = await server.sql<{ id: string }>(
      `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
       values (gen_random_uuid(), 'RWA', $1, 'Anfang', '1980-02-03', now(), now()) returning id`,
      [name],
    );
    people.push(row?.id ?? '');
    await server.sql(
      `insert into member (id, club, person_id, member_no, kind, joined_on) values (gen_random_uuid(), 'RWA', $1, $2, 'active', '2020-01-01')`,
      [row?.id, `A-${at}`],
    );
  }
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const file = (...lines: string[]) => ({
  content: Buffer.from(['Mitgl.-Nr.;Zweck;Fällig am;Offen', ...lines, ''].join('\r\n'), 'latin1').toString('base64'),
});
const check = (content: { content: string }, client = anton) => client.post<Openings>('/api/opening-accounts/check', content);
const book = (content: { content: string }, hash: string, client = anton) =>
  client.post<Openings>('/api/opening-accounts', { ...content, hash });
const account = async (at: number) => (await anton.get<PayerAccount>(`/api/accounts/${people[at]}`)).body;
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];

// 0x80 is the euro sign of Windows-1252.
const good = file('A-0;Beitrag 2025;31.01.2025;1.260,50', 'A-0;Trikot;2025-03-01;45.00', 'A-1;;;-30,00 \u0080');

test('only the board of the club imports opening balances', async () => {
  for (const client of [server.visitor(), await server.signedIn('editor')]) {
    expect([401, 403]).toContain((await check(good, client)).status);
    expect([401, 403]).toContain((await book(good, 'x', client)).status);
  }
  // Another club has no members of these numbers.
  expect((await check(good, await server.signedIn('admin', 'SCB'))).body).toMatchObject({ charges: 0, credits: 0 });
});

test('debts become charges, surpluses credit, each line once, and none of it is income of this year', async () => {
  const year = () => anton.get<Year>(`/api/books/${today().slice(0, 4)}?club=RWA`);
  const before = (await year()).body.lines;
  const shown = (await check(good)).body;
  expect(shown).toMatchObject({ charges: 2, chargeCents: 130_550, credits: 1, creditCents: 3000 });
  expect(shown.lines[0]).toMatchObject({ name: 'Anfang, Ada', label: 'Beitrag 2025', dueOn: '2025-01-31', cents: 126_050 });
  expect(codeOf(await book(good, 'another'))).toEqual([409, 'changed-since-preview']);
  const answers = await Promise.all([book(good, shown.hash), book(good, shown.hash)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await account(0)).toMatchObject({ openCents: 130_550, overdueCents: 130_550, creditCents: 0 });
  expect(await account(1)).toMatchObject({ openCents: 0, creditCents: 3000 });
  expect((await year()).body.lines).toEqual(before);

  // A longer file that repeats the same lines adds only the new one.
  const more = file('A-0;Beitrag 2025;31.01.2025;1.260,50', 'A-1;;;-30,00', 'A-2;Kurs;01.02.2025;12,00', 'A-2;Kurs;01.02.2025;12,00');
  const next = (await check(more)).body;
  expect(next.lines.map(({ result }) => result)).toEqual(['known', 'known', 'charge', 'known']);
  expect((await book(more, next.hash)).body).toMatchObject({ charges: 1, chargeCents: 1200, credits: 0 });
  expect(codeOf(await book(more, (await check(more)).body.hash))).toEqual([409, 'not-ready']);
});

test('an unparsable line is listed with its reason, and an invalid file is refused', async () => {
  const bad = file(
    'X-9;Beitrag;01.01.2025;10,00',
    ';Beitrag;01.01.2025;10,00',
    'A-0;B;01.01.2025;1.234',
    'A-0;B;01.01.2025;10,005',
    'A-0;B;31.02.2025;1,00',
    'A-0;B;;0,00',
    'A-0;B;;9999999,00',
  );
  const { lines } = (await check(bad)).body;
  expect(lines.map(({ result, message }) => [result, message])).toEqual([
    ['faulty', 'Kein Mitglied hat diese Nummer.'],
    ['faulty', 'Die Mitgliedsnummer fehlt.'],
    ['faulty', 'Bitte den Betrag wie 1.234,00.'],
    ['faulty', 'Bitte den Betrag wie 1.234,00.'],
    ['faulty', 'Bitte den Tag wie 31.12.2025.'],
    ['faulty', 'Hier ist nichts offen.'],
    ['faulty', 'Höchstens 1.000.000,00 €.'],
  ]);
  for (const text of ['Name;Ort\nA;B\n', '\0\0\0', '<xml/>'])
    expect((await check({ content: Buffer.from(text).toString('base64') })).status).toBe(422);
});
