import { randomUUID } from 'node:crypto';
import { seeded } from './people.ts';
import type { StageDatabase } from './postgres.ts';

/** Fills RWA with published courses of 20 places, each with a time, a price and `taken` places on average. */
export async function fillCourses(database: StageDatabase, count: number, taken = 8): Promise<string[]> {
  const random = seeded(4);
  const rows = Array.from({ length: count }, (_, at) => ({ id: randomUUID(), at, seats: Math.floor(random() * taken * 2) }));
  await database.sql(
    `with one as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, at int, seats int)),
     made as (insert into course (id, club, slug, number, kind, title, subtitle, place, places_max, age_min, age_max, starts_on, ends_on, status, requires_guardian, created_at, updated_at)
       select id, 'RWA', 'messung-' || at, 'M-' || at, 'course', 'Messkurs ' || at, 'Bewegung und Spiel', 'Sporthalle', 20, 6, 99, current_date + 30 + at % 30, current_date + 120,
         'published', false, now(), now() from one),
     slots as (insert into course_slot (id, course_id, weekday, start_time, end_time) select gen_random_uuid(), id, 1 + at % 7, '17:00', '18:30' from one),
     prices as (insert into course_price (course_id, category, cents) select id, 'non_member', 5000 + at from one)
     select 1`,
    [JSON.stringify(rows)],
  );
  await database.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), c.id, c.starts_on + 7 * week, (c.starts_on + 7 * week)::timestamptz + interval '17 hours', (c.starts_on + 7 * week)::timestamptz + interval '18 hours 30 minutes'
     from course c, generate_series(0, 11) as week where c.slug like 'messung-%'`,
  );
  await database.sql(
    `with seat as (select r.id as course_id, gen_random_uuid() as person_id from jsonb_to_recordset($1::jsonb) as r(id uuid, seats int), generate_series(1, r.seats)),
     people as (insert into person (id, club, firstname, lastname, created_at, updated_at) select person_id, 'RWA', 'Gast', left(person_id::text, 6), now(), now() from seat returning id)
     insert into enrolment (id, club, course_id, person_id, registered_at, state)
     select gen_random_uuid(), 'RWA', course_id, person_id, now(), 'confirmed' from seat join people on people.id = person_id`,
    [JSON.stringify(rows)],
  );
  await database.sql('vacuum analyze course, course_session, course_slot, course_price, enrolment, person');
  return rows.map(({ id }) => id);
}

/** Gives each of these users a person of their own at RWA; in their order. */
export async function givePersons(database: StageDatabase, userIds: readonly string[]): Promise<string[]> {
  const rows = userIds.map((user) => ({ user, id: randomUUID() }));
  await database.sql(
    `with one as (select * from jsonb_to_recordset($1::jsonb) as r("user" uuid, id uuid)),
     made as (insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
       select id, 'RWA', 'Gast', left(id::text, 6), '1990-01-01', now(), now() from one returning id)
     insert into person_access (user_id, person_id, club, relation, verified_at) select "user", one.id, 'RWA', 'self', now() from one join made using (id)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}
