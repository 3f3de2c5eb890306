import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardQuote, OpenedCard, OwnCard } from '#shared/courses/cards/cardShapes.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, onSheet, readCard, sellCard, tap } from '#test/stage/cards.ts';
import { remindOfCards } from './service.ts';

let server: TestServer;
let anton: Client;
let till: Client;
let rosa: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  till = await server.signedIn('trainer');
  rosa = await server.signedIn('reader');
});
afterAll(() => server.close());

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Kart', birthDate: '2015-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}

const quoteFor = async (parent: Client, id: string, personIds: string[]) =>
  (await parent.post<CardQuote>(`/api/card-products/${id}/quotes`, { personIds })).body;

test('a mother buys a card on the page of the offer: the shown terms are stored, charged and mailed, and the trainer sees the card', async () => {
  const { courseId, slug, sessions } = await makeOffer(server, 1, 0);
  const product = await makeProduct(anton, [courseId]);
  const page = (await server.visitor().get<CoursePage>(`/api/courses/${slug}`)).body;
  expect(page.cards).toEqual([{ id: product.id, title: 'Zehnerkarte Yoga', visits: 10, validMonths: 12, cents: 8000 }]);
  expect(await server.visitor().post(`/api/card-products/${product.id}/quotes`, {})).toMatchObject({ status: 401 });

  const [mila, ben] = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  const choice = await quoteFor(rosa, product.id, []);
  expect(choice).toMatchObject({ step: null, people: expect.arrayContaining([{ personId: mila, name: 'Mila Kart', isNewHere: false }]) });
  const { step } = await quoteFor(rosa, product.id, [mila, ben]);
  expect(step).toMatchObject({ sum: 'Preis: 80,00\u00A0€', button: 'Zahlungspflichtig kaufen' });
  expect(step?.sentences).toContain('2 Personen teilen sich die Karte: Jede Anwesenheit nimmt einen Besuch ab.');
  const order = { key: crypto.randomUUID(), personIds: [mila, ben], quote: step?.quote, acceptsTerms: true, method: 'transfer' };
  const path = `/api/card-products/${product.id}/purchases`;
  expect(await rosa.post(path, { ...order, acceptsTerms: false })).toMatchObject({ status: 422 });
  expect(await rosa.post(path, { ...order, method: 'cash' })).toMatchObject({ status: 422, body: { fields: [{ path: 'method' }] } });

  expect(await rosa.post(path, { ...order, key: undefined })).toMatchObject({ status: 422, body: { fields: [{ path: 'key' }] } });
  const bought = await rosa.post<OwnCard>(path, order);
  expect(bought).toMatchObject({
    status: 200,
    body: { left: 10, standing: 'valid', validFrom: today(), people: [{ name: 'Mila Kart' }, { name: 'Ben Kart' }] },
  });
  // Repeated after a lost response: the same card, even if the quote has changed by then.
  expect((await rosa.post<OwnCard>(path, { ...order, quote: 'anders' })).body.id).toBe(bought.body.id);
  expect(await rosa.post(path, { ...order, personIds: [ben] })).toMatchObject({ status: 409, body: { code: 'already-committed' } });
  expect((await rosa.get<OwnCard[]>('/api/cards/mine')).body.filter(({ title }) => title === product.title)).toHaveLength(1);
  const charges = (await rosa.get<OwnCharge[]>('/api/charges/mine')).body.filter(({ label }) => label === product.title);
  expect(charges).toMatchObject([{ cents: 8000, state: 'open', method: 'transfer', name: 'Mila Kart' }]);
  const mail = await server.latestMail('reader@rwa.test');
  expect(mail).toContain('10 Besuche für Yoga offen');
  expect(mail).toContain('Widerrufen können Sie bis zum');
  expect(mail).toContain('für Mila Kart, Ben Kart');
  const [kept] = await server.sql<{ shown: { button: string }; method: string }>(
    'select o.shown, o.method from enrolment_order o join punch_card k on k.order_id = o.id where k.id = $1',
    [bought.body.id],
  );
  expect(kept).toMatchObject({ method: 'transfer', shown: { button: 'Zahlungspflichtig kaufen' } });
  // The order is stored for years, also after the person is erased.
  expect(JSON.stringify(kept?.shown)).not.toContain('Kart,');

  expect(await onSheet(till, sessions[0] ?? '', ben)).toMatchObject({ participationId: null, card: { left: 10 } });
  await tap(till, sessions[0] ?? '', ben, 'present');
  const [mine] = (await rosa.get<OwnCard[]>('/api/cards/mine')).body.filter(({ id }) => id === bought.body.id);
  expect(mine).toMatchObject({ left: 9, taken: [{ name: 'Ben Kart', offer: 'Yoga offen' }] });
});

