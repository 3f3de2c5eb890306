import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditorLink, OpenedBooks, Sampled } from '#shared/money/auditors/contract.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Made = { link: AuditorLink; address: string };
const password = 'Kuchen-im-Mai-2026';
const minute = 60_000;
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const later = (ms: number) => setClock(new Date(testTime.getTime() + ms));
const make = (change: object = {}, client = anton, year = 2026) =>
  client.post<Made>(`/api/books/${year}/auditor-links`, { name: 'Karla Kasse', password, until: '2026-12-31', club: 'RWA', ...change });
const tokenOf = ({ body }: Answer<Made>) => /\/books\/([\w-]+)$/.exec(body.address)?.[1] ?? 'none';
const open = (token: string, typed = password, client = server.visitor()) =>
  client.post<OpenedBooks>('/api/auditor-books/openings', { token, password: typed });
const linksOf = async (year = 2026) => (await anton.get<AuditorLink[]>(`/api/books/${year}/auditor-links?club=RWA`)).body;

test('only the board creates, sees and ends links, and a new one requires a password, a name and a future day', async () => {
  const made = await make();
  for (const client of [server.visitor(), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')]) {
    expect([401, 403, 404]).toContain((await make({}, client)).status);
    expect([401, 403, 404]).toContain((await client.get('/api/books/2026/auditor-links?club=RWA')).status);
    expect([401, 403, 404]).toContain((await client.post(`/api/books/auditor-links/${made.body.link.id}/end`, {})).status);
  }
  const fields = async (change: object) => (await make(change)).body as unknown as { fields?: { path: string }[] };
  for (const [path, change] of [
    ['password', { password: 'kurz' }],
    ['name', { name: ' ' }],
    ['until', { until: '2026-01-01' }],
    ['until', { until: '2027-12-31' }],
  ] as const)
    expect((await fields(change)).fields?.map((field) => field.path)).toEqual([path]);
  expect(await linksOf()).toMatchObject([{ name: 'Karla Kasse', isOpen: true, openings: 0, until: '2026-12-31' }]);
});

test("without an account, on any host, the auditor reads the year of that club with the treasurer's sums and no name of a payer", async () => {
  const token = tokenOf(await make());
  const { status, body } = await open(token, password, server.visitor('SCB'));
  expect([status, body.clubName, body.year, body.name]).toEqual([200, 'Rot-Weiß Auenfeld', 2026, 'Karla Kasse']);
  const year = (await anton.get<OpenedBooks>('/api/books/2026?club=RWA')).body;
  expect([body.lines, body.inCents, body.outCents]).toEqual([year.lines, year.inCents, year.outCents]);
  expect(body.inCents).toBeGreaterThan(0);
  expect(body.movements.length).toBeGreaterThan(3);
  expect(body.movements.every(({ day }) => day.startsWith('2026-'))).toBe(true);
  const entries = await server.sql<{ text: string }>(`select text from ledger_entry where club <> 'RWA'`);
  expect(body.movements.filter(({ text }) => entries.some((entry) => entry.text === text))).toEqual([]);
  const payers = await server.sql<{ lastname: string }>(
    `select distinct q.lastname from payment p join person q on q.id = p.payer_person_id where p.club = 'RWA'`,
  );
  const told = JSON.stringify(body.movements.map(({ document, label }) => [document, label]));
  expect(payers.filter(({ lastname }) => told.includes(lastname))).toEqual([]);
  // The link opens only its own year.
  expect((await open(tokenOf(await make({}, anton, 2024)))).body).toMatchObject({ year: 2024, movements: [] });
});

test('a sample is drawn from the same movements, each with its documents, and no full account number', async () => {
  const token = tokenOf(await make());
  const drawn = await server.visitor().post<Sampled[]>('/api/auditor-books/samples', { token, password, count: 50 });
  expect(drawn.status).toBe(200);
  const ids = drawn.body.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(drawn.body.length).toBeGreaterThan(2);
  const all = await server.sql<{ id: string }>(
    `select id from payment where club = 'RWA' and booked_on between '2026-01-01' and '2026-12-31'
     union select id from donation where club = 'RWA' union select id from ledger_entry where club = 'RWA'`,
  );
  expect(ids.filter((id) => !all.some((row) => row.id === id))).toEqual([]);
  const paid = drawn.body.filter(({ title }) => title === 'Zahlung');
  expect(paid.length).toBeGreaterThan(0);
  for (const { facts } of paid) expect(facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['Art', 'Zahler', 'Erfasst']));
  expect(JSON.stringify(drawn.body)).not.toMatch(/DE\d{20}/);
  // Who paid what was drawn can see that: the entry holds their records.
  const [entry] = await server.sql<{ listed: string[] }>(
    `select after -> 'listed' as listed from audit where action = 'books.readByToken' and content like '%Stichprobe%' order by id desc limit 1`,
  );
  const payers = await server.sql<{ id: string }>('select distinct payer_person_id as id from payment where id = any($1::uuid[])', [
    paid.map(({ id }) => id),
  ]);
  expect(entry?.listed).toEqual(expect.arrayContaining(payers.flatMap(({ id }) => id ?? [])));
  const few = await server.visitor().post<Sampled[]>('/api/auditor-books/samples', { token, password, count: 2 });
  expect(few.body).toHaveLength(2);
  for (const count of [0, 51, 1.5])
    expect((await server.visitor().post('/api/auditor-books/samples', { token, password, count })).status).toBe(422);
});

