import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { DunningPreview, DunningRun } from '#shared/money/dunning/contract.ts';
import type { Donation, Receipt } from '#shared/money/donations/contract.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import type { OwnView } from '#shared/office/privacy.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let rosa: Client;
let paula = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  [anton, rosa] = [await server.signedIn('admin'), await server.signedIn('reader')];
  paula = await someone('Paula', 'Hauptstraße');
  await server.sql("delete from person_access where user_id = (select id from app_user where email = 'reader@rwa.test')");
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select id, $1, 'RWA', 'self', 'board', now() from app_user where email = 'reader@rwa.test'`,
    [paula],
  );
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** Somebody without an email address, who gets letters. */
async function someone(firstname: string, street: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, street, house_no, postcode, city, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Post', '1980-02-03', $2, '1', '69226', 'Nußloch', now(), now()) returning id`,
    [firstname, street],
  );
  return row?.id ?? '';
}

/** What the board saw of Paula, as she reads it herself. */
async function seen(what: RegExp): Promise<[string, string][]> {
  const { body } = await rosa.get<OwnView[]>('/api/privacy/views');
  return body.filter((view) => view.person === 'Paula Post' && what.test(view.what)).map((view) => [view.what, view.why]);
}

test('a letter to print with name, address and amount is told to whom it goes, once an hour, and to nobody else', async () => {
  const bystander = await someone('Bert', 'Hauptstraße');
  const order = { kind: 'other', label: 'Trainingsanzug', cents: 4500, dueOn: today(), whom: 'people', personIds: [paula] };
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', order)).body;
  const made = (await anton.post<Levy>('/api/levies', { ...order, hash })).body;
  expect(await seen(/Brief/)).toEqual([]);
  for (const _again of [1, 2]) expect((await anton.get(`/api/levies/${made.id}/letters`)).status).toBe(200);
  expect(await seen(/Brief/)).toEqual([['Bescheid als Brief geöffnet: Trainingsanzug', 'um offene Beiträge einzufordern']]);
  // Entries bear the time of the database.
  setClock(new Date(Date.now() + 61 * 60 * 1000));
  await anton.get(`/api/levies/${made.id}/letters`);
  expect(await seen(/Brief/)).toHaveLength(2);
  setClock(testTime);
  expect(await server.sql(`select 1 from audit where after -> 'listed' ? $1`, [bystander])).toEqual([]);
});

test('a reminder that goes by letter is told when the letters are opened for printing', async () => {
  await server.sql(`update charge set due_on = '2199-01-01' where club = 'RWA'`);
  await server.sql('update charge set due_on = $2 where payer_person_id = $1', [paula, addDays(today(), -20)]);
  const { hash } = (await anton.get<DunningPreview>('/api/dunning-runs/preview')).body;
  const run = (await anton.post<DunningRun>('/api/dunning-runs', { hash })).body;
  expect(run).toMatchObject({ notices: 1, letters: 1 });
  await anton.get(`/api/dunning-runs/${run.id}`);
  expect(await seen(/^Mahnung/)).toEqual([[expect.stringMatching(/^Mahnung als Brief geöffnet: /), 'um offene Beiträge einzufordern']]);
});

test('opening and downloading a receipt is told to its donor, known by name and street, but not to a namesake', async () => {
  const namesake = await someone('Paula', 'Nebenweg');
  const settings = {
    issuer: 'RWA e. V.\nMarkt 1',
    place: 'Auenfeld',
    taxOffice: 'Beispielstadt',
    taxNumber: '300/1',
    purposes: 'des Sports',
  };
  const notice = { noticeKind: 'exemption', noticeOn: addDays(today(), -200), assessedFor: '2022 bis 2024', announcedOn: null, version: 0 };
  expect((await anton.send('PUT', '/api/donation-settings', { ...settings, ...notice })).status).toBe(200);
  const donorAddress = 'Hauptstraße 1\n69226 Nußloch';
  const gift = { donorName: 'Paula Post', donorAddress, cents: 5000, receivedOn: today() };
  const { body: donation } = await anton.post<Donation>('/api/donations', gift);
  const { body: issued } = await anton.post<[Receipt]>('/api/donation-receipts', { donationIds: [donation.id] });
  const [receipt] = issued;
  await anton.get(`/api/donation-receipts/${receipt.id}`);
  expect((await anton.get(`/api/donation-receipts/${receipt.id}/file`)).status).toBe(200);
  const why = 'für die Bestätigung einer Spende';
  expect((await seen(/^Zuwendungsbestätigung/)).toSorted()).toEqual([
    [`Zuwendungsbestätigung geöffnet: Nr. ${receipt.no}`, why],
    [`Zuwendungsbestätigung heruntergeladen: Nr. ${receipt.no}`, why],
  ]);
  expect(await server.sql(`select 1 from audit where after -> 'listed' ? $1`, [namesake])).toEqual([]);
});
