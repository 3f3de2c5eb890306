import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventView } from '#shared/events/events.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProposedCharge, ProposedRefund } from '#shared/money/charges.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let rosa: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  rosa = await server.signedIn('reader');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const dayAfter = '2026-11-25';

/** A trip on 24.11.2026 for 45.00 €, with a child for each of these names. */
async function trip(
  title: string,
  names: readonly string[],
  state: EventView['state'] = 'published',
): Promise<{ id: string; seats: string[] }> {
  const edda = await server.signedIn('editor');
  const values = {
    title,
    kind: 'camp',
    startsAt: '2026-11-24T08:00:00Z',
    endsAt: '2026-11-24T18:00:00Z',
    registration: 'open',
    priceCents: 4500,
  };
  const { id } = (await edda.post<EventView>('/api/events', values)).body;
  await edda.send('PUT', `/api/events/${id}/state`, { state, version: 1 });
  const seats = [];
  for (const firstname of names) {
    const person = { club: 'RWA', relation: 'guardian', firstname, lastname: title, birthDate: '2015-03-01', gender: 'w' };
    const { id: personId } = (await rosa.post<OwnPerson>('/api/people/mine', person)).body;
    const { body } = await rosa.post<{ id: string }[]>(`/api/events/${id}/registrations`, {
      personIds: [personId],
      method: 'transfer',
      acceptsTerms: true,
    });
    seats.push(body[0]?.id ?? '');
  }
  return { id, seats };
}

type Preview = { charges: ProposedCharge[]; refunds: ProposedRefund[] };

async function board(day: string): Promise<{ client: Client; preview: (title: string) => Promise<Preview>; bill: () => Promise<number> }> {
  setClock(new Date(`${day}T09:00:00Z`));
  const client = await server.signedIn('admin');
  return {
    client,
    preview: async (title) => {
      const { body, status, text } = await client.get<Preview>(`/api/charges/preview?day=${day}`);
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      return {
        charges: body.charges.filter(({ courseTitle }) => courseTitle === title),
        refunds: body.refunds.filter(({ label }) => label === title),
      };
    },
    bill: async () => (await client.post('/api/charges', { day, dueOn: day, excluded: [] })).status,
  };
}

const chargesOf = (title: string) =>
  server.sql<{ id: string; state: string; source: string; cents: number; due_on: string; method: string; version: number }>(
    'select id, state, source, cents, due_on::text, method, version from charge where label = $1 order by created_at, id',
    [title],
  );

test('the price of an event is billed with the courses once it has begun: not before the agreed day, by the agreed way, once', async () => {
  setClock(testTime);
  await trip('Adventsfahrt', ['Ada', 'Bo']);
  expect((await (await board('2026-11-23')).preview('Adventsfahrt')).charges).toEqual([]);
  const { preview, bill, client } = await board(dayAfter);
  expect((await preview('Adventsfahrt')).charges.map(({ name, source, courseId, cents }) => [name, source, courseId, cents])).toEqual([
    ['Adventsfahrt, Ada', 'event', null, 4500],
    ['Adventsfahrt, Bo', 'event', null, 4500],
  ]);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect([role, (await (await server.signedIn(role)).get(`/api/charges/preview?day=${dayAfter}`)).status]).toEqual([role, 403]);
  expect((await (await server.signedIn('admin', 'SCB')).get<Preview>(`/api/charges/preview?day=${dayAfter}`)).body.charges).toEqual([]);
  expect([await bill(), await bill()]).toEqual([200, 200]);
  const made = { state: 'open', source: 'event', cents: 4500, due_on: '2026-12-05', method: 'transfer' };
  expect(await chargesOf('Adventsfahrt')).toMatchObject([made, made]);
  expect(await chargesOf('Adventsfahrt')).toHaveLength(2);
  expect((await preview('Adventsfahrt')).charges).toEqual([]);
  const own = (await client.get<{ rows: { label: string }[] }>('/api/charges?source=event')).body.rows;
  expect(own.filter(({ label }) => label === 'Adventsfahrt')).toHaveLength(2);
});

test('who gives the seat back owes nothing; what was paid is proposed as a refund when the event is called off', async () => {
  setClock(testTime);
  const { id, seats } = await trip('Winterfahrt', ['Cleo', 'Dan', 'Eva']);
  const { preview, bill, client } = await board(dayAfter);
  await bill();
  await server.sql("update enrolment set state = 'cancelled' where id = $1", [seats[0]]);
  expect((await preview('Winterfahrt')).refunds.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
    ['cancel', 'Winterfahrt, Cleo', 'Platz abgesagt'],
  ]);
  const open = await chargesOf('Winterfahrt');
  const items = open.map(({ id: chargeId, version }) => ({ id: chargeId, version }));
  expect((await client.post('/api/charges/state', { items, to: 'paid', paidOn: dayAfter })).status).toBe(200);
  await server.sql("update enrolment set state = 'annulled' where event_id = $1 and state = 'confirmed'", [id]);
  expect((await preview('Winterfahrt')).refunds.map(({ kind, name, cents, reason }) => [kind, name, cents, reason])).toEqual([
    ['refund', 'Winterfahrt, Cleo', 4500, 'Platz abgesagt'],
    ['refund', 'Winterfahrt, Dan', 4500, 'Termin abgesagt'],
    ['refund', 'Winterfahrt, Eva', 4500, 'Termin abgesagt'],
  ]);
});

test('what was over for more than 60 days is not billed', async () => {
  setClock(testTime);
  const { id } = await trip('Alte Fahrt', ['Fee']);
  await server.sql("update event set starts_at = '2026-09-26 08:00+02', ends_at = '2026-09-26 18:00+02' where id = $1", [id]);
  expect((await (await board('2026-11-25')).preview('Alte Fahrt')).charges).toHaveLength(1);
  expect((await (await board('2026-11-26')).preview('Alte Fahrt')).charges).toEqual([]);
});
