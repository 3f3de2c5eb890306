import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { enrolmentStates } from '#shared/courses/enrolmentStates.ts';
import { inQueueOrder } from '#shared/courses/waitingList.ts';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { course } from '../offers/table.ts';
import { enrol } from './enrol.ts';
import { countedState, recount } from './counting.ts';
import { positionOf } from './own.ts';
import { countColumns, inSeats, isCounted, readQueue } from './seats.ts';
import { enrolment } from './table.ts';
import { endUndo, expireDue, offerFree } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const dayIn = (days: number) => addDays(localOf(new Date()).date, days);

type CourseOptions = { places?: number | null; startsInDays?: number; [column: string]: unknown };
let courses = 0;

/** A published free course of RWA that begins in 30 days. */
async function makeCourse({ places: seats = 10, startsInDays = 30, ...columns }: CourseOptions = {}): Promise<string> {
  const id = randomUUID();
  const row: { [column: string]: unknown } = {
    id,
    club: 'RWA',
    slug: `kurs-${++courses}`,
    number: `T-${courses}`,
    kind: 'course',
    title: `Kurs ${courses}`,
    places_max: seats,
    starts_on: dayIn(startsInDays),
    status: 'published',
    requires_guardian: false,
    created_at: new Date(),
    updated_at: new Date(),
    ...columns,
  };
  const names = Object.keys(row);
  await server.sql(
    `insert into course (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
  return id;
}

type Guest = { client: Client; userId: string; personIds: string[] };

/** People with an account, a session and a person each (and `children` more), without the slow sign-in. */
async function people(count: number, children = 0): Promise<Guest[]> {
  const all = Array.from({ length: count }, () => ({
    userId: randomUUID(),
    token: randomUUID(),
    people: Array.from({ length: 1 + children }, () => randomUUID()),
  }));
  const users = JSON.stringify(all.map(({ userId, token }) => ({ id: userId, hash: secretHash(token) })));
  await server.sql(
    `with one as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, hash text)),
     account as (insert into auth_user (id, name, email, email_verified, club, created_at, updated_at)
       select id, 'Gast', id || '@example.org', true, 'RWA', now(), now() from one),
     opened as (insert into auth_session (id, token, user_id, expires_at, confirmed_at, created_at, updated_at)
       select gen_random_uuid(), hash, id, now() + interval '7 days', now(), now(), now() from one)
     insert into app_user (id, club, role, firstname, lastname, email, created_at, updated_at)
       select id, 'RWA', 'reader', 'Gast', left(id::text, 6), id || '@example.org', now(), now() from one`,
    [users],
  );
  const persons = JSON.stringify(
    all.flatMap(({ userId, people: ids }) => ids.map((id, at) => ({ id, user: userId, relation: at === 0 ? 'self' : 'delegate' }))),
  );
  await server.sql(
    `with one as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, "user" uuid, relation text)),
     made as (insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
       select id, 'RWA', 'Gast', left(id::text, 6), '1990-01-01', now(), now() from one returning id)
     insert into person_access (user_id, person_id, club, relation, verified_at) select "user", one.id, 'RWA', relation, now() from one join made using (id)`,
    [persons],
  );
  return all.map(({ userId, token, people: personIds }) => {
    const client = server.visitor();
    client.cookies.set('vereinsportal.session', `${token}.unsigned`);
    return { client, userId, personIds };
  });
}

type Result = { id: string; token: string; state: string; position: number | null };

const signUp = ({ client, personIds }: Guest, courseId: string, more: object = {}) =>
  client.post<Result[]>(`/api/courses/${courseId}/registrations`, { personIds: personIds.slice(0, 1), acceptsTerms: true, ...more });

const answer = ({ client }: Guest, token: string, action: string) =>
  client.post<{ state: string }>(`/api/registrations/${token}`, { action });

const statesOf = async (courseId: string): Promise<{ [state: string]: number }> => {
  const rows = await server.sql<{ state: string; count: number }>(
    'select state, count(*)::int as count from enrolment where course_id = $1 group by state',
    [courseId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

const inQueue = async (courseId: string): Promise<string[]> =>
  (
    await server.sql<{ registered_by: string }>(
      "select registered_by from enrolment where course_id = $1 and state = 'waitlisted' order by queue_class, queue_rank",
      [courseId],
    )
  ).map((row) => row.registered_by);

const offeredTo = async (courseId: string): Promise<string[]> =>
  (
    await server.sql<{ registered_by: string }>(
      "select registered_by from enrolment where course_id = $1 and state = 'offered' order by queue_rank",
      [courseId],
    )
  ).map((row) => row.registered_by);

/** Fills a course and its waiting list sequentially, so that the order is known. */
async function filled(courseId: string, guests: Guest[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const guest of guests) results.push(...((await signUp(guest, courseId)).body ?? []));
  return results;
}

test('60 concurrent enrolments for 10 seats: 10 get in, 50 wait in the order of their rank', async () => {
  const id = await makeCourse();
  const guests = await people(60);
  const answers = await Promise.all(guests.map((guest) => signUp(guest, id)));
  expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 200));
  expect(await statesOf(id)).toEqual({ confirmed: 10, waitlisted: 50 });
  const positions = answers.flatMap(({ body }) => body.flatMap(({ position }) => (position === null ? [] : [position])));
  expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
});

test('without the lock the same load overbooks: the lock protects the last seat', async () => {
  const id = await makeCourse({ places: 1 });
  const guests = await people(8);
  let arrived = 0;
  let open: () => void = () => undefined;
  const allCounted = new Promise<void>((resolve) => {
    open = resolve;
  });
  const rushes = guests.map(({ userId, personIds: [personId = ''] }) =>
    server.database.write(everyClub, async (write) => {
      // Does the same as `withSeats`, but reads the row without a lock.
      const [row] = await write.tx.select().from(course).where(eq(course.id, id));
      if (!row) throw new Error('no course');
      await inSeats({ write, settings: server.settings, actor: { userId, name: 'Gast' } }, { course: row }, async (seats) => {
        if (++arrived === guests.length) open();
        await allCounted;
        await enrol(seats, [
          {
            personId,
            name: 'Gast',
            queueClass: 30,
            priceCategory: null,
            fullPriceCents: null,
            pricePer: null,
            contactEmail: null,
            channel: 'web',
          },
        ]);
      });
    }),
  );
  await Promise.all(rushes);
  expect((await statesOf(id))['confirmed']).toBeGreaterThan(1);
});

test('under concurrent cancellations, enrolments and expiring offers seats never exceed the limit, and the first five are offered', async () => {
  const id = await makeCourse({ places: 10 });
  const inside = await people(10);
  const results = await filled(id, inside);
  const waiting = await people(10);
  await filled(id, waiting);
  const late = await people(20);
  const leave = results.slice(0, 5).map((one, at) => answer(inside[at] as Guest, one.token, 'cancel'));
  const statuses = await Promise.all([
    ...leave,
    ...late.map((guest) => signUp(guest, id)),
    expireDue(server).then(() => ({ status: 200 })),
    expireDue(server).then(() => ({ status: 200 })),
  ]);
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  // Nobody gets a seat whose cancellation can still be undone.
  expect(await statesOf(id)).toEqual({ confirmed: 5, cancelled: 5, waitlisted: 30 });
  await Promise.all([forgetUndo(id), expireDue(server), endUndo(server)]);
  expect(await statesOf(id)).toEqual({ confirmed: 5, cancelled: 5, offered: 5, waitlisted: 25 });
  expect(await offeredTo(id)).toEqual(waiting.slice(0, 5).map(({ userId }) => userId));
  expect((await inQueue(id)).slice(0, 5)).toEqual(waiting.slice(5).map(({ userId }) => userId));
});

test('the same person enrolled three times concurrently is enrolled once, and the others are refused', async () => {
  const id = await makeCourse();
  const [guest] = await people(1);
  const answers = await Promise.all([1, 2, 3].map(() => signUp(guest as Guest, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await statesOf(id)).toEqual({ confirmed: 1 });
});

test('the same request sent twenty times with one Idempotency-Key enrols once', async () => {
  const id = await makeCourse();
  const [guest] = await people(1);
  const { client, personIds } = guest as Guest;
  const send = () => client.post(`/api/courses/${id}/registrations`, { personIds, acceptsTerms: true }, { 'idempotency-key': 'einmal' });
  const first = await send();
  const again = await Promise.all(Array.from({ length: 20 }, send));
  expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]));
  expect(await statesOf(id)).toEqual({ confirmed: 1 });
});

test('an expired offer goes to the next, and within 24 hours of the start nobody is offered a seat', async () => {
  const id = await makeCourse({ places: 1, startsInDays: 5, waitlist_offer_hours: 48 });
  const guests = await people(3);
  const [inside] = await filled(id, guests);
  const [first, second, third] = guests as [Guest, Guest, Guest];
  await leave(first, (inside as Result).token, id);
  expect(await offeredTo(id)).toEqual([second.userId]);
  setClock(new Date(Date.now() + 49 * 60 * 60 * 1000));
  await expireDue(server);
  expect(await offeredTo(id)).toEqual([third.userId]);
  const [offered] = await server.sql<{ id: string }>("select id from enrolment where course_id = $1 and state = 'offered'", [id]);
  expect((await answer(third, offered?.id ?? '', 'accept')).body.state).toBe('confirmed');
  const more = await people(1);
  await filled(id, more);
  setClock(instantOf(dayIn(4), '20:00'));
  await answer(third, offered?.id ?? '', 'cancel');
  expect(await statesOf(id)).toEqual({ cancelled: 2, expired: 1, waitlisted: 1 });
  setClock();
});

test.each([
  ['prorata', { offered: 1 }],
  ['no', { waitlisted: 1 }],
] as const)('a waiting list continues in a running course with late joining (%s)', async (late_join, left) => {
  const id = await makeCourse({ places: 1, startsInDays: 5, late_join });
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '10:00', d + time '11:00' from generate_series($2::date, $2::date + 14, interval '7 days') d`,
    [id, dayIn(5)],
  );
  const guests = await people(2);
  const [inside] = await filled(id, guests);
  // The day before nobody is offered the seat; once the course runs, the nightly job offers it.
  setClock(instantOf(dayIn(4), '20:00'));
  await leave(guests[0] as Guest, (inside as Result).token, id);
  expect(await statesOf(id)).toEqual({ cancelled: 1, waitlisted: 1 });
  setClock(instantOf(dayIn(6), '09:00'));
  await offerFree(server);
  expect(await statesOf(id)).toEqual({ cancelled: 1, ...left });
  setClock();
});

