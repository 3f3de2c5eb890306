import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge, OwingPayer } from '#shared/money/charges.ts';
import { chargeOrders, chargeSorts, chargeSourceNames, type ChargeOrder } from '#shared/money/chargeWords.ts';
import { today } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

type List = { rows: ListedCharge[]; next: string | null };
const search = 'Filtrin';
const found = async (query = '') => (await anton.get<List>(`/api/charges?search=${search}&limit=200&${query}`)).body.rows;
const labels = async (query: string) => (await found(query)).map(({ label }) => label).toSorted();

async function someone(firstname: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Filtrin', '1980-02-03', now(), now()) returning id`,
    [firstname],
  );
  return row?.id ?? '';
}

const owe = (
  personId: string,
  label: string,
  cents: number,
  more: { slot?: string; course?: string; level?: number; dueOn?: string; state?: string } = {},
) =>
  server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at, fee_slot, covers, course_id, dunning_level)
     values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, case when $5::text is null then 'other' else 'membership' end, $2, $3, $4, 'transfer', $8, now(), $5,
       case when $5::text is null then null else daterange('2026-01-01', '2027-01-01') end, $6, $7)`,
    [personId, label, cents, more.dueOn ?? '2026-05-01', more.slot ?? null, more.course ?? null, more.level ?? null, more.state ?? 'open'],
  );

test('charges are filtered by department, offer, dunning, sum, and by problems of the payer', async () => {
  const [ada, bea] = [await someone('Ada'), await someone('Bea')];
  const [department] = await server.sql<{ id: string }>(`select id from department where club = 'RWA' order by name limit 1`);
  const departmentId = department?.id ?? '';
  const [course] = await server.sql<{ id: string }>(
    `update course set department_id = $1 where id = (select id from course where club = 'RWA' order by id limit 1) returning id`,
    [departmentId],
  );
  await owe(ada, 'Abteilung', 6000, { slot: `dep:${departmentId}` });
  await owe(ada, 'Kurs', 3500, { course: course?.id ?? '' });
  await owe(bea, 'Gemahnt', 1200, { level: 1 });
  await owe(bea, 'Erinnert', 900, { level: 0 });
  expect(await labels(`departmentId=${departmentId}`)).toEqual(['Abteilung', 'Kurs']);
  expect(await labels(`departmentId=${randomUUID()}`)).toEqual([]);
  expect(await labels(`courseId=${course?.id}`)).toEqual(['Kurs']);
  expect(await labels('level=1')).toEqual(['Gemahnt']);
  expect(await labels('level=0')).toEqual(['Erinnert']);
  expect(await labels('centsFrom=1200&centsTo=3500')).toEqual(['Gemahnt', 'Kurs']);
  expect(await labels('hitch=stopped')).toEqual([]);
  expect(await labels('hitch=withoutMandate')).toEqual(['Abteilung', 'Erinnert', 'Gemahnt', 'Kurs']);
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, iban, account_holder, signed_on, state)
     values (gen_random_uuid(), 'RWA', $1, 'RWA-FILTER-1', 'DE02120300000000202051', 'Ada Filtrin', '2026-01-01', 'active')`,
    [ada],
  );
  expect(await labels('hitch=withoutMandate')).toEqual(['Erinnert', 'Gemahnt']);
  await server.sql(
    `insert into dunning_stop (club, payer_person_id, reason, until_day, created_by, created_at) values ('RWA', $1, 'Krank', null, 'Vera', now())`,
    [bea],
  );
  expect(await labels('hitch=stopped')).toEqual(['Erinnert', 'Gemahnt']);
  // A file and a batch contain what the list shows.
  expect(
    (await anton.get(`/api/charges/export?search=${search}&level=1`)).text.split('\n').filter((row) => row.includes(search)),
  ).toHaveLength(1);
  const file = await anton.get(`/api/charges/export?search=${search}&order=mostDunned`);
  const rows = file.text
    .replaceAll('"', '')
    .split('\n')
    .map((row) => row.split(';'));
  const at = (column: string) => rows[0]?.findIndex((heading) => heading.includes(column)) ?? -1;
  const shown = rows.slice(1, 5).map((row) => [row[at('Quelle')], row[at('Mahnstufe')], row[at('Offen')]]);
  expect(shown).toEqual([
    ['Sonstiges', '1. Mahnung', '12,00'],
    ['Sonstiges', 'Zahlungserinnerung', '9,00'],
    [expect.any(String), '', expect.any(String)],
    [expect.any(String), '', expect.any(String)],
  ]);
  for (const wrong of ['level=4', 'centsFrom=-1', 'centsTo=viel', 'hitch=anders', 'order=egal', 'departmentId=1'])
    expect([wrong, (await anton.get(`/api/charges?${wrong}`)).status]).toEqual([wrong, 400]);
});

