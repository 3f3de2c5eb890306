import { randomUUID } from 'node:crypto';
import type { SeasonPlan } from '../../../src/shared/halls/seasons/plans.ts';
import type { Season } from '../../../src/shared/halls/seasons/seasons.ts';
import { addDays, localOf, timeOf } from '../../../src/shared/kernel/calendar.ts';
import { sessionOf } from '../../stage/people.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { percentile, type Requests } from '../../stage/requests.ts';
import { town } from '../../town.ts';
import { atLeast, atMost, onStage, type Proof } from '../proof.ts';

const weeks = 40;
const firstDay = addDays(localOf(new Date()).date, 90);

/** A round of a large town: looked for while others are answered, sent out, published, killed in the middle, and gone on with. */
export const proof: Proof = {
  goal: '500 wishes are placed in 10 s while others are answered, and 40 dates of each are booked in 60 s, once each, also over a kill -9',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      let product = await startProduct();
      const wishes = number('wishes', 500);
      const id = await fillTown(database, wishes, number('halls', 20));
      const cookie = await sessionOf(database, 'admin', 'GSV');
      const ask = async <T>(path: string, body?: object): Promise<T> => {
        const answer = await product.requests.ask({
          method: body ? 'POST' : 'GET',
          path: `/api/seasons/${id}${path}`,
          headers: { cookie, 'content-type': 'application/json' },
          timeoutMs: 60_000,
          body,
        });
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
        return JSON.parse(answer.text) as T; // The contract says what it is.
      };
      const go = async (to: string, more: object = {}) => ask('/phase', { to, version: (await ask<Season>('')).version, ...more });
      await go('planning', { reason: 'Probe' });

      const others = asking(product.requests);
      const begun = performance.now();
      const proposed = await ask<SeasonPlan>('/proposals', {});
      const placedMs = performance.now() - begun;
      const waited = await others();
      const version = proposed.versions[0];
      await ask(`/plans/${version?.id}/adoption`, {});
      const read = performance.now();
      await ask('/plan');
      const readMs = performance.now() - read;
      await go('consultation', { objectionsUntil: new Date(Date.now() + 8 * 86_400_000).toISOString() });

      await go('publishing', { name: 'Probe' });
      await until(async () => (await ask<Season>('')).published.done >= 3);
      await product.stop('SIGKILL');
      product = await startProduct();
      await until(async () => (await ask<Season>('')).phase === 'published');
      return [
        atMost('s for the proposal', placedMs / 1000, 10),
        atLeast('% of what no plan exceeds', version?.reachedPercent ?? 0, 90),
        atMost('ms p95 of others meanwhile', percentile(waited, 0.95), 100),
        atMost('ms to read the plan', readMs, 1500),
        ...(await published(database, version?.grants ?? 0)),
      ];
    }),
};

/** Asks for a public page all the time, until it is told to end. */
function asking(requests: Requests): () => Promise<number[]> {
  let isOver = false;
  const times: number[] = [];
  const work = (async () => {
    while (!isOver) {
      times.push((await requests.ask({ path: '/api/news' })).ms);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  })();
  return () => {
    isOver = true;
    return work;
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function published(database: StageDatabase, grants: number) {
  const [row] = await database.sql<{ series: number; dates: number; seconds: number; longest: number }>(
    `with halls as (select extract(epoch from published_at - lag(published_at) over (order by published_at)) as seconds from season_facility)
     select (select count(*)::int from booking_series where grant_id is not null) as series,
       (select count(*)::int from booking where state = 'approved') as dates,
       (select sum(seconds) from halls where seconds < 30)::float8 as seconds,
       (select max(seconds) from halls where seconds < 30)::float8 as longest`,
  );
  const { series = 0, dates = 0, seconds = Number.NaN, longest = Number.NaN } = row ?? {};
  return [
    atLeast('series', series, grants),
    atMost('series', series, grants),
    atLeast('dates', dates, grants * weeks * 0.45),
    atMost('s to publish', seconds, 60),
    atMost('s for the longest hall', longest, 6),
  ];
}

/** The halls, organisations and wishes of an invented town, with a season that takes wishes. */
async function fillTown(database: StageDatabase, wishes: number, halls: number): Promise<string> {
  const drawn = town(1, wishes, halls, 25);
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
    "insert into facility_opening (facility_id, weekday, opens, closes) select f.id, n, '08:00', '22:00' from facility f, generate_series(1, 7) n",
  );
  const organisations = [...new Set(drawn.wishes.map(({ organisationId }) => organisationId))];
  await put(
    `insert into organisation (id, manager_club, name, kind) select r.id, 'GSV', r.name, 'club' from jsonb_to_recordset($1::jsonb) as r(id uuid, name text)`,
    organisations.map((name) => ({ id: idOf(name), name })),
  );
  const season = randomUUID();
  await database.sql(
    `insert into season (id, manager_club, name, starts_on, ends_on, wishes_from, wishes_until, phase, criteria, rules)
     values ($1, 'GSV', 'Probe', $2, $3, now() - interval '1 day', now() + interval '1 day', 'open', 'Probe', $4)`,
    [season, firstDay, addDays(firstDay, 7 * weeks - 1), JSON.stringify(drawn.rules)],
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
