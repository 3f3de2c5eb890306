import { randomUUID } from 'node:crypto';
import type { ManagedRound, RoundRow, WishingChild } from '#shared/courses/holiday/shapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { expect } from 'vitest';
import { today } from '#server/platform/process/clock.ts';
import type { Client, TestServer } from '../harness.ts';

type Offer = { title: string; seats: number; day: string; from?: string; ages?: [number, number] };

/** A holiday offer of a club with one date of two hours; gives its id. */
async function makeHolidayOffer(
  server: TestServer,
  club: ClubName,
  { title, seats, day, from = '10:00', ages = [6, 14] }: Offer,
): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, place, places_max, age_min, age_max, starts_on, ends_on, status, created_at, updated_at)
     values ($1::uuid, $2, $1::text, $1::text, 'holiday', $3, 'Halle', $4, $5, $6, $7, $7, 'published', now(), now())`,
    [id, club, title, seats, ...ages, day],
  );
  await server.sql("insert into course_price (course_id, category, cents) values ($1, 'non_member', 2000)", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, place)
     select gen_random_uuid(), $1, $2::date, at, at + interval '2 hours', 'Halle' from (select ($2 || ' ' || $3)::timestamp at time zone 'Europe/Berlin' as at) t`,
    [id, day, from],
  );
  return id;
}

/** Switches the programme on for clubs. */
async function switchOn(server: TestServer, ...clubs: ClubName[]): Promise<void> {
  for (const club of clubs)
    await server.sql(
      "insert into config_parameter (name, value, updated_at) values ($1, 'true', now()) on conflict (name) do update set value = 'true'",
      [`holidays.${club}.rounds`],
    );
}

/** A round as its board makes it. */
export async function makeRound(board: Client, change: object = {}): Promise<RoundRow> {
  const round = { name: 'Osterferien 2027', wishesUntil: '2027-02-28', sendsOn: '2027-03-03', ...change };
  const answer = await board.post<RoundRow>('/api/holiday-rounds', { round });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

export const agree = (board: Client, id: string, courseIds: string[]) =>
  board.send<ManagedRound>('PUT', `/api/holiday-rounds/${id}/offers`, { courseIds });

/** A child of an account at RWA. */
export async function childOf(parent: Client, firstname: string, birthDate = '2017-05-05'): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Ferien', birthDate, gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}

/** The wishes of a child, as its parent sends them. */
export const wish = (parent: Client, id: string, personId: string, wishes: { [courseId: string]: number }, change: object = {}) =>
  parent.send<WishingChild[]>('PUT', `/api/holidays/${id}/children/${personId}`, {
    wants: 1,
    wishes: Object.entries(wishes).map(([courseId, stars]) => ({ courseId, stars })),
    friends: 'none',
    version: null,
    ...change,
  });

/** A child of the viewer in a round. */
export async function readChild(parent: Client, id: string, personId: string): Promise<WishingChild | undefined> {
  return (await parent.get<WishingChild[]>(`/api/holidays/${id}/children`)).body.find((one) => one.personId === personId);
}

/** The last day of the wishes is over; the seats go out in so many days. */
export const closeWishes = (server: TestServer, id: string, inDays: number) =>
  server.sql('update holiday_round set wishes_until = $2::date + least(-1, $3::int - 1), sends_on = $2::date + $3::int where id = $1', [
    id,
    today(),
    inDays,
  ]);

/** Boards of a round: that of the association, which leads it, and those of two clubs. */
export type Boards = { gerda: Client; anton: Client; sven: Client };

/** A round of the association with two offers of RWA and one of SCB, open for wishes. */
export async function openRound(server: TestServer, { gerda, anton, sven }: Boards) {
  await switchOn(server, 'GSV', 'RWA', 'SCB');
  await server.sql("update club set has_participations = true where name = 'SCB'");
  const pony = await makeHolidayOffer(server, 'RWA', { title: 'Ponytag', seats: 1, day: '2027-03-23' });
  const ball = await makeHolidayOffer(server, 'RWA', { title: 'Balltag', seats: 5, day: '2027-03-24' });
  const boat = await makeHolidayOffer(server, 'SCB', { title: 'Boottag', seats: 2, day: '2027-03-25' });
  const { id, version } = await makeRound(gerda);
  await agree(anton, id, [pony, ball]);
  await agree(sven, id, [boat]);
  const opened = await gerda.post<RoundRow>(`/api/holiday-rounds/${id}/opening`, { version });
  expect(opened).toMatchObject({ status: 200, body: { phase: 'open', offers: 3 } });
  return { id, version: opened.body.version, pony, ball, boat };
}

/** Ends the wishes and fixes the seats. */
export async function drawSeats(
  server: TestServer,
  { gerda }: Boards,
  { id, version }: { id: string; version: number },
): Promise<RoundRow> {
  await closeWishes(server, id, 2);
  const drawn = await gerda.post<RoundRow>(`/api/holiday-rounds/${id}/draw`, { version });
  expect(drawn).toMatchObject({ status: 200, body: { phase: 'drawn' } });
  return drawn.body;
}
