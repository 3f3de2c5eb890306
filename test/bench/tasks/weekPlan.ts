import type pg from 'pg';
import { secretHash } from '#server/platform/process/secretHash.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { sessionOf } from '../../stage/people.ts';
import { median } from '../../stage/requests.ts';
import { compare, costOf, warmUp } from '../compare.ts';
import { drawnWeek } from '../drawnWeek.ts';
import type { Figure, ReferenceRequest, Stage, Task } from '../task.ts';

const monday = '2027-03-01';
const query = `from=${monday}&to=2027-03-07`;

/** The week plan of /admin/bookings: 30 halls of three parts, weekly series over a year; free times; a series with conflicts. */
export const task: Task = {
  line: 4,
  title: 'week plan, 30 halls',
  goal: '≥ 0.7× reference; growth at most n^1.1; free times ≤ 3× an indexed read; 40 dates with conflicts < 150 ms; 600 bookings drawn < 200 ms',
  sizes: [500, 2000],
  prepare: fillHalls,
  reference: { '/plan': readWeek, '/hall': readHall },
  product: async (stage) => {
    const cookie = await sessionOf(stage.database, 'trainer');
    const headers = { cookie };
    const figures = await compare(stage, [
      {
        name: 'unchanged week of all halls',
        product: { path: `/api/bookings/plan?${query}`, headers },
        reference: { path: '/plan', headers },
        goal: { what: 'ratio', atLeast: 10 },
        normalise: (body) => (body as { bookings: unknown[] }).bookings,
      },
    ]);
    return [
      ...figures,
      await changedWeek(stage, cookie),
      await freeTimes(stage, cookie),
      await series(stage),
      await drawnWeek(stage, cookie),
    ];
  },
};

/** Halls, parts, hours, and series at times that never meet; dates and parts in two statements. */
export async function fillHalls(database: StageDatabase, size: number): Promise<void> {
  await database.sql(`insert into facility (slug, name, kind, owner_kind, owner_club, manager_club, needs_approval, closed_in_school_holidays, closed_on_public_holidays, max_advance_days)
    select 'halle-' || n, 'Halle ' || lpad(n::text, 2, '0'), 'hall', 'club', 'RWA', 'RWA', false, false, false, 1200 from generate_series(1, 30) n`);
  await database.sql(
    `insert into facility_unit (facility_id, label, sort) select id, 'Teil ' || n, n from facility, generate_series(1, 3) n`,
  );
  await database.sql(
    `insert into facility_opening (facility_id, weekday, opens, closes) select id, n, '08:00', '22:00' from facility, generate_series(1, 7) n`,
  );
  await database.sql(
    `insert into booking_series (id, club, facility_id, unit_ids, kind, title, priority, weekday, starts_on, ends_on, start_time, end_time, holiday_mode, created_at)
     select gen_random_uuid(), 'RWA', f.id, array[u.id], 'training', 'Gruppe ' || k, 3, 1 + (k / 90) % 7, '2026-09-07', '2027-09-05',
       make_time(8 + 2 * (k / 630), 0, 0), make_time(9 + 2 * (k / 630), 30, 0), 'keep', now()
     from generate_series(0, $1::int - 1) k
     join (select id, row_number() over (order by slug) - 1 as n from facility) f on f.n = k % 30
     join facility_unit u on u.facility_id = f.id and u.sort = 1 + (k / 30) % 3`,
    [size],
  );
  await database.sql(`insert into booking (id, series_id, club, facility_id, unit_ids, kind, title, priority, local_date, starts_at, ends_at, state, created_at)
    select gen_random_uuid(), s.id, s.club, s.facility_id, s.unit_ids, s.kind, s.title, s.priority, day::date, (day::date + s.start_time) at time zone 'Europe/Berlin',
      (day::date + s.end_time) at time zone 'Europe/Berlin', 'approved', now()
    from booking_series s cross join lateral generate_series(s.starts_on + s.weekday - 1, s.ends_on::timestamp, interval '7 days') day`);
  await database.sql(`insert into occupancy (booking_id, unit_id, during, blocking)
    select id, unit_ids[1], tstzrange(starts_at, ends_at), true from booking order by unit_ids[1], starts_at`);
  await database.sql('analyze');
}

async function viewerOf(pool: pg.Pool, { cookie }: ReferenceRequest): Promise<void> {
  const token = cookie?.split('=')[1]?.split('.')[0] ?? '';
  await pool.query({ name: 'viewer', text: 'select * from session_viewer($1, $2)', values: [secretHash(token), new Date()] });
}

type Row = { [column: string]: unknown } & { starts_at: Date; ends_at: Date };

async function readWeek(pool: pg.Pool, request: ReferenceRequest): Promise<unknown> {
  await viewerOf(pool, request);
  const { rows } = await pool.query<Row>({
    name: 'week',
    text: `select *, local_date::text as day from booking where facility_id in (select id from facility) and starts_at >= $1 and starts_at < $2
      and state in ('approved', 'held', 'not_used', 'requested', 'counter_offered', 'released') order by starts_at, id limit 5000`,
    values: ['2027-02-28T23:00:00Z', '2027-03-07T23:00:00Z'],
  });
  return { bookings: rows.map(toView) };
}

function toView(row: Row): object {
  return {
    id: row['id'],
    seriesId: row['series_id'],
    club: row['club'],
    holder: row['holder'] || row['club'],
    departmentId: row['department_id'],
    facilityId: row['facility_id'],
    unitIds: row['unit_ids'],
    date: row['day'],
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    state: row['state'],
    title: row['title'],
    kind: row['kind'],
    ageGroup: row['age_group'],
    expectedParticipants: row['expected_participants'],
    priority: row['priority'],
    message: row['message'],
    contactPerson: row['contact_person'],
    contactPhone: row['contact_phone'],
    reason: row['reason'],
    offer: row['offer'],
    may: [],
    version: row['version'],
  };
}

