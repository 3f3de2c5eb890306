import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardImportRow, SoldCard } from '#shared/courses/cards/cardShapes.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, onSheet, tap } from '#test/stage/cards.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const until = germanDate(addDays(today(), 200));

test('the remaining visits of an older system come in by a table: tried first, twice nothing new, and each fault with its reason', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 1, 3);
  const product = await makeProduct(anton, [courseId], { title: 'Zehnerkarte Altbestand' });
  await server.sql(
    "insert into person (id, club, firstname, lastname, created_at, updated_at) values (gen_random_uuid(), 'RWA', 'Karla', 'Karte 3', now(), now())",
  );
  const text = [
    'Nachname;Vorname;Geburtsdatum;Art;Noch offen;Gültig bis',
    `Karte 1;Karla;05.05.1980;Zehnerkarte Altbestand;6;${until}`,
    `karte 2;KARLA;;zehnerkarte altbestand;10;${until}`,
    `Karte 2;Karla;;Zehnerkarte Altbestand;10;${until}`,
    `Karte 3;Karla;;Zehnerkarte Altbestand;4;${until}`,
    `Karte 1;Karla;06.06.1990;Zehnerkarte Altbestand;4;${until}`,
    `Karte 1;Karla;;Goldkarte;4;${until}`,
    `Karte 1;Karla;;Zehnerkarte Altbestand;11;${until}`,
    `Karte 1;Karla;;Zehnerkarte Altbestand;0;${until}`,
    'Karte 1;Karla;;Zehnerkarte Altbestand;4;01.01.2020',
    'Karte 1;Karla;;Zehnerkarte Altbestand;4;irgendwann',
    'Karte 1;Karla;;Zehnerkarte Altbestand;4;31.12.2098',
  ].join('\n');
  const read = async (isDryRun: boolean) => {
    const { status, body } = await anton.post<{ rows: CardImportRow[] }>('/api/cards/import', { text, isDryRun });
    expect(status).toBe(200);
    return body.rows;
  };
  const cards = async () =>
    (await anton.get<{ rows: SoldCard[] }>('/api/cards?search=Altbestand')).body.rows
      .map(({ left, visits, charge, people: who }) => ({ left, visits, charge, who: who.map(({ name }) => name) }))
      .toSorted((one, other) => one.left - other.left);
  const dry = await read(true);
  expect(dry.map(({ line, result }) => [line, result])).toEqual([
    [2, 'new'],
    [3, 'new'],
    [4, 'known'],
    ...[5, 6, 7, 8, 9, 10, 11, 12].map((line) => [line, 'refused']),
  ]);
  expect(dry.slice(3).map(({ message }) => message)).toEqual([
    'Mehrere Personen heißen so: Bitte Geburtsdatum oder Mitgliedsnummer angeben.',
    'Diese Person gibt es hier nicht. Bitte zuerst eintragen oder die Schreibweise prüfen.',
    expect.stringContaining('Die Art „Goldkarte“ gibt es nicht. Möglich: '),
    'Noch offen sind 1 bis 10 Besuche.',
    'Noch offen sind 1 bis 10 Besuche.',
    'Die Karte ist seit dem 01.01.2020 abgelaufen.',
    'Gültig bis: Bitte ein Datum wie 24.12.2027.',
    'Gültig bis: höchstens 36 Monate voraus.',
  ]);
  expect(await cards()).toEqual([]);
  expect(await read(false)).toEqual(dry);
  expect(await cards()).toMatchObject([
    { left: 6, visits: 10, charge: '' },
    { left: 10, visits: 10, charge: '' },
  ]);
  expect((await read(false)).slice(0, 2).map(({ result }) => result)).toEqual(['known', 'known']);
  expect(await cards()).toHaveLength(2);
  // A visit of today is taken from such a card as from any other.
  const till = await server.signedIn('trainer');
  expect(await tap(till, sessions[0] ?? '', people[0] ?? '', 'present')).toBe('kept');
  expect(await onSheet(till, sessions[0] ?? '', people[0] ?? '')).toMatchObject({ card: { left: 5 } });
  expect(product.title).toBe('Zehnerkarte Altbestand');
});

test('who may not sell cards takes none over, and a club that sells none says so', async () => {
  const row = { text: `Karte 1;Karla;;Zehnerkarte;6;${until}`, isDryRun: true };
  expect(await (await server.signedIn('reader')).post('/api/cards/import', row)).toMatchObject({ status: 403 });
  const alma = await server.signedIn('admin', 'SCB');
  expect([403, 404, 409]).toContain((await alma.post('/api/cards/import', row)).status);
});
