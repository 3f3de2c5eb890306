import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErasurePreview } from '#shared/office/privacy.ts';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, onSheet, readCard, sellCard, tap } from '#test/stage/cards.ts';

let server: TestServer;
let anton: Client;
let till: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  till = await server.signedIn('trainer');
});
afterAll(() => server.close());

async function erase(id: string) {
  const path = `/api/privacy/people/${id}/erasure`;
  const { name, version, blockers } = (await anton.get<ErasurePreview & { version: number }>(path)).body;
  expect(blockers).toEqual([]);
  expect(await anton.post(path, { name, version })).toMatchObject({ status: 200 });
}

test('a used-up card stays with its other users when its holder is erased, so that nothing is charged twice', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 3, 3);
  const [holder = '', sharer = '', former = ''] = people;
  const product = await makeProduct(anton, [courseId], { visits: 2 });
  const [card = ''] = await sellCard(anton, product, [holder, sharer], { isShared: true, payment: 'none' });
  const [alone = ''] = await sellCard(anton, product, [holder, former], { isShared: true, payment: 'none' });
  await tap(till, sessions[0] ?? '', holder, 'present');
  await tap(till, sessions[0] ?? '', sharer, 'present');
  await tap(till, sessions[1] ?? '', former, 'present');
  await tap(till, sessions[1] ?? '', holder, 'present');
  // The second card has only its holder left; the other person has used it.
  await server.sql('delete from punch_card_person where card_id = $1 and person_id = $2', [alone, former]);
  await erase(holder);
  expect(await readCard(anton, card)).toMatchObject({ left: 0, people: [{ personId: sharer }], taken: [{ sessionId: sessions[0] }] });
  expect(await readCard(anton, alone)).toMatchObject({ left: 0, people: [{ personId: former }], taken: [{ sessionId: sessions[1] }] });
  // Erasing the last person deletes it.
  await erase(sharer);
  expect(await anton.get(`/api/cards/${card}`)).toMatchObject({ status: 404 });
});

test('used visits stay used when a user of the card is erased, also if the office returned a visit', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 1, 2);
  const [holder = '', sharer = ''] = people;
  const [card = ''] = await sellCard(anton, await makeProduct(anton, [courseId]), people, { isShared: true, payment: 'none' });
  await tap(till, sessions[0] ?? '', sharer, 'present');
  await server.sql('update punch_card set corrected = -1 where id = $1', [card]);
  await server.sql('delete from punch_card_person where card_id = $1 and person_id = $2', [card, sharer]);
  await erase(sharer);
  expect(await readCard(anton, card)).toMatchObject({ left: 10, people: [{ personId: holder }], taken: [] });
});

test('for people who may use a card but never did, the list contains only the name', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 2);
  const [stranger = '', guest = ''] = people;
  await server.sql(
    `update person set phone = '02921 1', emergency_contact_name = 'Oma', emergency_contact_phone = '02921 2', goes_home = 'alone',
       collectors = 'Opa', emergency_others = '[{"name":"Tante","phone":"02921 3"}]' where id = any($1)`,
    [people],
  );
  await server.sql(
    "insert into care_note (person_id, club, health_note, updated_at) select id, 'RWA', 'Asthma', now() from person where id = any($1)",
    [people],
  );
  await sellCard(anton, await makeProduct(anton, [courseId]), people);
  await tap(till, sessions[0] ?? '', guest, 'present');
  expect(await onSheet(till, sessions[1] ?? '', stranger)).toMatchObject({
    card: { left: 10 },
    phone: null,
    emergencyContactName: null,
    emergencyContactPhone: null,
    emergencyOthers: [],
    goesHome: 'unknown',
    collectors: '',
    hasHealthNote: false,
  });
  const known = { phone: '02921 1', emergencyContactPhone: '02921 2', collectors: 'Opa', hasHealthNote: true };
  expect(await onSheet(till, sessions[1] ?? '', guest)).toMatchObject(known);
  await tap(till, sessions[1] ?? '', stranger, 'present');
  expect(await onSheet(till, sessions[1] ?? '', stranger)).toMatchObject(known);
});

test('after a merge of two records the card of one covers the open visit of the other', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 2);
  const [kept = '', other = ''] = people;
  const product = await makeProduct(anton, [courseId]);
  const [card = ''] = await sellCard(anton, product, [kept]);
  await sellCard(anton, product, [other], { left: 1 });
  for (const session of sessions) await tap(till, session, other, 'present');
  const versions = await server.sql<{ id: string; version: number }>('select id, version from person where id = any($1)', [people]);
  const versionOf = (id: string) => versions.find((one) => one.id === id)?.version;
  const merge = { otherId: other, version: versionOf(kept), otherVersion: versionOf(other), taken: [] };
  expect(await anton.post(`/api/people/${kept}/merge`, merge)).toMatchObject({ status: 200 });
  expect(await readCard(anton, card)).toMatchObject({ left: 9, taken: [{ sessionId: sessions[1] }] });
});