async function readHall(pool: pg.Pool, request: ReferenceRequest): Promise<unknown> {
  await viewerOf(pool, request);
  const { rows } = await pool.query({
    name: 'hall',
    text: `select o.unit_id, o.during from occupancy o join facility_unit u on u.id = o.unit_id join facility f on f.id = u.facility_id
      where f.slug = 'halle-1' and o.blocking and o.during && tstzrange('2027-02-28T23:00:00Z', '2027-03-07T23:00:00Z')`,
  });
  return rows;
}

/** The same week after a change each time, so that nothing kept holds; both sides pay for the change. */
async function changedWeek(stage: Stage, cookie: string): Promise<Figure> {
  const change = () =>
    stage.database.sql(
      "insert into collection_version (club, collection, version) values ('RWA', 'facilities', 1) on conflict (club, collection) do update set version = collection_version.version + 1",
    );
  const costs = async (server: { pid: number; requests: Stage['product']['requests'] }, path: string) => {
    const before = stage.cpuMs(server);
    for (let turn = 0; turn < 40; turn++) {
      await change();
      await server.requests.ask({ path, headers: { cookie } });
    }
    return (stage.cpuMs(server) - before) / 40;
  };
  const { reference: bare, product } = stage;
  if (!bare) throw new Error('This task has no reference to compare with.');
  const [value, reference]: [number[], number[]] = [[], []];
  // As everywhere, the first requests only make the servers compile what they run.
  for (let warming = 0; warming < (stage.isQuick ? 0 : 5); warming++)
    for (const [server, path] of [
      [bare, '/plan'],
      [product, `/api/bookings/plan?${query}`],
    ] as const)
      await costs(server, path);
  for (let round = 0; round < (stage.isQuick ? 1 : 5); round++) {
    reference.push(await costs(bare, '/plan'));
    value.push(await costs(product, `/api/bookings/plan?${query}`));
  }
  return {
    name: 'changed week of all halls',
    unit: 'ms CPU',
    value: median(value),
    reference: median(reference),
    goal: { what: 'ratio', atLeast: 0.7 },
    growthAtMost: 4.6,
  };
}

/** A search over a week of one hall against the bare read of what it needs. */
async function freeTimes(stage: Stage, cookie: string): Promise<Figure> {
  const [hall] = await stage.database.sql<{ id: string }>("select id from facility where slug = 'halle-1'");
  const ours = { path: `/api/bookings/free?${query}&facility=${hall?.id}&minutes=90&parts=1`, headers: { cookie } };
  const theirs = { path: '/hall', headers: { cookie } };
  if (!stage.reference) throw new Error('This task has no reference to compare with.');
  const rounds = stage.isQuick ? 1 : 5;
  const [value, reference]: [number[], number[]] = [[], []];
  for (const [server, ask] of [
    [stage.reference, theirs],
    [stage.product, ours],
  ] as const)
    await warmUp(stage, server, ask);
  for (let round = 0; round < rounds; round++) {
    reference.push(await costOf(stage, stage.reference, theirs));
    value.push(await costOf(stage, stage.product, ours));
  }
  return {
    name: 'free times of a hall and week',
    unit: 'ms CPU',
    value: median(value),
    reference: median(reference),
    goal: { what: 'ratio', atLeast: 1 / 3 },
  };
}

/** Forty dates, ten of them taken, in one request. */
async function series(stage: Stage): Promise<Figure> {
  const cookie = await sessionOf(stage.database, 'admin');
  const taken: number[] = [];
  // The first round only warms the server up, as in every other figure.
  for (let round = -1; round < (stage.isQuick ? 2 : 7); round++) {
    const slug = `neu-${stage.size}-${round + 1}`;
    const [hall] = await stage.database.sql<{ id: string }>(
      `insert into facility (slug, name, kind, owner_kind, owner_club, manager_club, needs_approval, closed_in_school_holidays, closed_on_public_holidays, max_advance_days)
       values ($1, $1, 'hall', 'club', 'RWA', 'RWA', false, false, false, 1200) returning id`,
      [slug],
    );
    const units = await stage.database.sql<{ id: string }>(
      "insert into facility_unit (facility_id, label, sort) select $1, 'Teil ' || n, n from generate_series(1, 3) n returning id",
      [hall?.id],
    );
    await stage.database.sql(
      "insert into facility_opening (facility_id, weekday, opens, closes) select $1, n, '08:00', '22:00' from generate_series(1, 7) n",
      [hall?.id],
    );
    const wish = {
      facilityId: hall?.id,
      unitIds: units.map(({ id }) => id),
      title: 'Serie',
      kind: 'training',
      weekday: 2,
      holidayMode: 'keep',
      startTime: '18:00',
      endTime: '20:00',
    };
    const post = (body: object) =>
      stage.product.requests.ask({
        method: 'POST',
        path: '/api/bookings/series',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const first = await post({ ...wish, startsOn: '2027-01-05', endsOn: '2027-03-09' });
    if (first.status !== 200) throw new Error(`a series answered ${first.status}: ${first.text.slice(0, 300)}`);
    const startedAt = performance.now();
    const second = await post({ ...wish, startsOn: '2027-01-05', endsOn: '2027-10-05', startTime: '19:00', endTime: '21:00' });
    if (round >= 0) taken.push(performance.now() - startedAt);
    const { created } = JSON.parse(second.text) as { created: number };
    if (created !== 30) throw new Error(`30 of 40 dates are free, ${created} were booked`);
  }
  return { name: 'series of 40 dates, 10 taken', unit: 'ms', value: median(taken), goal: { what: 'value', atMost: 150 } };
}
