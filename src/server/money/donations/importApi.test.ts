import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Donations } from '#shared/money/donations/contract.ts';
import type { DonationImport } from '#shared/money/donations/importing.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const file = (...lines: string[]) => ({ content: Buffer.from(lines.join('\r\n'), 'latin1').toString('base64') });
const heading = 'Vorname;Nachname;Stra\u00dfe;PLZ;Ort;Datum;Betrag;Art;Zahlungsart';
const check = async (client: Client, of: object) => (await client.post<DonationImport>('/api/donation-imports/check', of)).body;
const count = async (client: Client) => (await client.get<Donations>('/api/donations?year=2026')).body.donations.length;

test('a list is previewed before it is imported, each line once; unparsable lines show their reason', async () => {
  const anton = await server.signedIn('admin');
  const before = await count(anton);
  const list = file(
    heading,
    'Ina;Igel;Weg 1;59999;Auenfeld;20.11.2026;1.250,00;;',
    'Ina;Igel;Weg 1;59999;Auenfeld;20.11.2026;1.250,00;;',
    'J\u00f6rg;Jung;Weg 2;59999;Auenfeld;2026-11-19;20.00;Verzicht auf Erstattung;',
    'Kim;Klein;;;;19.11.2026;20,00;;',
    'Lea;Lang;Weg 3;59999;Auenfeld;31.02.2026;20,00;;',
    'Mia;Muster;Weg 4;59999;Auenfeld;24.12.2026;20,00;;',
    'Nia;Nord;Weg 5;59999;Auenfeld;19.11.2026;viel;;',
  );
  const found = await check(anton, list);
  expect(found).toMatchObject({ count: 3, cents: 252_000 });
  expect(found.lines.map(({ result, message }) => [result, message])).toEqual([
    ['new', ''],
    ['new', ''],
    ['new', ''],
    ['faulty', 'Die Anschrift fehlt.'],
    ['faulty', 'Bitte den Tag wie 31.12.2026.'],
    ['faulty', 'Das liegt in der Zukunft.'],
    ['faulty', 'Bitte den Betrag wie 1.234,00.'],
  ]);
  expect(found.lines[2]).toMatchObject({ donorName: 'J\u00f6rg Jung', donorAddress: 'Weg 2\n59999 Auenfeld', kind: 'waiver' });
  expect(await count(anton)).toBe(before);
  const answers = await Promise.all([1, 2].map(() => anton.post('/api/donation-imports', { ...list, hash: found.hash })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await count(anton)).toBe(before + 3);
  const again = await check(anton, list);
  expect(again).toMatchObject({ count: 0 });
  expect((await anton.post('/api/donation-imports', { ...list, hash: again.hash })).status).toBe(409);
});

test('a donation entered by hand is not imported again, and one in cash is in the cash box', async () => {
  const anton = await server.signedIn('admin');
  const donor = { donorName: 'Olga Ohm', donorAddress: 'Weg 6\n59999 Auenfeld', cents: 3000, receivedOn: '2026-11-18' };
  expect((await anton.post('/api/donations', donor)).status).toBe(200);
  const cash = async () =>
    (await server.sql<{ cents: number }>("select coalesce(sum(cents), 0)::int as cents from cash_entry where club = 'RWA'"))[0]?.cents ?? 0;
  const lay = await cash();
  const list = file(heading, 'Olga;Ohm;Weg 6;59999;Auenfeld;18.11.2026;30,00;;', 'Pia;Platz;Weg 7;59999;Auenfeld;18.11.2026;40,00;;bar');
  const found = await check(anton, list);
  expect(found.lines.map(({ result }) => result)).toEqual(['known', 'new']);
  expect((await anton.post('/api/donation-imports', { ...list, hash: found.hash })).body).toEqual({ count: 1, cents: 4000 });
  expect(await cash()).toBe(lay + 4000);
});

test('only the board imports donations; an invalid list is refused at the file', async () => {
  const list = file(heading);
  for (const client of [server.visitor(), await server.signedIn('reader'), await server.signedIn('editor')])
    expect([401, 403]).toContain((await client.post('/api/donation-imports/check', list)).status);
  const anton = await server.signedIn('admin');
  const { status, body } = await anton.post('/api/donation-imports/check', file('Name;Betrag', 'Ina;1,00'));
  expect([status, body.fields?.[0]?.path]).toEqual([422, 'content']);
});
