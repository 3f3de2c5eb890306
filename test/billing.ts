import { randomUUID } from 'node:crypto';
import type { ClubName } from '../src/shared/kernel/clubs.ts';
import type { TestServer } from './harness.ts';

export type Billed = { courseId: string; personIds: string[]; participationIds: string[] };

type Wanted = {
  club?: ClubName;
  people?: number;
  priceCents?: number;
  per?: string;
  sessions?: number;
  title?: string;
};

/** Inserts a course that started 60 days ago, with weekly sessions and enrolments with stored prices. */
export async function billedCourse(
  server: TestServer,
  { club = 'RWA', people = 3, priceCents = 7000, per = 'course', sessions = 12, title = 'Kurs zur Abrechnung' }: Wanted = {},
): Promise<Billed> {
  const courseId = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, created_at, updated_at)
     values ($1, $2, $3, $3, 'course', $4, current_date - 60, current_date + 60, 'confirmed', now(), now())`,
    [courseId, club, `k-${courseId}`, title],
  );
  await server.sql(`insert into course_price (course_id, category, cents, per) values ($1, 'non_member', $2, $3)`, [
    courseId,
    priceCents,
    per,
  ]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '18:00', d + time '19:00', case when d < current_date then 'held' else 'planned' end
     from generate_series(current_date - 60, current_date - 60 + ($2::int - 1) * 7, interval '7 days') d`,
    [courseId, sessions],
  );
  const personIds: string[] = [];
  const enrolmentIds: string[] = [];
  for (let at = 0; at < people; at++) {
    const [personId, id] = [randomUUID(), randomUUID()];
    await server.sql(
      `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, $2, $3, 'Zahlerin', '1980-02-03', now(), now())`,
      [personId, club, `Nr${at + 1}`],
    );
    await server.sql(
      `insert into enrolment (id, club, course_id, person_id, registered_at, state, price_category, price_cents)
       values ($1, $2, $3, $4, now() - interval '80 days', 'confirmed', 'non_member', $5)`,
      [id, club, courseId, personId, priceCents],
    );
    personIds.push(personId);
    enrolmentIds.push(id);
  }
  return { courseId, personIds, participationIds: enrolmentIds };
}
