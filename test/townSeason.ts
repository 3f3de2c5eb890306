import { randomUUID } from 'node:crypto';
import { addDays, localOf, timeOf } from '../src/shared/kernel/calendar.ts';
import type { StageDatabase } from './stage/postgres.ts';
import { town } from './town.ts';

export const townWeeks = 40;
const firstDay = addDays(localOf(new Date()).date, 90);

/** Inserts the halls, organisations and wishes of a fictitious town, with an open season. */
export async function fillTown(database: Pick<StageDatabase, 'sql'>, wishes: number, halls: number, organisations = 25): Promise<string> {
  const drawn = town(1, wishes, halls, organisations);
  const ids = new Map<string, string>();
  const idOf = (key: string) => ids.get(key) ?? ids.set(key, randomUUID()).get(key) ?? '';
  const put = (sql: string, rows: object[]) => database.sql(sql, [JSON.stringify(rows)]);
  const units = drawn.halls.flatMap(({ id, unitIds }) => unitIds.map((unit, sort) => ({ id: idOf(unit), hall: idOf(id), sort })));
  await put(
    `insert into facility (id, slug, name, kind, owner_kind, manager_club, needs_approval, closed_in_school_holidays, closed_on_public_holidays)
     select r.id, r.name, r.name, 'hall', 'municipality', 'GSV', true, false, false from jsonb_to_recordset($1::jsonb) as r(id uuid, name text)`,
    drawn.halls.map(({ id, name }) => ({ id: idOf(id), name: name.toLowerCase().replaceAll(' ', '-') })),
  );
  await put(
    `insert into facility_unit (id, facility_id, label, sort) select r.id, r.hall, 'Teil ' || r.sort, r.sort
     from jsonb_to_recordset($1::jsonb) as r(id uuid, hall uuid, sort int)`,
    units,
  );
  await database.sql(
    "insert into facility_opening (facility_id, weekday, opens, closes) select f.id, n, '08:00', '22:00' from facility f, generate_series(1, 7) n on conflict do nothing",
  );
  const owners = [...new Set(drawn.wishes.map(({ organisationId }) => organisationId))];
  await put(
    `insert into organisation (id, manager_club, name, kind) select r.id, 'GSV', r.name, 'club' from jsonb_to_recordset($1::jsonb) as r(id uuid, name text)`,
    owners.map((name) => ({ id: idOf(name), name })),
  );
  const season = randomUUID();
  await database.sql(
    `insert into season (id, manager_club, name, starts_on, ends_on, wishes_from, wishes_until, phase, criteria, rules)
     values ($1, 'GSV', 'Probe', $2, $3, now() - interval '1 day', now() + interval '1 day', 'open', 'Probe', $4)`,
    [season, firstDay, addDays(firstDay, 7 * townWeeks - 1), JSON.stringify(drawn.rules)],
  );
  await put(
    `insert into season_facility (season_id, facility_id, windows) select '${season}', r.id, r.windows
     from jsonb_to_recordset($1::jsonb) as r(id uuid, windows jsonb)`,
    drawn.halls.map(({ id, windows }) => ({
      id: idOf(id),
      windows: windows.map(({ opens, closes, ...one }) => ({ ...one, opens: timeOf(opens), closes: timeOf(closes) })),
    })),
  );
  await put(
    `insert into wish (id, season_id, organisation_id, order_no, group_name, kind, age_group, participants, parts, minutes, times_per_week, interval_weeks, state)
     select r.id, '${season}', r.organisation, r.at, 'Gruppe ' || r.at, 'training', r.age, r.people, r.parts, r.minutes, r.times, r.every, 'submitted'
     from jsonb_to_recordset($1::jsonb)
       as r(id uuid, organisation uuid, at int, age text, people int, parts int, minutes int, times int, every int)`,
    drawn.wishes.map((wish, at) => ({
      id: idOf(wish.id),
      organisation: idOf(wish.organisationId),
      at: at + 1,
      age: wish.priorityClass === 2 ? 'youth' : 'adults',
      people: wish.participants,
      parts: wish.parts,
      minutes: wish.minutes,
      times: wish.timesPerWeek,
      every: wish.isFortnightly ? 2 : 1,
    })),
  );
  await put(
    `insert into wish_option (wish_id, rank, facility_id, weekday, from_time, to_time)
     select r.wish, r.rank, r.hall, r.weekday, r.from_time, r.to_time
     from jsonb_to_recordset($1::jsonb) as r(wish uuid, rank int, hall uuid, weekday int, from_time time, to_time time)`,
    drawn.wishes.flatMap(({ id, options }) =>
      options.map(({ facilityId, weekday, from, to }, at) => ({
        wish: idOf(id),
        rank: at + 1,
        hall: facilityId && idOf(facilityId),
        weekday,
        from_time: timeOf(from),
        to_time: timeOf(to),
      })),
    ),
  );
  return season;
}
