import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { inPages } from '#test/inPages.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const suit = (personIds: string[], more: object = {}) => ({
  kind: 'other',
  label: `Anzug ${personIds[0]?.slice(0, 8)}`,
  cents: 4500,
  dueOn: addDays(today(), 14),
  whom: 'people',
  personIds,
  ...more,
});
const preview = (order: object, client = anton) => client.post<LevyPreview>('/api/levies/preview', order);
const book = (order: object, client = anton) => client.post<Levy>('/api/levies', order);
const shown = async (order: object) => (await preview(order)).body;
const undo = ({ id, version }: Levy, client = anton) => client.post<Levy>(`/api/levies/${id}/undoing`, { reason: 'Irrtum', version });
const chargesOf = (personId: string) =>
  server.sql<{ source: string; cents: number; state: string; method: string; label: string; payer_person_id: string }>(
    `select source, cents, state, method, label, payer_person_id from charge where person_id = $1 order by created_at, id`,
    [personId],
  );

/** A person of the club without a membership. */
async function someone(firstname: string, email: string | null = `${firstname.toLowerCase()}@umlage.example`): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Umlag', '1980-02-03', $2, now(), now()) returning id`,
    [firstname, email],
  );
  await server.outdate();
  return row?.id ?? '';
}

/** A member from a day on, whose fees `payerId` pays. */
async function enter(personId: string, joinedOn: string, payerId = personId): Promise<void> {
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, kind, status, payer_person_id)
     values (gen_random_uuid(), 'RWA', $1, $4, $2, 'supporting', 'active', $3)`,
    [personId, joinedOn, payerId, `U-${personId.slice(0, 8)}`],
  );
  await server.outdate();
}

test('only the board of the club charges by hand; refused, nothing is written', async () => {
  const ole = await someone('Ole');
  const order = suit([ole]);
  const { hash } = await shown(order);
  for (const client of [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('trainer'),
    await server.signedIn('editor'),
  ]) {
    expect([401, 403]).toContain((await preview(order, client)).status);
    expect([401, 403]).toContain((await book({ ...order, hash }, client)).status);
    expect([401, 403]).toContain((await client.get('/api/levies')).status);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await preview(order, alma)).status).toBe(422);
  expect(await chargesOf(ole)).toEqual([]);
  const levy = (await book({ ...order, hash })).body;
  for (const client of [server.visitor(), await server.signedIn('editor'), alma])
    expect([401, 403, 404]).toContain((await undo(levy, client)).status);
  expect(await chargesOf(ole)).toMatchObject([{ state: 'open' }]);
});

test('a suit for two people with one payer: previewed, written once, one mail; charged again a hint is shown', async () => {
  const [ida, mia] = [await someone('Ida'), await someone('Mia', null)];
  await enter(mia, '2020-01-01', ida);
  const order = suit([ida, mia]);
  const before = await shown(order);
  expect(before).toMatchObject({ count: 2, payers: 1, totalCents: 9000, repeated: 0, letters: [] });
  expect(before.lines.map(({ payer, method }) => [payer, method])).toEqual([
    ['Umlag, Ida', 'transfer'],
    ['Umlag, Ida', 'transfer'],
  ]);
  const levy = (await book({ ...order, hash: before.hash })).body;
  expect(levy).toMatchObject({ count: 2, totalCents: 9000, told: 1, state: 'booked' });
  expect(await chargesOf(mia)).toMatchObject([{ source: 'other', cents: 4500, state: 'open', payer_person_id: ida }]);
  const mail = await server.latestMail('ida@umlage.example');
  expect(mail).toContain('Mia Umlag: Anzug');
  expect(mail).toContain('Bitte überweisen Sie 90,00\u00A0€');
  expect(await shown(order)).toMatchObject({ repeated: 2 });
  expect((await anton.get<{ rows: Levy[] }>('/api/levies')).body.rows[0]).toEqual(levy);
});

test('a preview that changed is refused; a person excluded with a reason is not charged', async () => {
  const [uwe, ute] = [await someone('Uwe'), await someone('Ute')];
  const order = suit([uwe, ute]);
  const { hash } = await shown(order);
  await enter(uwe, '2020-01-01', ute);
  expect(codeOf(await book({ ...order, hash }))).toEqual([409, 'changed-since-preview']);
  const next = (await shown(order)).hash;
  const all = [uwe, ute].map((forId) => ({ forId, reason: 'Hat schon einen' }));
  expect(codeOf(await book({ ...order, hash: next, excluded: all }))).toEqual([409, 'not-ready']);
  const levy = (await book({ ...order, hash: next, excluded: all.slice(0, 1), tells: false })).body;
  expect(levy).toMatchObject({ count: 1, excluded: 1, totalCents: 4500, told: 0 });
  expect([(await chargesOf(uwe)).length, (await chargesOf(ute)).length]).toEqual([0, 1]);
});

test('undone while nothing is paid: cancelled, and notified; after a part payment it is final', async () => {
  const [ria, rolf] = [await someone('Ria'), await someone('Rolf')];
  const order = suit([ria, rolf]);
  const levy = (await book({ ...order, hash: (await shown(order)).hash })).body;
  // Rolf's mail went out already, Ria's did not.
  await server.sql("update outbox_mail set state = 'sent', sent_at = now() where recipient = 'rolf@umlage.example'");
  const answers = await Promise.all([undo(levy), undo(levy)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await chargesOf(ria)).toMatchObject([{ state: 'cancelled' }]);
  expect(await server.latestMail('rolf@umlage.example')).toContain('gilt nicht mehr');
  await expect(server.latestMail('ria@umlage.example')).rejects.toThrow('no mail');
  const again = (await book({ ...order, hash: (await shown(order)).hash })).body;
  await anton.post('/api/payments', { payerId: ria, cents: 500, bookedOn: today() });
  expect(await undo(again)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'reason', message: expect.stringMatching(/^1 von 2/) }] },
  });
  expect(await chargesOf(rolf)).toMatchObject([{ state: 'cancelled' }, { state: 'open' }]);
});

test('a day of a closed period and an incomplete order are refused with the reason', async () => {
  const ole = await someone('Olga');
  await server.sql(
    `insert into closed_period (id, club, until_day, hash, closed_at, closed_by) values (gen_random_uuid(), 'RWA', $1, 'x', now(), 'Vera')`,
    [addDays(today(), -30)],
  );
  const order = suit([ole], { dueOn: addDays(today(), -30) });
  expect(codeOf(await preview(order))).toEqual([409, 'period-closed']);
  expect(codeOf(await book({ ...order, hash: 'x' }))).toEqual([409, 'period-closed']);
  expect((await preview({ ...order, dueOn: addDays(today(), -29) })).status).toBe(200);
  for (const [wrong, path] of [
    [{ label: '' }, 'label'],
    [{ cents: 0 }, 'cents'],
    [{ personIds: [] }, 'personIds'],
    [{ kind: 'helper_hours' }, 'year'],
  ] as const)
    expect(await preview({ ...suit([ole]), ...wrong })).toMatchObject({
      status: 422,
      body: { fields: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
});

test('missing helper hours: confirmed hours count, late joiners owe less, and nobody is charged twice for a year', async () => {
  const [lazy, busy, late] = [await someone('Lars'), await someone('Berta'), await someone('Lotte')];
  const year = Number(today().slice(0, 4));
  await enter(lazy, '2020-01-01');
  await enter(busy, '2020-01-01');
  await enter(late, `${year}-04-15`);
  const [shift] = await server.sql<{ id: string }>(
    `select id from shift where club = 'RWA' and extract(year from starts_at) = $1 order by starts_at limit 1`,
    [year],
  );
  const helped = (personId: string, minutes: number) =>
    server.sql(
      `insert into assignment (id, club, shift_id, person_id, guest_name, helper_key, state, starts_at, ends_at, credited_minutes, created_at)
       select gen_random_uuid(), 'RWA', s.id, $2, null, $4, 'done', s.starts_at, s.ends_at, $3, now() from shift s where s.id = $1`,
      [shift?.id, personId, minutes, personId],
    );
  await helped(lazy, 220);
  await helped(busy, 300);
  await server.outdate();
  const order = { kind: 'helper_hours', year, dueOn: addDays(today(), 14), whom: 'members' };
  await server.sql(`delete from fee_rule where club = 'RWA' and layer = 'helper'`);
  expect(codeOf(await preview(order))).toEqual([409, 'not-ready']);
  const rule = { layer: 'helper', name: 'Helferstunden', kinds: ['supporting'], validFrom: '2020-01-01', dueMinutes: 300, cents: 1500 };
  expect((await anton.post('/api/fee-rules', { ...rule, dueMinutes: null })).body.fields).toMatchObject([{ path: 'dueMinutes' }]);
  const ruled = (await anton.post<{ id: string; version: number }>('/api/fee-rules', rule)).body;
  const mine = ({ lines }: LevyPreview) => lines.filter(({ name }) => name.startsWith('Umlag, L') || name.startsWith('Umlag, B'));
  const before = (await preview({ ...order, search: 'Umlag' })).body;
  expect(mine(before).map(({ name, cents, label }) => [name, cents, label])).toEqual([
    ['Umlag, Lars', 1875, `Fehlende Helferstunden ${year}: 1,25 Stunden`],
    ['Umlag, Lotte', 5625, `Fehlende Helferstunden ${year}: 3,75 Stunden`],
  ]);
  // Announced while there is time: everybody with missing hours gets at most one email a day, and nothing is charged yet.
  const announce = () => anton.post<{ told: number }>('/api/levies/reminders', { ...order, hash: before.hash });
  expect((await announce()).body.told).toBeGreaterThan(1);
  await announce();
  const mails = await server.sql<{ subject: string }>(
    "select subject from outbox_mail where recipient in ('lars@umlage.example', 'berta@umlage.example', 'lotte@umlage.example') order by subject",
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Es fehlen noch 1,25 Stunden: Lars Umlag',
    'Es fehlen noch 3,75 Stunden: Lotte Umlag',
  ]);
  const change = (dueMinutes: number, version: number) => anton.send('PUT', `/api/fee-rules/${ruled.id}`, { ...rule, dueMinutes, version });
  expect((await change(600, 1)).status).toBe(200);
  expect(codeOf(await anton.post('/api/levies/reminders', { ...order, hash: before.hash }))[0]).toBe(409);
  expect((await change(300, 2)).status).toBe(200);
  expect(await chargesOf(lazy)).toEqual([]);
  const levy = (await book({ ...order, hash: before.hash })).body;
  expect(levy).toMatchObject({ kind: 'helper_hours', label: `Fehlende Helferstunden ${year}` });
  expect(await chargesOf(lazy)).toMatchObject([{ source: 'helper_hours', cents: 1875 }]);
  const again = await shown(order);
  expect(again.count).toBe(0);
  expect(again.leftOut).toContainEqual({ name: 'Umlag, Lars', reason: `Für ${year} schon gefordert.` });
  await undo(levy);
  expect((await shown(order)).count).toBe(before.count);
});

test('levies are paged, newest first, none twice and none missing', async () => {
  expect(await inPages<Levy>(await server.signedIn('admin'), '/api/levies')).toEqual(
    (await server.sql<{ id: string }>(`select id from levy where club = 'RWA' order by created_at desc, id desc`)).map(({ id }) => id),
  );
});