test('an offer cannot be accepted after it expired, whoever was first', async () => {
  const id = await makeCourse({ places: 1 });
  const guests = await people(2);
  const [inside, waiting] = await filled(id, guests);
  const [first, second] = guests as [Guest, Guest];
  await leave(first, (inside as Result).token, id);
  setClock(new Date(Date.now() + 49 * 60 * 60 * 1000));
  const late = await answer(second, (waiting as Result).token, 'accept');
  expect(late.status).toBe(409);
  setClock();
});

test('siblings get their seats together or none, and a single person behind them gets the one seat', async () => {
  const id = await makeCourse({ places: 2 });
  const [one, two, family, single] = (await people(4, 1)) as [Guest, Guest, Guest, Guest];
  const results = [...(await signUp(one, id)).body, ...(await signUp(two, id)).body];
  const both = { personIds: family.personIds, together: true };
  expect((await signUp(family, id, both)).body.map(({ state }) => state)).toEqual(['waitlisted', 'waitlisted']);
  await signUp(single, id);
  await leave(one, results[0]?.token ?? '', id);
  expect(await offeredTo(id)).toEqual([single.userId]);
  await leave(two, results[1]?.token ?? '', id);
  expect(await offeredTo(id)).toEqual([single.userId]);
  const [offered] = await server.sql<{ id: string }>("select id from enrolment where course_id = $1 and state = 'offered'", [id]);
  await answer(single, offered?.id ?? '', 'decline');
  await forgetUndo(id);
  expect(await offeredTo(id)).toEqual([family.userId, family.userId]);
});

