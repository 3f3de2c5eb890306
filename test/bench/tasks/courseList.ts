import type pg from 'pg';
import type { ListedCourse } from '../../../src/shared/courses/courseShapes.ts';
import { filterOffers, readOfferFilter } from '../../../src/shared/courses/offerFilter.ts';
import { localOf } from '../../../src/shared/kernel/calendar.ts';
import { phaseOf } from '../../../src/shared/courses/courseStates.ts';
import { fillCourses } from '../../stage/courses.ts';
import { median } from '../../stage/requests.ts';
import { compare } from '../compare.ts';
import type { Figure, Stage, Task } from '../task.ts';
import type { CourseStatus } from '../../../src/shared/courses/courseStates.ts';

type Course = {
  id: string;
  status: CourseStatus;
  kind: string;
  registration: string;
  late_join: string;
  returning_from: Date | null;
  member_from: Date | null;
  public_from: Date | null;
  members_only: boolean;
  closes_at: Date | null;
  first_day: string;
  last_day: string | null;
  places_max: number | null;
  places_reserved: number;
  waitlist_max: number | null;
  department_id: string | null;
} & { [column: string]: unknown };
type OfCourse = { course_id: string };

/** The public list of courses with free places, as everybody gets it. */
export const task: Task = {
  line: 1,
  title: 'public course list',
  goal: 'as served ≥ 10× reference; a matching If-None-Match ≤ 0.08 ms; packed ≤ 30 kB; search in it p95 ≤ 30 ms',
  sizes: [60, 300],
  prepare: async (database, size) => void (await fillCourses(database, size)),
  reference: { '/courses': (pool) => readList(pool) },
  product: async (stage) => {
    const question = {
      name: 'as served, packed',
      product: { path: '/api/courses' },
      reference: { path: '/courses' },
      goal: { what: 'ratio', atLeast: 10 } as const,
    };
    const compared = await compare(stage, [question]);
    return [...compared, await notModified(stage), await packed(stage), await searched(stage)];
  },
};

/** What a browser costs that asks again while nothing changed. */
async function notModified(stage: Stage) {
  const { requests } = stage.product;
  const costs: number[] = [];
  for (let round = 0; round < (stage.isQuick ? 1 : 5); round++) {
    const { headers } = await requests.ask({ path: '/api/courses' });
    const asked = { path: '/api/courses', headers: { 'if-none-match': String(headers['etag']) } };
    const before = stage.cpuMs(stage.product);
    await requests.many(2000, 4, () => asked);
    costs.push((stage.cpuMs(stage.product) - before) / 2000);
  }
  return { name: 'If-None-Match', unit: 'ms CPU', value: median(costs), goal: { what: 'value', atMost: 0.08 } as const };
}

/** What the list costs on the way to a phone. */
async function packed({ size, product: { requests } }: Stage): Promise<Figure> {
  const { headers } = await requests.ask({ path: '/api/courses', headers: { 'accept-encoding': 'br' } });
  return {
    name: `list of ${size}, as sent`,
    unit: 'kB',
    value: Number(headers['content-length']) / 1000,
    goal: { what: 'value', atMost: 30 },
  };
}

/** What it takes until somebody who types sees what fits: the search runs in the browser, on the list that it has. */
async function searched({ product: { requests } }: Stage): Promise<Figure> {
  const { rows } = JSON.parse((await requests.ask({ path: '/api/courses' })).text) as { rows: ListedCourse[] };
  const today = localOf(new Date()).date;
  const times = ['turnen mittwoch', 'Kurs für Kinder', 'schwimen', 'Mesner', '6 Jahre', 'uebung', 'messkurs 17'].flatMap((q) =>
    Array.from({ length: 30 }, () => {
      const startedAt = performance.now();
      filterOffers(rows, readOfferFilter({ q }), today);
      return performance.now() - startedAt;
    }),
  );
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  return { name: 'search p95', unit: 'ms', value: p95, goal: { what: 'value', atMost: 30 } };
}