test('a purchase fails with other terms than shown, for strangers, and for cards sold by the office only', async () => {
  const { courseId, people } = await makeOffer(server, 1, 1);
  const product = await makeProduct(anton, [courseId]);
  const mila = await childOf(rosa, 'Malu');
  const { step } = await quoteFor(rosa, product.id, [mila]);
  const path = `/api/card-products/${product.id}/purchases`;
  const order = { key: crypto.randomUUID(), personIds: [mila], quote: step?.quote, acceptsTerms: true };
  expect(await rosa.post(path, { ...order, personIds: people })).toMatchObject({ status: 404 });
  expect(await rosa.post(`/api/card-products/${product.id}/quotes`, { personIds: people })).toMatchObject({ status: 422 });
  const { id: _id, club: _club, scope: _scope, valid: _valid, version, ...values } = product;
  const put = (change: object, of: number) =>
    anton.send<{ version: number }>('PUT', `/api/card-products/${product.id}`, { product: { ...values, ...change }, version: of });
  const dearer = await put({ cents: 9000 }, version);
  expect(await rosa.post(path, order)).toMatchObject({ status: 409, body: { code: 'quote-changed' } });
  await put({ cents: 9000, state: 'office' }, dearer.body.version);
  expect(await rosa.post(path, order)).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
  expect(
    (await rosa.get<OwnCard[]>('/api/cards/mine')).body.filter(({ people: of }) => of.some(({ personId }) => personId === mila)),
  ).toEqual([]);
});

test('visits without a card are announced before, and deducted from the new one', async () => {
  const { courseId, sessions } = await makeOffer(server, 3, 0);
  const product = await makeProduct(anton, [courseId], { visits: 2 });
  const mila = await childOf(rosa, 'Mira');
  await sellCard(anton, product, [mila], { left: 1 });
  for (const session of sessions.slice(0, 2)) await tap(till, session, mila, 'present');
  const { step } = await quoteFor(rosa, product.id, [mila]);
  expect(step?.sentences).toContain('1 Besuch ohne Karte wird gleich abgezogen.');
  const { body } = await rosa.post<OwnCard>(`/api/card-products/${product.id}/purchases`, {
    key: crypto.randomUUID(),
    personIds: [mila],
    quote: step?.quote,
    acceptsTerms: true,
  });
  expect(body).toMatchObject({ left: 1, taken: [{ sessionId: sessions[1] }] });
});

test('the kept part of a cancelled card is charged: unpaid it is waived or cancelled, paid it is listed as a refund', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 3);
  const [unused = '', used = '', paid = ''] = await sellCard(anton, await makeProduct(anton, [courseId]), people, { payment: 'transfer' });
  await tap(till, sessions[0] ?? '', people[1] ?? '', 'present');
  const cancel = async (id: string, keptCents: number) =>
    anton.post<{ charge: string; standing: string }>(`/api/cards/${id}/cancellation`, {
      keptCents,
      reason: 'Widerruf',
      version: ((await readCard(anton, id)) as unknown as { version: number }).version,
    });
  expect(await cancel(unused, 0)).toMatchObject({ status: 200, body: { standing: 'cancelled', charge: '' } });
  expect(await cancel(used, 9000)).toMatchObject({ status: 422 });
  expect(await cancel(used, 800)).toMatchObject({ status: 200, body: { charge: expect.stringContaining('8,00\u00A0€ offen') } });
  const [row] = await server.sql<{ id: string; version: number }>(
    "select id, version from charge where source = 'card' and source_id = $1",
    [paid],
  );
  expect(await anton.post('/api/charges/state', { items: [row], to: 'paid' })).toMatchObject({ status: 200 });
  expect(await cancel(paid, 0)).toMatchObject({ status: 200 });
  const refunds = await server.sql<{ cents: number }>("select cents from charge where source = 'refund' and refund_of = $1", [row?.id]);
  expect(refunds).toEqual([{ cents: -8000 }]);
  expect(await cancel(paid, 0)).toMatchObject({ status: 409 });
  // The card disappears from the list of the next session, its visits are unchanged.
  expect(await onSheet(till, sessions[1] ?? '', people[1] ?? '')).toBeUndefined();
  expect((await readCard(anton, used)).taken).toHaveLength(1);
});

