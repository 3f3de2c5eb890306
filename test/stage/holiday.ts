import { randomUUID } from 'node:crypto';
import type { ManagedRound, RoundRow, WishingChild } from '#shared/courses/holiday/shapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { Client, TestServer } from '../harness.ts';

type Offer = { title: string; seats: number; day: string; from?: string; ages?: [number, number] };

/** A holiday offer of a club with one date of two hours; gives its id. */
export async function makeHolidayOffer(
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
export async function switchOn(server: TestServer, ...clubs: ClubName[]): Promise<void> {
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
