import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardProduct, OpenVisit } from '#shared/courses/cards/cardShapes.ts';
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

const openOf = async (personId: string) =>
  (await anton.get<OpenVisit[]>('/api/card-visits')).body.filter((one) => one.personId === personId);
const leftOf = async (id: string) => (await readCard(anton, id)).left;

test('a mark deducts a visit from the oldest card, a corrected mark returns it, and the list shows the remaining visits', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 3, 1);
  const [personId = ''] = people;
  const [first = '', second = ''] = sessions;
  const product = await makeProduct(anton, [courseId]);
  const [old = ''] = await sellCard(anton, product, [personId], { left: 1 });
  const [next = ''] = await sellCard(anton, product, [personId]);
  expect(await onSheet(till, first, personId)).toMatchObject({ participationId: null, card: { left: 11, isLacking: false } });

  expect(await tap(till, first, personId, 'present')).toBe('kept');
  expect([await leftOf(old), await leftOf(next)]).toEqual([0, 10]);
  expect(await readCard(anton, old)).toMatchObject({ standing: 'empty', taken: [{ sessionId: first, offer: 'Yoga offen' }] });
  await tap(till, second, personId, 'present');
  expect([await leftOf(old), await leftOf(next)]).toEqual([0, 9]);
  // The same mark again, from another device, is the same visit.
  await tap(await server.signedIn('editor'), second, personId, 'present');
  expect(await leftOf(next)).toBe(9);

  await tap(till, first, personId, 'absent');
  expect([await leftOf(old), await leftOf(next)]).toEqual([1, 9]);
  await tap(till, second, personId, null);
  expect([await leftOf(old), await leftOf(next)]).toEqual([1, 10]);
});

test('with an empty card the mark is kept, the list says so, and the office has a task until the next card or decision', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 4, 1);
  const [personId = ''] = people;
  const product = await makeProduct(anton, [courseId], { visits: 1 });
  const [card = ''] = await sellCard(anton, product, [personId]);
  for (const session of sessions.slice(0, 3)) expect(await tap(till, session, personId, 'present')).toBe('kept');
  expect(await leftOf(card)).toBe(0);
  expect(await onSheet(till, sessions[1] ?? '', personId)).toMatchObject({ state: 'present', card: { left: 0, isLacking: true } });
  expect(await openOf(personId)).toMatchObject([{ sessionId: sessions[1], cardTitle: product.title }, { sessionId: sessions[2] }]);
  const counted = async () =>
    (await anton.get<{ name: string; count: number }[]>('/api/dashboard')).body.find(({ name }) => name === 'visitsWithoutCard')?.count ??
    0;
  const before = await counted();
  expect(before).toBeGreaterThan(1);

  expect(await anton.post('/api/card-visits/settlement', { sessionId: sessions[1], personId, note: 'bar bezahlt' })).toMatchObject({
    status: 200,
  });
  expect(await anton.post('/api/card-visits/settlement', { sessionId: sessions[1], personId })).toMatchObject({ status: 409 });
  const [next = ''] = await sellCard(anton, product, [personId]);
  expect(await openOf(personId)).toEqual([]);
  expect(await leftOf(next)).toBe(0);
  expect(await counted()).toBe(before - 2);
  // A mark withdrawn by mistake keeps the office's decision: nobody has to pay again.
  for (const state of ['excused', null, 'present']) {
    await tap(till, sessions[1] ?? '', personId, state);
    expect(await onSheet(till, sessions[1] ?? '', personId)).toMatchObject({ state, card: { isLacking: false } });
  }
  expect(await openOf(personId)).toEqual([]);
  await tap(till, sessions[2] ?? '', personId, null);
  await tap(till, sessions[1] ?? '', personId, 'excused');
  await tap(till, sessions[1] ?? '', personId, 'present');
  expect(await leftOf(next)).toBe(1);
});

