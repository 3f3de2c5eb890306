import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import type { Levy, LevyPreview } from '#shared/money/levies/contract.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

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

async function someone(firstname: string, email: string | null): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, street, house_no, postcode, city, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Brieflos', '1980-02-03', $2, 'Hauptstraße', '1', '69226', 'Nußloch', now(), now()) returning id`,
    [firstname, email],
  );
  await server.outdate();
  return row?.id ?? '';
}

test('payers without an email address get the levy by letter; its dispatch is recorded, and the record undone', async () => {
  const personIds = [await someone('Ada', null), await someone('Bea', 'bea@brieflos.example')];
  const order = { kind: 'other', label: 'Trainingsanzug', cents: 4500, dueOn: addDays(today(), 14), whom: 'people', personIds };
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', order)).body;
  const made = (await anton.post<Levy>('/api/levies', { ...order, hash })).body;
  expect(made).toMatchObject({ told: 1, letters: 1, postedOn: null });
  const letters = async (client = anton) => client.get<PayerLetters>(`/api/levies/${made.id}/letters`);
  const { body } = await letters();
  const [letter] = body.letters;
  expect(body.letters).toHaveLength(1);
  expect(letter).toMatchObject({
    name: 'Brieflos, Ada',
    address: ['Ada Brieflos', 'Hauptstraße 1', '69226 Nußloch'],
    transfer: { cents: 4500, reference: expect.stringMatching(/^RWA-\d+$/) },
  });
  const words = letter?.paragraphs.join('\n') ?? '';
  expect(words).toContain('- Trainingsanzug: 45,00');
  expect(words).toContain(`bis zum ${germanDate(order.dueOn)}`);
  // The other payer got the same by email.
  const mail = await server.latestMail('bea@brieflos.example');
  expect(mail).toContain('wir bitten um Zahlung');
  const post = (isPosted: boolean, version: number, client = anton) =>
    client.send<Levy>('PUT', `/api/levies/${made.id}/letters`, { isPosted, version });
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([(await letters(client)).status, (await post(true, made.version, client)).status]).toEqual([403, 403]);
  }
  const foreign = await server.signedIn('admin', 'SCB');
  expect([(await letters(foreign)).status, (await post(true, made.version, foreign)).status]).toEqual([404, 404]);
  const posted = await post(true, made.version);
  expect(posted.body).toMatchObject({ postedOn: today(), letters: 1 });
  expect((await post(false, made.version)).status).toBe(409);
  expect((await letters()).body.postedOn).toBe(today());
  const back = await post(false, posted.body.version);
  expect(back.body.postedOn).toBeNull();
  const undone = await anton.post<Levy>(`/api/levies/${made.id}/undoing`, { reason: 'Irrtum', version: back.body.version });
  expect(undone.body).toMatchObject({ state: 'undone', letters: 0 });
  expect((await letters()).body.letters).toEqual([]);
  expect((await post(true, undone.body.version)).status).toBe(409);
});

test('a letter asks for the remainder only, and goes neither to those who have paid nor to the dead nor to the erased', async () => {
  const names = ['Cora', 'Dora', 'Edda', 'Fee', 'Gerd'] as const;
  const [paid, partly, erased, dead, silent] = await Promise.all(
    names.map((name) => someone(name, name === 'Fee' ? 'fee@brieflos.example' : null)),
  );
  const personIds = [paid, partly, erased, dead, silent];
  const order = { kind: 'other', label: 'Bus zum Turnier', cents: 4500, dueOn: addDays(today(), 14), whom: 'people', personIds };
  const { hash } = (await anton.post<LevyPreview>('/api/levies/preview', order)).body;
  const made = (await anton.post<Levy>('/api/levies', { ...order, hash })).body;
  expect(made).toMatchObject({ told: 1, letters: 4 });
  const pay = (payerId: string | undefined, cents: number) =>
    anton.post('/api/payments', { payerId, cents, bookedOn: today(), kind: 'cash' });
  expect([(await pay(paid, 4500)).status, (await pay(partly, 2000)).status]).toEqual([200, 200]);
  await server.sql(`update person set died_on = current_date, email = null where id = $1`, [dead]);
  await server.sql(`update person set anonymised_at = now(), lastname = 'Gelöschte Person' where id = $1`, [erased]);
  await server.outdate();
  const { letters } = (await anton.get<PayerLetters>(`/api/levies/${made.id}/letters`)).body;
  expect(letters.map(({ payerId, transfer }) => [payerId, transfer?.cents])).toEqual([
    [partly, 2500],
    [silent, 4500],
  ]);
  expect(letters[0]?.paragraphs.join('\n')).toContain('Bus zum Turnier (noch offen): 25,00');
  const { rows } = (await anton.get<{ rows: Levy[] }>('/api/levies')).body;
  expect(rows.find(({ id }) => id === made.id)).toMatchObject({ letters: 2 });
});
