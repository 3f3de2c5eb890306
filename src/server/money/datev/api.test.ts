import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Datev } from '#shared/money/datev/contract.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, testTime, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  for (const table of ['allocation', 'payment', 'ledger_entry', 'donation']) {
    await server.sql(`alter table ${table} disable trigger user`);
    await server.sql(`delete from ${table} where club = 'RWA'`);
    await server.sql(`alter table ${table} enable trigger user`);
  }
});
afterAll(async () => {
  setClock();
  await server.close();
});

test('the file has each movement of the year with its ledger account, sums as in the report, and is refused while a number is missing', async () => {
  const anton = await server.signedIn('admin');
  const { courseId, personIds } = await billedCourse(server, { people: 1, priceCents: 7000 });
  await server.sql(
    `with of as (update course set department_id = (select id from department where club = 'RWA' order by name limit 1) where id = $1 returning department_id)
     update department set cost_center = 'ABT-7' from of where id = of.department_id`,
    [courseId],
  );
  await anton.post('/api/charges', { courseId, dueOn: '2026-11-15' });
  const payerId = personIds[0];
  const money = { payerId, bookedOn: '2026-11-20' };
  const { charges } = (await anton.get<{ charges: ListedCharge[] }>(`/api/accounts/${payerId}`)).body;
  // 70.00 pay for the course, 15.00 are credit.
  await anton.post('/api/payments', { ...money, cents: 8500 });
  await anton.post('/api/ledger-entries', {
    account: 'bank',
    bookedOn: '2026-11-21',
    category: 'bank_fees',
    sphere: 'ideal',
    cents: 490,
    text: 'Kontoführung „Nov“',
  });
  const read = async () => (await anton.get<Datev>('/api/books/2026/datev')).body;
  const before = await read();
  expect(before.settings).toBe(null);
  expect(before.accounts.map(({ place, inCents, outCents }) => [place, inCents, outCents])).toEqual([
    ['bank', 8500, 490],
    ['charge:course:purpose', 7000, 0],
    ['credit', 1500, 0],
    ['entry:bank_fees:ideal', 0, 490],
  ]);
  const head = { adviser: 1001, client: 7, accountLength: 4 };
  const numbers: { [place: string]: string } = { bank: '1800', credit: '1590', 'charge:course:purpose': '4000' };
  const accounts = Object.entries(numbers).map(([place, account]) => ({ place, account }));
  expect((await anton.send('PUT', '/api/books/datev', { ...head, accounts, version: 0 })).status).toBe(200);
  expect((await anton.send('PUT', '/api/books/datev', { ...head, accounts, version: 0 })).status).toBe(409);
  expect((await read()).lacking).toEqual([expect.stringContaining('Gebühren der Bank, Ideeller Bereich')]);
  expect((await anton.get('/api/books/2026/datev/file')).status).toBe(409);
  const last = { accounts: [{ place: 'entry:bank_fees:ideal', account: '6855' }], version: 1 };
  expect((await anton.send('PUT', '/api/books/datev', { ...head, ...last })).status).toBe(200);
  expect(await read()).toMatchObject({ settings: { ...head, version: 2 }, lacking: [] });
  const file = await anton.get('/api/books/2026/datev/file');
  expect(file.headers['content-type']).toContain('windows-1252');
  const lines = file.text.trimEnd().split('\r\n');
  const rows = lines.slice(2).map((line) => line.split(';'));
  expect(rows.map((cells) => [cells[0], cells[1], cells[6], cells[7], cells[9], cells[10], cells[36], cells[37]]).toSorted()).toEqual([
    ['15,00', '"S"', '1800', '1590', '2011', expect.stringMatching(/^"RWA-K\d+"$/), '', ''],
    ['4,90', '"H"', '1800', '6855', '2111', '""', '"1"', ''],
    ['70,00', '"S"', '1800', '4000', '2011', `"${charges[0]?.reference}"`, '"3"', '"ABT-7"'],
  ]);
  expect(lines.at(-1)).toContain('"Kontof');
});

test('only the board of the club reads and writes ledger accounts', async () => {
  for (const client of [server.visitor(), await server.signedIn('reader'), await server.signedIn('editor')]) {
    expect([401, 403]).toContain((await client.get('/api/books/2026/datev')).status);
    expect([401, 403]).toContain(
      (await client.send('PUT', '/api/books/datev', { adviser: 1001, client: 7, accountLength: 4, accounts: [], version: 0 })).status,
    );
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get<Datev>('/api/books/2026/datev')).body.settings).toBe(null);
});