test('a visit settled otherwise deducts nothing; a price per session is not charged in addition to the card', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 3);
  const [monthly = '', each = '', trial = ''] = people;
  const [session = ''] = sessions;
  const product = await makeProduct(anton, [courseId]);
  const cards = await sellCard(anton, product, people);
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state, price_category, price_cents, full_price_cents, price_per, starts_on)
     select gen_random_uuid(), 'RWA', $1, p.id, now(), 'confirmed', 'member', 900, 900, p.per, current_date - 40 from (values ($2::uuid, 'month'), ($3::uuid, 'session')) p(id, per)`,
    [courseId, monthly, each],
  );
  await server.sql(
    `insert into trial_visit (id, club, course_id, session_id, person_id, booked_at, state, told_starts_at, told_ends_at)
     values (gen_random_uuid(), 'RWA', $1, $2, $3, now(), 'booked', now(), now())`,
    [courseId, session, trial],
  );
  for (const personId of people) expect(await tap(till, session, personId, 'present')).toBe('kept');
  expect(await Promise.all(cards.map(leftOf))).toEqual([10, 9, 10]);
  const { charges } = (
    await anton.get<{ charges: { name: string; cents: number; note: string }[] }>(
      `/api/charges/preview?courseId=${courseId}&day=${new Date().toISOString().slice(0, 10)}`,
    )
  ).body;
  expect(charges.filter(({ name }) => name.includes('Karte 2'))).toEqual([]);
});

test('a cancelled session returns its visits, and deducts them again when it is restored', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 1, 1);
  const [[session = ''], [personId = '']] = [sessions, people];
  const [card = ''] = await sellCard(anton, await makeProduct(anton, [courseId]), [personId]);
  await tap(till, session, personId, 'present');
  expect(await leftOf(card)).toBe(9);
  await server.sql("update course_session set state = 'cancelled', reason = 'Wetter' where id = $1", [session]);
  expect(await leftOf(card)).toBe(10);
  await server.sql("update course_session set state = 'planned', reason = null where id = $1", [session]);
  expect(await leftOf(card)).toBe(9);
});

test('a card is valid for the offers of its department only', async () => {
  const one = await makeOffer(server, 1, 1);
  const other = await makeOffer(server, 1, 0);
  const [personId = ''] = one.people;
  const [department] = await server.sql<{ id: string }>("select id from department where club = 'RWA' order by name limit 1");
  await server.sql('update course set department_id = $1 where id = $2', [department?.id, one.courseId]);
  const product = await makeProduct(anton, [], { departmentId: department?.id ?? null });
  expect(product).toMatchObject({ scope: expect.stringContaining('alle Angebote der Abteilung') });
  const [card = ''] = await sellCard(anton, product, [personId]);
  expect(await tap(till, other.sessions[0] ?? '', personId, 'present')).toBe('refused');
  expect(await tap(till, one.sessions[0] ?? '', personId, 'present')).toBe('kept');
  expect(await leftOf(card)).toBe(9);
});

test('sold cards keep their terms: a changed kind applies to new ones, and its scope can only grow while cards are valid', async () => {
  const [one, other] = [await makeOffer(server, 1, 1), await makeOffer(server, 1, 0)];
  const product = await makeProduct(anton, [one.courseId]);
  const [card = ''] = await sellCard(anton, product, one.people);
  const { id, club: _club, scope: _scope, valid: _valid, version, ...values } = product;
  const put = (change: Partial<CardProduct>, of = version) =>
    anton.send<CardProduct>('PUT', `/api/card-products/${id}`, { product: { ...values, ...change }, version: of });
  expect(await put({ courseIds: [other.courseId] })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'product.courseIds', message: expect.stringContaining('Eine verkaufte Karte gilt noch dafür') }] },
  });
  const grown = await put({ courseIds: [one.courseId, other.courseId], visits: 5, cents: 5000 });
  expect(grown).toMatchObject({ status: 200, body: { visits: 5, valid: 1 } });
  expect(await put({ title: 'Alt' })).toMatchObject({ status: 409 });
  expect(await readCard(anton, card)).toMatchObject({ visits: 10, cents: 8000, scope: 'Yoga offen, Yoga offen' });
  expect(await put({ courseIds: [one.courseId, other.courseId], state: 'ended' }, grown.body.version)).toMatchObject({ status: 200 });
  expect(
    await anton.post('/api/cards', { key: crypto.randomUUID(), productId: id, personIds: one.people, validFrom: '2026-01-01', left: 1 }),
  ).toMatchObject({
    status: 409,
  });
});

test('invalid input is reported at its field, and nothing is sold if the club has switched cards off', async () => {
  const { courseId, people } = await makeOffer(server, 1, 1);
  const product = await makeProduct(anton, [courseId]);
  const sale = {
    key: crypto.randomUUID(),
    productId: product.id,
    personIds: people,
    validFrom: new Date().toISOString().slice(0, 10),
    left: 10,
  };
  const told = async (change: object) => (await anton.post('/api/cards', { ...sale, ...change })).body.fields?.map(({ path }) => path);
  expect(await told({ left: 11 })).toEqual(['left']);
  expect(await told({ validFrom: '2020-01-01' })).toEqual(['validFrom']);
  const short = await makeProduct(anton, [courseId], { validMonths: 1 });
  const past = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  expect((await anton.post('/api/cards', { ...sale, productId: short.id, validFrom: past })).body.fields).toEqual([
    { path: 'validFrom', message: expect.stringContaining('abgelaufen') },
  ]);
  const crowd = (await makeOffer(server, 1, 13)).people;
  expect(await told({ personIds: crowd, isShared: true })).toEqual(['personIds']);
  expect(await told({ personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] })).toEqual(['personIds']);
  const kind = { title: 'x', visits: 10, cents: 100, validMonths: 1, courseIds: [courseId] };
  const made = async (change: object) =>
    (await anton.post('/api/card-products', { product: { ...kind, ...change } })).body.fields?.map(({ path }) => path);
  expect(await made({ courseIds: [] })).toEqual(['product.courseIds']);
  expect(await made({ visits: 51 })).toEqual(['product.visits']);
  expect(await made({ title: ' ' })).toEqual(['product.title']);

  // Repeated after a lost response, it is the same sale.
  const sold = await Promise.all([anton.post<{ ids: string[] }>('/api/cards', sale), anton.post<{ ids: string[] }>('/api/cards', sale)]);
  expect(sold[0]).toMatchObject({ status: 200, body: { ids: sold[1].body.ids } });
  expect(await server.sql("select 1 from charge where source = 'card' and person_id = $1", people)).toHaveLength(1);
  expect(await anton.post('/api/cards', { ...sale, left: 9 })).toMatchObject({ status: 409, body: { code: 'already-committed' } });
  sale.key = crypto.randomUUID();
  const svea = await server.signedIn('super');
  const list = (await svea.get<{ name: string; version: number }[]>('/api/config')).body;
  const version = list.find(({ name }) => name === 'cards.RWA.sold')?.version ?? 0;
  const off = await svea.send<{ version: number }>('PUT', '/api/config/cards.RWA.sold', { value: false, version });
  expect(off.status).toBe(200);
  expect(await anton.post('/api/cards', sale)).toMatchObject({ status: 409, body: { code: 'cards-off' } });
  expect(await anton.post('/api/card-products', { product: kind })).toMatchObject({ status: 409 });
  await svea.send('PUT', '/api/config/cards.RWA.sold', { value: true, version: off.body.version });
  expect(await till.get('/api/cards')).toMatchObject({ status: 403 });
  expect(await (await server.signedIn('admin', 'SCB')).get(`/api/cards/${(await sellCard(anton, product, people))[0]}`)).toMatchObject({
    status: 404,
  });
});
