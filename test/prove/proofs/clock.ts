import { addDays, instantOf, isSkippedTime, localOf, timeOf } from '../../../src/shared/kernel/calendar.ts';
import { seeded, sessionOf } from '../../stage/people.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { atLeast, none, onStage, type Proof } from '../proof.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York'];

/** Times of the wall: our sums against PostgreSQL's, and the same series booked by servers that stand in three zones. */
export const proof: Proof = {
  goal: 'local times are right to the minute over every clock change, wherever the server stands',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const wanted = number('times', 10_000);
      const wrong = await compareWithPostgres(database, wanted);
      const starts: string[] = [];
      for (const zone of zones) {
        const product = await startProduct({ env: { TZ: zone } });
        const cookie = await sessionOf(database, 'admin');
        const { slug, ...hall } = await makeHall(database, zone);
        const series = await product.requests.ask({
          method: 'POST',
          path: '/api/bookings/series',
          headers: { cookie, 'content-type': 'application/json' },
          body: {
            ...hall,
            title: 'Serie',
            kind: 'training',
            weekday: 1,
            startsOn: nextYear(2),
            endsOn: nextYear(12),
            startTime: '18:30',
            endTime: '20:00',
          },
        });
        if (series.status !== 200) throw new Error(`${zone}: ${series.status} ${series.text.slice(0, 300)}`);
        const rows = await database.sql<{ starts_at: Date }>('select starts_at from booking where facility_id = $1 order by starts_at', [
          hall.facilityId,
        ]);
        starts.push(rows.map((row) => row.starts_at.toISOString()).join());
        const feed = await product.requests.ask({ path: `/feeds/halls/${slug}.ics` });
        starts.push(feed.text.match(/DTSTART;TZID=Europe\/Berlin:\d+T183000/)?.[0] ? 'feed right' : `feed wrong in ${zone}`);
        await product.stop('SIGTERM');
      }
      const dates = starts.filter((text) => !text.startsWith('feed'));
      const off = dates.flatMap((text) => text.split(',')).filter((instant) => localOf(new Date(instant)).time !== '18:30');
      return [
        none(`${wanted} times unlike PostgreSQL's`, wrong),
        none(
          'series differing between server zones',
          dates.filter((text) => text !== dates[0]),
        ),
        none('dates off 18:30', off),
        none(
          'feeds off 18:30',
          starts.filter((text) => text.startsWith('feed wrong')),
        ),
        atLeast('dates of the series', dates[0]?.split(',').length ?? 0, 30),
      ];
    }),
};

async function compareWithPostgres(database: StageDatabase, count: number): Promise<string[]> {
  const random = seeded(20_261_121);
  const times = Array.from({ length: count }, () => ({
    date: addDays('2000-01-01', Math.floor(random() * 20_000)),
    time: timeOf(Math.floor(random() * 1440)),
  }));
  // Half of them in the nights in which the clocks change.
  for (const [index, one] of times.entries()) if (index % 2 === 0) one.date = lastSunday(2000 + (index % 55), index % 4 === 0 ? 3 : 10);
  const rows = await database.sql<{ at: Date }>(
    `select ((one ->> 'date')::date + (one ->> 'time')::time) at time zone 'Europe/Berlin' as at from jsonb_array_elements($1::jsonb) with ordinality as list(one, n) order by n`,
    [JSON.stringify(times)],
  );
  return times.flatMap(({ date, time }, index) => {
    const theirs = rows[index]?.at;
    const ours = instantOf(date, time);
    if (theirs?.getTime() === ours.getTime() || isRepeated(date, time)) return [];
    return [`${date} ${time}${isSkippedTime(date, time) ? ' (skipped)' : ''}: ${ours.toISOString()}, not ${theirs?.toISOString()}`];
  });
}

/** The hour that comes twice: we take the first one, PostgreSQL the second. */
function isRepeated(date: string, time: string): boolean {
  const at = instantOf(date, time);
  const later = localOf(new Date(at.getTime() + 3_600_000));
  return later.date === date && later.time === time;
}

function lastSunday(year: number, month: number): string {
  let day = addDays(`${year}-${String(month).padStart(2, '0')}-28`, 3);
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0) day = addDays(day, -1);
  return day;
}

function nextYear(month: number): string {
  return `${new Date().getUTCFullYear() + 1}-${String(month).padStart(2, '0')}-01`;
}

async function makeHall(database: StageDatabase, zone: string): Promise<{ facilityId: string; unitIds: string[]; slug: string }> {
  const slug = `uhr-${zone.toLowerCase().replaceAll(/[^a-z]/g, '-')}`;
  const [hall] = await database.sql<{ id: string }>(
    `insert into facility (slug, name, kind, owner_kind, owner_club, manager_club, needs_approval, closed_in_school_holidays, closed_on_public_holidays, max_advance_days)
     values ($1, $1, 'hall', 'club', 'RWA', 'RWA', false, false, false, 1200) returning id`,
    [slug],
  );
  const facilityId = hall?.id ?? '';
  const units = await database.sql<{ id: string }>("insert into facility_unit (facility_id, label) values ($1, 'Halle') returning id", [
    facilityId,
  ]);
  await database.sql("insert into facility_opening (facility_id, weekday, opens, closes) values ($1, 1, '08:00', '22:00')", [facilityId]);
  return { facilityId, unitIds: units.map(({ id }) => id), slug };
}