/** The same list from bare statements, put together by the same rules of the phase. */
async function readList(pool: pg.Pool): Promise<unknown> {
  await pool.query("select set_config('app.club', 'RWA', false)");
  const ask = async <T extends pg.QueryResultRow>(name: string, text: string) => (await pool.query<T>({ name, text })).rows;
  const courses = await ask<Course>(
    'courses',
    "select *, starts_on::text as first_day, ends_on::text as last_day from course where club = 'RWA' and status in ('published', 'paused', 'confirmed') and visibility = 'public' and (ends_on is null or ends_on >= current_date) order by starts_on, title, id limit 500",
  );
  const times = new Map(
    (
      await ask<OfCourse & { starts_at: Date; ends_at: Date }>(
        'times',
        "select course_id, min(starts_at) as starts_at, max(ends_at) as ends_at from course_session where state <> 'cancelled' group by course_id",
      )
    ).map((row) => [row['course_id'], row]),
  );
  const counts = new Map(
    (
      await ask<OfCourse & { occupied: number; waiting: number }>(
        'counts',
        "select course_id, count(*) filter (where state in ('confirmed', 'offered', 'pending'))::int as occupied, count(*) filter (where state = 'waitlisted')::int as waiting from enrolment where club = 'RWA' group by course_id",
      )
    ).map((row) => [row['course_id'], row]),
  );
  const slots = new Map<string, object[]>();
  for (const { course_id, weekday, start_time, end_time } of await ask<
    OfCourse & { weekday: number; start_time: string; end_time: string }
  >('slots', 'select course_id, weekday, start_time, end_time from course_slot where valid_to is null order by weekday, start_time'))
    slots.set(course_id, [
      ...(slots.get(course_id) ?? []),
      { weekday, startTime: String(start_time).slice(0, 5), endTime: String(end_time).slice(0, 5) },
    ]);
  const prices = new Map(
    (
      await ask<OfCourse & { cents: number; per: string; isOnly: boolean }>(
        'prices',
        `select course_id, min(cents)::int as cents, (array_agg(per order by cents))[1] as per, count(distinct (cents, per)) = 1 as "isOnly"
         from course_price group by course_id`,
      )
    ).map(({ course_id, ...price }) => [course_id, price]),
  );
  const next = new Map(
    (
      await ask<OfCourse & { starts_at: Date; ends_at: Date }>(
        'next',
        "select distinct on (course_id) course_id, starts_at, ends_at from course_session where state <> 'cancelled' and ends_at > now() order by course_id, starts_at",
      )
    ).map(({ course_id, starts_at, ends_at }) => [course_id, { startsAt: starts_at, endsAt: ends_at }]),
  );
  const leaders = Map.groupBy(
    await ask<OfCourse & { name: string }>(
      'leaders',
      "select t.course_id, p.firstname || ' ' || p.lastname as name from course_trainer t join person p on p.id = t.person_id where t.public order by t.role, p.lastname, p.id",
    ),
    ({ course_id }) => course_id,
  );
  const departments = new Map(
    (await ask<{ id: string; name: string }>('departments', 'select id, name from department')).map((row) => [row['id'], row['name']]),
  );
  return {
    rows: courses.map((row) => {
      const count: { occupied: number; waiting: number } = counts.get(row['id']) ?? { occupied: 0, waiting: 0 };
      const time = times.get(row['id']);
      const placesMax: number | null = row['places_max'] ?? null;
      const free = placesMax === null ? null : Math.max(0, placesMax - Number(row['places_reserved']) - count.occupied);
      return {
        id: row['id'],
        slug: row['slug'],
        number: row['number'],
        club: row['club'],
        kind: row['kind'],
        title: row['title'],
        subtitle: row['subtitle'],
        department: departments.get(row['department_id'] ?? '') ?? null,
        place: row['place'],
        image: row['image'],
        imageAlt: row['image_alt'],
        ageMin: row['age_min'],
        ageMax: row['age_max'],
        gender: row['gender'],
        slots: slots.get(row['id']) ?? [],
        startsOn: row['first_day'],
        endsOn: row['last_day'],
        placesMax,
        free,
        phase: phaseOf(
          {
            status: row['status'],
            kind: row['kind'],
            registration: row['registration'],
            lateJoin: row['kind'] === 'permanent' ? 'full' : row['late_join'],
            returningFrom: row['returning_from'],
            memberFrom: row['member_from'],
            publicFrom: row['public_from'],
            isMembersOnly: row['members_only'],
            closesAt: row['closes_at'],
            startsAt: time?.['starts_at'] ?? new Date(`${String(row['first_day'])}T00:00:00+01:00`),
            endsAt: row['kind'] === 'permanent' && row['last_day'] === null ? null : (time?.['ends_at'] ?? null),
            placesMax,
            free,
            waiting: count.waiting,
            waitlistMax: row['waitlist_max'],
          },
          new Date(),
        ),
        priceFromCents: prices.get(row['id'])?.cents ?? null,
        priceFrom: prices.get(row['id']) ?? null,
        next: next.get(row['id']) ?? null,
        leaders: (leaders.get(row['id']) ?? []).map(({ name }) => name),
      };
    }),
  };
}
