import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedCard, OpenVisit } from '#shared/courses/cards/cardShapes.ts';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { makeOffer, makeProduct, readCard, sellCard, tap } from '#test/stage/cards.ts';

let server: TestServer;
let anton: Client;
let till: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  till = await server.signedIn('trainer');
});
afterAll(() => server.close());

const leftOf = async (id: string) => (await readCard(anton, id)).left;

type Seat = { state?: string; cents?: number | null; starts: number; leaves?: number; billed?: [number | null, number | null] };

/** A seat in an offer per month; its days are relative to today. */
const seat = (courseId: string, personId: string, { state = 'confirmed', cents = 900, starts, leaves, billed }: Seat) =>
  server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state, price_category, price_cents, full_price_cents, price_per,
       starts_on, leaves_on, billed_from, billed_until)
     values (gen_random_uuid(), 'RWA', $1, $2, now(), $3, 'member', $4, $4, 'month', current_date + $5::int, current_date + $6::int,
       current_date + $7::int, current_date + $8::int)`,
    [courseId, personId, state, cents, starts, leaves ?? null, billed?.[0] ?? null, billed?.[1] ?? null],
  );

test('a seat needs no card on the days that it is paid for, but before and after', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 1, 6);
  const [ended = '', later = '', free = '', last = '', moved = '', noPrice = ''] = people;
  await seat(courseId, ended, { state: 'completed', starts: -90, leaves: -40 });
  await seat(courseId, later, { starts: 10 });
  await seat(courseId, free, { cents: 0, starts: -90 });
  await seat(courseId, last, { starts: -90, leaves: 0 });
  // Changed the group in the middle of a month that is paid in the old one.
  await seat(courseId, moved, { starts: -5, billed: [5, null] });
  await seat(courseId, noPrice, { cents: null, starts: -90 });
  const cards = await sellCard(anton, await makeProduct(anton, [courseId]), people);
  for (const personId of people) expect(await tap(till, sessions[0] ?? '', personId, 'present')).toBe('kept');
  expect(await Promise.all(cards.map(leftOf))).toEqual([9, 9, 10, 10, 10, 9]);
});

test('a visit is also returned if the office returned one before: the card is complete again, and no request fails', async () => {
  const { courseId, sessions, people } = await makeOffer(server, 2, 2);
  const [[first = '', second = ''], [personId = '', other = '']] = [sessions, people];
  const product = await makeProduct(anton, [courseId]);
  const [card = '', theirs = ''] = await sellCard(anton, product, people);
  const give = async (id: string, of: string) => {
    const { version, validUntil } = (await anton.get<OpenedCard>(`/api/cards/${id}`)).body;
    const change = { left: 10, validUntil, personIds: [of], reason: 'War krank', version };
    expect(await anton.post(`/api/cards/${id}/correction`, change)).toMatchObject({ status: 200, body: { left: 10 } });
  };
  await tap(till, first, personId, 'present');
  await give(card, personId);
  expect(await tap(till, first, personId, 'absent')).toBe('kept');
  expect(await leftOf(card)).toBe(10);
  expect(await tap(till, second, personId, 'present')).toBe('kept');
  expect(await leftOf(card)).toBe(9);
  await give(card, personId);
  await server.sql("update course_session set state = 'cancelled', reason = 'Wetter' where id = $1", [second]);
  expect(await leftOf(card)).toBe(10);

  await tap(till, first, other, 'present');
  await give(theirs, other);
  await server.sql('delete from card_visit where person_id = $1', [other]);
  expect(await leftOf(theirs)).toBe(10);
  expect((await anton.get<OpenVisit[]>('/api/card-visits')).body.filter((one) => one.personId === other)).toEqual([]);
});