test('each payer is listed once, by name, with the open sum and the overdue part', async () => {
  const zoe = await someone('Zoe');
  await owe(zoe, 'Alt', 1000, { dueOn: '2020-01-01' });
  await owe(zoe, 'Neu', 500, { dueOn: '2199-01-01' });
  await owe(zoe, 'Nichts', 700, { state: 'cancelled' });
  const of = async (query: string) =>
    (await anton.get<{ rows: OwingPayer[]; next: string | null }>(`/api/charges/payers?search=${search}&${query}`)).body;
  const all = await of('state=owed');
  expect(all.rows.map(({ payer }) => payer)).toEqual(['Filtrin, Ada', 'Filtrin, Bea', 'Filtrin, Zoe']);
  expect(all.rows.at(-1)).toMatchObject({ count: 2, openCents: 1500, overdueCents: 1000, oldestDueOn: '2020-01-01' });
  expect((await of('dueFrom=2199-01-01')).rows.map(({ openCents }) => openCents)).toEqual([500]);
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof of>> = await of(`limit=1${cursor && `&cursor=${cursor}`}`);
    pages.push(...page.rows.map(({ payer }) => payer));
    cursor = page.next;
  }
  expect(pages).toEqual(all.rows.map(({ payer }) => payer));
  const editor = await server.signedIn('editor');
  expect((await editor.get('/api/charges/payers')).status).toBe(403);
  // "Open" filters by what is asked for and unpaid; the list shows the day of the last payment.
  expect((await labels('state=owed')).includes('Nichts')).toBe(false);
  const { body } = await anton.get<{ totals: { lastPaidOn: string | null } }>('/api/charges?limit=1');
  expect(body.totals.lastPaidOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('each order is stable across pages, both ways, none twice and none missing; what is equal stands by the name of the payer, then by reference', async () => {
  for (const name of ['Ulf', 'Mia', 'Pia', 'Kai']) await owe(await someone(name), 'Gleich', 1000);
  const zita = await someone('Zita');
  for (let at = 0; at < 4; at++) await owe(zita, 'Gleich', 1000);
  const all = await found();
  const keys: { [by in (typeof chargeSorts)[ChargeOrder]['by']]: (row: ListedCharge) => string | number } = {
    dueOn: ({ dueOn }) => dueOn,
    payer: ({ payer }) => payer,
    cents: ({ cents }) => cents,
    rest: ({ cents, settledCents }) => cents - settledCents,
    reference: ({ reference }) => reference,
    source: ({ source }) => chargeSourceNames[source],
    level: ({ dunningLevel }) => dunningLevel ?? -1,
  };
  for (const order of chargeOrders) {
    const rows: ListedCharge[] = [];
    let cursor = '';
    do {
      const { body } = await anton.get<List>(`/api/charges?search=${search}&limit=1&order=${order}${cursor && `&cursor=${cursor}`}`);
      rows.push(...body.rows);
      cursor = body.next ?? '';
    } while (cursor);
    expect([order, rows.map(({ id }) => id).toSorted()]).toEqual([order, all.map(({ id }) => id).toSorted()]);
    const { by, isDescending } = chargeSorts[order];
    const values = rows.map(keys[by]);
    const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    expect([order, values]).toEqual([order, isDescending ? sorted.toReversed() : sorted]);
    const names = rows.filter(({ label }) => label === 'Gleich').map(({ payer }) => payer);
    const references = rows.filter(({ payer }) => payer === 'Filtrin, Zita').map(({ reference }) => reference);
    expect([order, references]).toEqual([order, order === 'referenceDown' ? references.toSorted().toReversed() : references.toSorted()]);
    if (by !== 'reference')
      expect([order, names]).toEqual([order, order === 'payerDown' ? names.toSorted().toReversed() : names.toSorted()]);
  }
});

test('what expires by the end of this year is found: due three years ago or longer, owed, and not deferred beyond', async () => {
  const cleo = await someone('Cleo');
  const year = Number(today().slice(0, 4));
  await owe(cleo, 'Vor drei Jahren', 100, { dueOn: `${year - 3}-12-31` });
  await owe(cleo, 'Noch älter', 200, { dueOn: `${year - 5}-01-01` });
  await owe(cleo, 'Vor zwei Jahren', 300, { dueOn: `${year - 2}-01-01` });
  await owe(cleo, 'Storniert', 400, { dueOn: `${year - 3}-01-01`, state: 'cancelled' });
  await owe(cleo, 'Gestundet', 500, { dueOn: `${year - 3}-01-01` });
  await server.sql("update charge set deferred_until = $1 where label = 'Gestundet'", [`${year + 1}-03-31`]);
  const own = (await found('hitch=expiring')).filter(({ payer }) => payer.includes('Cleo'));
  expect(own.map(({ label }) => label).toSorted()).toEqual(['Noch älter', 'Vor drei Jahren']);
});