test('a family is notified once when two visits are left, and once before the last day', async () => {
  const { courseId, sessions } = await makeOffer(server, 2, 0);
  const mila = await childOf(rosa, 'Mona');
  const product = await makeProduct(anton, [courseId], { title: 'Karte Erinnern', visits: 3 });
  const { step } = await quoteFor(rosa, product.id, [mila]);
  const order = { key: crypto.randomUUID(), personIds: [mila], quote: step?.quote, acceptsTerms: true };
  const { id: card } = (await rosa.post<OwnCard>(`/api/card-products/${product.id}/purchases`, order)).body;
  const told = () =>
    server.sql<{ subject: string }>(
      "select subject from outbox_mail where subject like 'Karte Erinnern%' and recipient = 'reader@rwa.test' order by id",
    );
  await remindOfCards(server);
  expect(await told()).toEqual([]);
  // The card is valid from today.
  await tap(till, sessions[1] ?? '', mila, 'present');
  for (let run = 0; run < 2; run++) await remindOfCards(server);
  expect(await told()).toEqual([{ subject: 'Karte Erinnern: noch 2 Besuche' }]);
  await server.sql('update punch_card set valid_until = current_date + 20 where id = $1', [card]);
  for (let run = 0; run < 2; run++) await remindOfCards(server);
  expect((await told()).map(({ subject }) => subject.replace(/\d\d\.\d\d\.\d{4}/, 'TAG'))).toEqual([
    'Karte Erinnern: noch 2 Besuche',
    'Karte Erinnern: gültig bis TAG',
  ]);
  const notices = () => server.sql("select 1 from user_notice where title like 'Karte Erinnern%'");
  expect(await notices()).toHaveLength(2);
  // They are notified of a later last day, too.
  const { version, people } = (await anton.get<OpenedCard>(`/api/cards/${card}`)).body;
  const validUntil = new Date(Date.now() + 25 * 86_400_000).toISOString().slice(0, 10);
  const later = { left: 2, validUntil, personIds: people.map(({ personId }) => personId), reason: 'War krank', version };
  expect(await anton.post(`/api/cards/${card}/correction`, later)).toMatchObject({ status: 200 });
  await remindOfCards(server);
  expect(await notices()).toHaveLength(3);
});

test('cards follow a merge, are part of the data export, prevent an erasure while usable, and are deleted with it', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 2);
  const [kept = '', other = ''] = people;
  const product = await makeProduct(anton, [courseId]);
  const [mine = '', theirs = ''] = await sellCard(anton, product, people);
  await tap(till, sessions[0] ?? '', kept, 'present');
  await tap(till, sessions[1] ?? '', other, 'present');
  const preview = (await anton.get<{ blockers: string[] }>(`/api/privacy/people/${other}/erasure`)).body;
  expect(preview.blockers.join()).toContain('Karte „Zehnerkarte Yoga“ mit noch 9 Besuchen bis');
  const versions = await server.sql<{ id: string; version: number }>('select id, version from person where id = any($1)', [people]);
  const versionOf = (id: string) => versions.find((one) => one.id === id)?.version;
  const merged = await anton.post(`/api/people/${kept}/merge`, {
    otherId: other,
    version: versionOf(kept),
    otherVersion: versionOf(other),
    taken: [],
  });
  expect([merged.status, merged.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  expect([await readCard(anton, mine), await readCard(anton, theirs)]).toMatchObject([
    { left: 9, people: [{ personId: kept }] },
    { left: 9, people: [{ personId: kept }] },
  ]);
  const { parts } = (await anton.get<{ parts: { title: string; rows: unknown[] }[] }>(`/api/privacy/people/${kept}/export`)).body;
  expect(parts.find(({ title }) => title === 'Karten')?.rows).toHaveLength(2);
  expect(parts.find(({ title }) => title === 'Besuche mit Karte')?.rows).toMatchObject([{ card: 'Zehnerkarte Yoga' }, {}]);
  await server.sql('update punch_card set corrected = visits - used where holder_id = $1', [kept]);
  await server.sql("update charge set state = 'cancelled', reason = 'Test' where person_id = $1", [kept]);
  expect((await anton.get<{ blockers: string[] }>(`/api/privacy/people/${kept}/erasure`)).body.blockers).toEqual([]);
});
