import { afterAll, beforeAll, expect, test } from 'vitest';
import { inflateSync } from 'node:zlib';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let rita: Client;
let ritaId: string;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  rita = await server.signedIn('reader');
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = 'reader@rwa.test' and a.relation = 'self'`,
  );
  ritaId = own?.id ?? '';
  await server.sql('alter table payment disable trigger user');
  await server.sql('alter table allocation disable trigger user');
  await server.sql('delete from allocation');
  await server.sql('update payment set reverses = null');
  await server.sql('delete from payment');
  await server.sql('alter table payment enable trigger user');
  await server.sql('alter table allocation enable trigger user');
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Paid = { club: string; year: number; cents: number };
const years = async (client = rita) => (await client.get<Paid[]>('/api/payments/years')).body;
const file = (client: Client, year = 2026, club = 'RWA') => client.get(`/api/payments/years/${year}?club=${club}`);
async function owe(payerId: string, label: string, cents: number): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'membership', $2, $3, '2026-02-01', 'transfer', 'open', '2026-01-05') returning id`,
    [payerId, label, cents],
  );
  return row?.id ?? '';
}
async function pay(payerId: string, cents: number, bookedOn: string, chargeId?: string, kind = 'transfer') {
  const shares = chargeId ? [{ chargeId, cents }] : [];
  const answer = await anton.post('/api/payments', { payerId, cents, bookedOn, kind, shares });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}
/** Whether the pages of a PDF of this product have this text. */
function hasText(bytes: Buffer, text: string): boolean {
  const pages = [...bytes.toString('latin1').matchAll(/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)].map(
    ({ index, 0: head, 1: length }) =>
      inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
  );
  return pages.some((page) => page.includes(Buffer.from(text, 'latin1').toString('hex')));
}

test('a family sees what it paid by year, and has each year as a letter that lists day, purpose and amount', async () => {
  expect(await years()).toEqual([]);
  expect((await file(rita)).status).toBe(404);
  await pay(ritaId, 6000, '2026-02-03', await owe(ritaId, 'Beitrag 2026', 6000));
  const course = await owe(ritaId, 'Kurs Yoga', 4000);
  await pay(ritaId, 4000, '2026-03-01', course);
  await pay(ritaId, 500, '2026-03-01');
  await pay(ritaId, 1000, '2025-12-30');
  // What an office paid, what was taken back, and what somebody else paid is not theirs.
  await pay(ritaId, 700, '2026-03-02', await owe(ritaId, 'Lager', 700), 'but');
  await pay(ritaId, 900, '2026-03-03');
  const [wrong] = await server.sql<{ id: string }>('select id from payment where cents = 900');
  expect((await anton.post(`/api/payments/${wrong?.id}/reversal`, { reason: 'Irrtum' })).status).toBe(200);
  const [other] = await server.sql<{ id: string }>(
    "select person_id as id from member m where club = 'RWA' and not exists (select 1 from person_access a where a.person_id = m.person_id) limit 1",
  );
  await pay(other?.id ?? '', 5000, today());
  expect(await years()).toEqual([
    { club: 'RWA', year: 2026, cents: 10_500 },
    { club: 'RWA', year: 2025, cents: 1000 },
  ]);

  const answer = await file(rita);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(String(answer.headers['content-disposition'])).toContain('gezahlt-2026-RWA.pdf');
  for (const text of ['Gezahlt im Jahr 2026', '03.02.2026', 'Beitrag 2026', 'Kurs Yoga', 'Guthaben', '40,00', '105,00'])
    expect([text, hasText(answer.bytes, text)]).toEqual([text, true]);
  for (const text of ['Lager', '9,00', '50,00']) expect([text, hasText(answer.bytes, text)]).toEqual([text, false]);
  expect((await file(rita)).bytes.equals(answer.bytes)).toBe(true);
});

test('nobody else gets the file', async () => {
  expect((await server.visitor().get('/api/payments/years')).status).toBe(401);
  expect((await file(server.visitor())).status).toBe(401);
  expect(await years(await server.signedIn('reader', 'SCB'))).toEqual([]);
  expect((await file(await server.signedIn('reader', 'SCB'))).status).toBe(404);
  expect((await file(rita, 2026, 'SCB')).status).toBe(404);
  expect((await file(rita, 1999)).status).toBe(400);
});