test('every opening and every sample is logged with the name of the link', async () => {
  const token = tokenOf(await make({ name: 'Pia Prüf' }));
  await open(token);
  await open(token);
  await server.visitor().post('/api/auditor-books/samples', { token, password, count: 1 });
  const entries = await server.sql<{ content: string }>(
    `select content from audit where name like 'Pia Prüf (%' and club = 'RWA' order by id`,
  );
  expect(entries.map(({ content }) => content)).toEqual([
    'Kassenprüfung 2026 geöffnet',
    'Kassenprüfung 2026 geöffnet',
    'Kassenprüfung 2026: Stichprobe von 1 Buchungen',
  ]);
  expect((await linksOf()).find(({ name }) => name === 'Pia Prüf')).toMatchObject({ openings: 2 });
});

test('a wrong password opens nothing, is reported at its field, and guessing is rate-limited', async () => {
  const token = tokenOf(await make());
  const refused = await open(token, 'Kuchen-im-Juni-2026');
  expect(codeOf(refused)).toEqual([422, 'wrong-password']);
  expect((refused.body as unknown as { fields: object[] }).fields).toEqual([{ path: 'password', message: 'Das Passwort stimmt nicht.' }]);
  const sample = (typed: string) => server.visitor().post('/api/auditor-books/samples', { token, password: typed, count: 1 });
  expect(codeOf(await sample('Kuchen-im-Juli-2026'))).toEqual([422, 'wrong-password']);
  const answers: number[] = [];
  for (let at = 0; at < 12; at++) answers.push((await open(token, `geraten-${at}-geraten`)).status);
  expect(answers.at(0)).toBe(422);
  expect(answers.at(-1)).toBe(429);
  // The right password is refused as well until the wait is over.
  expect((await open(token)).status).toBe(429);
  later(20 * minute);
  expect((await open(token)).status).toBe(200);
  setClock(testTime);
});

test('trying one link after the other is rate-limited, too', async () => {
  const answers: number[] = [];
  for (let at = 0; at < 45; at++) answers.push((await open(`geraten-geraten-geraten-${at}`)).status);
  expect(answers.at(0)).toBe(404);
  expect(answers.at(-1)).toBe(429);
  later(20 * minute);
  expect((await open('geraten-geraten-geraten-1')).status).toBe(404);
  setClock(testTime);
});

test('an ended or expired link gives 404', async () => {
  later(60 * minute);
  const made = await make();
  const token = tokenOf(made);
  expect((await open(token)).status).toBe(200);
  expect((await anton.post<AuditorLink>(`/api/books/auditor-links/${made.body.link.id}/end`, {})).body.isOpen).toBe(false);
  expect((await anton.post(`/api/books/auditor-links/${made.body.link.id}/end`, {})).status).toBe(200);
  expect(codeOf(await open(token))).toEqual([404, 'not-found']);
  const brief = tokenOf(await make({ until: testTime.toISOString().slice(0, 10) }));
  expect((await open(brief)).status).toBe(200);
  later(2 * 24 * 60 * minute);
  expect(codeOf(await open(brief))).toEqual([404, 'not-found']);
  setClock(testTime);
});

test('the database stores neither the secret of a link nor its password', async () => {
  const token = tokenOf(await make());
  const kept = JSON.stringify(await server.sql(`select * from auditor_link`));
  expect([kept.includes(token), kept.includes(password)]).toEqual([false, false]);
});
