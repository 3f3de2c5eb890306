import { randomUUID } from 'node:crypto';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import { seeded } from './people.ts';
import type { StageDatabase } from './postgres.ts';

const firstnames = 'Anna Bernd Carla Dirk Elif Frank Greta Hasan Ida Jonas Klara Luca Mia Nils Olga Paul Quirin Rosa Sven Tilda'.split(' ');
const beginnings = 'Schmi Schnei Mey Mül Fisch Web Wag Beck Hoff Schul Koch Rich Klein Wolf Neu Schwar Zimmer Brau Krü Hart'.split(' ');
const endings = 'dt der er ler mann berg stein feld bach hof hauer gart holz wald brink'.split(' ');
const kinds = ['active', 'active', 'active', 'passive', 'supporting', 'honorary'];
const rowsAtOnce = 5000;

/** Fills a club with five departments and their members: the same ones for the same count. */
export async function fillMembers(database: StageDatabase, count: number, rareName: string, club: ClubName = 'RWA'): Promise<void> {
  const random = seeded(20_261_122);
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? '';
  const rows = Array.from({ length: count }, (_, at) => ({
    personId: randomUUID(),
    memberId: randomUUID(),
    firstname: pick(firstnames),
    lastname: at === 17 ? rareName : `${pick(beginnings)}${pick(endings)}`,
    kind: pick(kinds),
    at,
  }));
  await database.sql(
    `insert into department (id, club, name) select gen_random_uuid(), $1, name from unnest(array['Handball', 'Judo', 'Schwimmen', 'Tanzen', 'Turnen']) as name on conflict do nothing`,
    [club],
  );
  for (let start = 0; start < count; start += rowsAtOnce) {
    await database.sql(
      `with one as (select * from jsonb_to_recordset($1::jsonb) as r("personId" uuid, "memberId" uuid, firstname text, lastname text, kind text, at int)),
       who as (insert into person (id, club, firstname, lastname, birth_date, gender, email, city, created_at, updated_at)
         select "personId", $2, firstname, lastname, date '1940-01-01' + at % 29000, 'x', 'm' || at || '@verein.example', 'Auenfeld', $3, $3 from one)
       insert into member (id, club, person_id, member_no, joined_on, left_on, kind, status)
       select "memberId", $2, "personId", (100000 + at)::text, date '2000-01-01' + at % 9000,
         case when at % 9 = 0 then date '2000-01-01' + at % 9000 + 400 end, kind, 'active' from one`,
      [JSON.stringify(rows.slice(start, start + rowsAtOnce)), club, '2026-11-01T08:00:00Z'],
    );
    await database.sql(
      `insert into member_department (id, club, member_id, department_id, valid_from, valid_to)
       select gen_random_uuid(), m.club, m.id, d.id, m.joined_on, m.left_on
       from member m join lateral (select id from department where club = m.club order by name offset (m.joined_on - date '2000-01-01') % 5 limit 1) d on true
       where m.club = $1 and not exists (select 1 from member_department md where md.member_id = m.id)`,
      [club],
    );
  }
  await database.sql('vacuum analyze person, member, member_department, member_search');
}