test('a full waiting list refuses, with the reason', async () => {
  const id = await makeCourse({ places: 1, waitlist_max: 1 });
  const guests = await people(3);
  const answers = [];
  for (const guest of guests) answers.push(await signUp(guest, id));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409]);
  expect(answers[2]?.text).toContain('waiting-list-full');
});

test('an accidentally declined offer is undone, the seat is reserved meanwhile, and goes to the next afterwards', async () => {
  const id = await makeCourse({ places: 1 });
  const [first, second, third] = (await people(3)) as [Guest, Guest, Guest];
  const [inside, next] = await filled(id, [first, second, third]);
  await leave(first, inside?.token ?? '', id);
  expect(await offeredTo(id)).toEqual([second.userId]);
  const ends = () => server.sql('select offer_expires_at, queue_rank from enrolment where id = $1', [next?.id]);
  const before = await ends();
  expect((await answer(second, next?.id ?? '', 'decline')).body.state).toBe('declined');
  expect(await offeredTo(id)).toEqual([]);
  const [late] = await people(1);
  expect((await signUp(late as Guest, id)).body[0]?.state).toBe('waitlisted');
  expect((await answer(second, next?.id ?? '', 'undo')).body.state).toBe('offered');
  expect(await ends()).toEqual(before);
  expect((await answer(second, next?.id ?? '', 'accept')).body.state).toBe('confirmed');
  expect((await answer(second, next?.id ?? '', 'undo')).body.state).toBe('offered');
  expect(await ends()).toEqual(before);
  await answer(second, next?.id ?? '', 'decline');
  await forgetUndo(id);
  expect(await offeredTo(id)).toEqual([third.userId]);
  expect(await answer(second, next?.id ?? '', 'undo')).toMatchObject({ status: 409, body: { code: 'undo-over' } });
});

