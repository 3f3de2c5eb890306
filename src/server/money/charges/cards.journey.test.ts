import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, readCard, sellCard } from '#test/stage/cards.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

async function sold(): Promise<string> {
  const { courseId, people } = await makeOffer(server, 1, 1);
  const [card = ''] = await sellCard(anton, await makeProduct(anton, [courseId]), people, { payment: 'transfer' });
  return card;
}

async function rowOf(card: string) {
  const [row] = await server.sql<{ id: string; version: number; state: string; cents: number; settled_cents: number }>(
    "select id, version, state, cents, settled_cents from charge where source = 'card' and source_id = $1",
    [card],
  );
  if (!row) throw new Error('no charge');
  return row;
}

async function give(card: string, how: 'waivers' | 'refunds', cents: number) {
  const { id, version } = await rowOf(card);
  expect(await anton.post<ListedCharge>(`/api/charges/${id}/${how}`, { cents, reason: 'Härtefall', version })).toMatchObject({
    status: 200,
  });
}

async function pay(card: string) {
  const { id, version } = await rowOf(card);
  expect(await anton.post('/api/charges/state', { items: [{ id, version }], to: 'paid' })).toMatchObject({ status: 200 });
}

async function cancel(card: string, keptCents: number) {
  const { version } = (await readCard(anton, card)) as OpenedCard;
  return anton.post<OpenedCard>(`/api/cards/${card}/cancellation`, { keptCents, reason: 'Widerruf', version });
}

const refundsOf = async (card: string) =>
  (
    await server.sql<{ cents: number }>("select cents from charge where source = 'refund' and refund_of = $1 order by cents", [
      (await rowOf(card)).id,
    ])
  ).map(({ cents }) => cents);

test('for a cancelled paid card no more is refunded than was paid, less earlier refunds', async () => {
  const card = await sold();
  await give(card, 'waivers', 1000);
  await pay(card);
  await give(card, 'refunds', 2000);
  expect(await cancel(card, 800)).toMatchObject({ status: 200, body: { standing: 'cancelled' } });
  expect(await refundsOf(card)).toEqual([-4200, -2000]);

  const other = await sold();
  await give(other, 'waivers', 7500);
  await pay(other);
  expect(await cancel(other, 800)).toMatchObject({ status: 200 });
  expect(await refundsOf(other)).toEqual([]);
});

test('earlier waivers of an open card count towards the new waiver, and the debt never grows', async () => {
  const card = await sold();
  await give(card, 'waivers', 1000);
  expect(await cancel(card, 800)).toMatchObject({ status: 200, body: { charge: expect.stringContaining('8,00\u00A0€ offen') } });
  const other = await sold();
  await give(other, 'waivers', 7500);
  expect(await cancel(other, 800)).toMatchObject({ status: 200, body: { charge: expect.stringContaining('5,00\u00A0€ offen') } });
  const whole = await sold();
  await give(whole, 'waivers', 1000);
  expect(await cancel(whole, 0)).toMatchObject({ status: 200 });
  expect(await rowOf(whole)).toMatchObject({ state: 'written_off', settled_cents: 8000 });
});

test('a card whose debit was returned is cancelled like an open one', async () => {
  const card = await sold();
  await server.sql("update charge set state = 'returned' where source_id = $1", [card]);
  expect(await cancel(card, 0)).toMatchObject({ status: 200, body: { standing: 'cancelled' } });
  expect(await rowOf(card)).toMatchObject({ state: 'written_off', settled_cents: 8000 });
});