test('an accidental cancellation is undone into the same seat although others wait; ten minutes later the next is offered it', async () => {
  const id = await makeCourse({ places: 1 });
  const [first, second, third] = (await people(3)) as [Guest, Guest, Guest];
  const [inside] = await filled(id, [first, second]);
  const token = inside?.id ?? '';
  await answer(first, token, 'cancel');
  expect(await statesOf(id)).toEqual({ cancelled: 1, waitlisted: 1 });
  expect((await signUp(third, id)).body[0]?.state).toBe('waitlisted');
  expect((await answer(first, token, 'undo')).body.state).toBe('confirmed');
  expect(await answer(first, token, 'undo')).toMatchObject({ status: 409, body: { code: 'undo-over' } });
  await leave(first, token, id);
  expect(await offeredTo(id)).toEqual([second.userId]);
  expect(await answer(first, token, 'undo')).toMatchObject({ status: 409, body: { code: 'undo-over' } });
});

/** Cancels a seat; too late for undo. */
async function leave(guest: Guest, token: string, courseId: string): Promise<void> {
  await answer(guest, token, 'cancel');
  await forgetUndo(courseId);
}

/** Makes the undo period of all answers expire. */
async function forgetUndo(courseId: string): Promise<void> {
  await server.sql("update enrolment set undo_until = now() - interval '1 minute' where course_id = $1 and undo_until is not null", [
    courseId,
  ]);
  await endUndo(server);
}

test('seats, waiting list and order are the same for the code under the lock and for the database', async () => {
  const id = await makeCourse({ places: null });
  const moments = [null, new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const rows = enrolmentStates.flatMap((state) =>
    (state === 'unverified' ? moments.slice(1) : [null]).flatMap((hold) =>
      [null, dayIn(-1), dayIn(1)].flatMap((leaves) =>
        moments.flatMap((undo) =>
          (state === 'waitlisted' ? Array.from({ length: 6 }, () => true) : [true, false]).map((ranked) => ({
            id: randomUUID(),
            state,
            hold,
            leaves,
            undo,
            // The previous state, of a held seat or of a waiting one.
            before: undo && (leaves ? 'waitlisted' : 'confirmed'),
            ranked,
            class: undo ? 10 : 30,
          })),
        ),
      ),
    ),
  );
  await server.sql(
    `with one as (select *, row_number() over (order by id) as rank from jsonb_to_recordset($1::jsonb)
       as r(id uuid, state text, hold timestamptz, leaves date, undo timestamptz, before text, ranked boolean, class int)),
     made as (insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
       select id, 'RWA', 'Reihe', 'Wartend', '1990-01-01', now(), now() from one)
     insert into enrolment (id, club, course_id, person_id, registered_at, state, hold_expires_at, offer_expires_at, leaves_on, undo_until, undo_state, queue_rank, queue_class)
       select id, 'RWA', $2, id, now(), state, hold, now(), leaves, undo, before, case when ranked then rank end, class from one`,
    [JSON.stringify(rows), id],
  );
  await server.database.read(everyClub, async (tx) => {
    const found = await tx
      .select({ row: enrolment, ...countColumns(), counts: sql<boolean>`bool_or(${isCounted()})` })
      .from(enrolment)
      .where(eq(enrolment.courseId, id))
      .groupBy(enrolment.id);
    expect(found).toHaveLength(rows.length);
    const told = found.map(({ row, counts, occupied, waiting }) => ({
      id: row.id,
      ...(counts ? { occupied, waiting } : { occupied: 0, waiting: 0 }),
    }));
    const counted = found.map(({ row }) => {
      const seats = { id: row.id, occupied: 0, waiting: 0 };
      recount(seats, undefined, countedState(row));
      return seats;
    });
    expect(counted).toEqual(told);
    expect(told.filter(({ occupied }) => occupied > 0).length).toBeGreaterThan(40);
    const queue = inQueueOrder(await readQueue(tx, { courseId: id }));
    expect(queue.length).toBeGreaterThan(50);
    for (const [at, { id: next }] of queue.entries()) {
      const one = found.find(({ row }) => row.id === next);
      expect(one && (await positionOf(tx, one.row))).toBe(at + 1);
    }
  });
});
