import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { eventually, startProcess, temporaryFolder } from '#test/processes.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { endUndo, expireDue } from './service.ts';

// Two real server processes on one database, so that in-process state cannot hide races.
let server: TestServer;
const processes: { child: ChildProcess; port: number; agent: http.Agent }[] = [];
const count = 400;

beforeAll(async () => {
  server = await startServer();
  const [{ name } = { name: '' }] = await server.sql<{ name: string }>('select current_database() as name');
  const url = `postgresql://vereinsportal@localhost/${name}?host=${inject('postgres')}`;
  await Promise.all([0, 1].map(async () => processes.push(await startOne(url))));
});
beforeEach(() => {
  // A connection that rested for long may be closed by the server in the moment of the next request.
  for (const one of processes) {
    one.agent.destroy();
    one.agent = new http.Agent({ keepAlive: true, maxSockets: count });
  }
});
afterAll(async () => {
  for (const { child, agent } of processes) {
    agent.destroy();
    child.kill('SIGKILL');
  }
  await server.close();
});

test('400 people at once, two processes, 10 seats: exactly 10 get in, the others wait in order, no request fails', async () => {
  const courseId = await courseOf(10);
  const people = await makePeople(count);
  const answers = await Promise.all(people.map((one, at) => answered(() => signUp(at, courseId, one))));
  expect([...new Set(answers.map(({ status, code }) => `${status} ${code}`))]).toEqual(['200 ']);
  expect(await statesOf(courseId)).toEqual({ confirmed: 10, waitlisted: count - 10 });
  const positions = answers.flatMap(({ position }) => position ?? []).toSorted((a, b) => a - b);
  expect(positions).toEqual(Array.from({ length: count - 10 }, (_, at) => at + 1));
}, 240_000);

test('200 declines, sign-offs, undos and sign-ups at once on two processes, with sweeps: never more seats than there are, and each answer taken back has its seat again', async () => {
  const seats = 20;
  const courseId = await courseOf(seats);
  const [inside, leaving, waiting, late] = [await makePeople(10), await makePeople(10), await makePeople(10), await makePeople(80)];
  const ids = new Map<Person, string>();
  for (const one of [...inside, ...leaving, ...waiting]) ids.set(one, (await answered(() => signUp(0, courseId, one))).id);
  for (const one of leaving) await act(0, ids.get(one), one, 'cancel');
  await endUndoNow(courseId);
  expect(await statesOf(courseId)).toEqual({ confirmed: 10, cancelled: 10, offered: 10 });

  // Each takes the answer back three times over; every second one answers once more and lets it stand.
  const answersOf = (one: Person, action: string, at: number) =>
    Array.from({ length: 6 + (at % 2) }, (_, turn) => ({ one, action: turn % 2 === 0 ? action : 'undo' }));
  const lanes = [...inside.map((one, at) => answersOf(one, 'cancel', at)), ...waiting.map((one, at) => answersOf(one, 'decline', at))];
  let isOver = false;
  let most = 0;
  const watching = (async () => {
    while (!isOver) {
      await Promise.all([endUndo(server), expireDue(server)]);
      most = Math.max(most, await held(courseId));
    }
  })();
  const statuses = await Promise.all([
    ...lanes.map(async (lane, at) => {
      const all: string[] = [];
      for (const [turn, { one, action }] of lane.entries()) {
        const { status, code } = await act(at + turn, ids.get(one), one, action);
        all.push(`${status} ${code}`);
      }
      return all;
    }),
    ...late.map(async (one, at) => {
      const { status, code } = await answered(() => signUp(at, courseId, one));
      return [`${status} ${code}`];
    }),
  ]);
  isOver = true;
  await watching;
  expect([...new Set(statuses.flat())]).toEqual(['200 ']);
  expect(most).toBeLessThanOrEqual(seats);
  expect(await held(courseId)).toBe(seats);

  await endUndoNow(courseId);
  expect(await statesOf(courseId)).toEqual({ confirmed: 5, cancelled: 15, offered: 15, declined: 5, waitlisted: 70 });
}, 240_000);

type Person = { id: string; token: string; person: string };

async function courseOf(seats: number): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Ansturm', $3, current_date + 40, 'published', false, now(), now())`,
    [id, `ansturm-${seats}`, seats],
  );
  return id;
}

async function makePeople(number: number): Promise<Person[]> {
  const people = Array.from({ length: number }, () => ({ id: randomUUID(), token: randomUUID(), person: randomUUID() }));
  await server.sql(
    `with one as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, hash text, person uuid)),
     account as (insert into auth_user (id, name, email, email_verified, club, created_at, updated_at)
       select id, 'Gast', id || '@example.org', true, 'RWA', now(), now() from one),
     opened as (insert into auth_session (id, token, user_id, expires_at, confirmed_at, created_at, updated_at)
       select gen_random_uuid(), hash, id, now() + interval '7 days', now(), now(), now() from one),
     document as (insert into app_user (id, club, role, firstname, lastname, email, created_at, updated_at)
       select id, 'RWA', 'reader', 'Gast', left(id::text, 6), id || '@example.org', now(), now() from one),
     somebody as (insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
       select person, 'RWA', 'Gast', left(id::text, 6), '1990-01-01', now(), now() from one)
     insert into person_access (user_id, person_id, club, relation, verified_at) select id, person, 'RWA', 'self', now() from one`,
    [JSON.stringify(people.map(({ id, token, person }) => ({ id, hash: secretHash(token), person })))],
  );
  return people;
}

async function statesOf(courseId: string): Promise<{ [state: string]: number }> {
  const rows = await server.sql<{ state: string; count: number }>(
    'select state, count(*)::int as count from enrolment where course_id = $1 group by state order by state',
    [courseId],
  );
  return Object.fromEntries(rows.map(({ state, count: number }) => [state, number]));
}

/** The seats that are taken, offered, or kept for somebody who may still take an answer back. */
async function held(courseId: string): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::int as count from enrolment where course_id = $1
     and (state in ('confirmed', 'offered') or undo_until > now() and undo_state in ('confirmed', 'offered'))`,
    [courseId],
  );
  return row?.count ?? 0;
}

/** Ends the time in which answers can be taken back, and offers what has become free. */
async function endUndoNow(courseId: string): Promise<void> {
  await server.sql("update enrolment set undo_until = now() - interval '1 minute' where course_id = $1 and undo_until is not null", [
    courseId,
  ]);
  await endUndo(server);
}

type Answered = { status: number; code: string; id: string; position: number | null };

/** A busy server answers the last requests with 503; a retry with the same key enrols once. */
async function answered(ask: () => Promise<Answered>): Promise<Answered> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
  }
}

/** Signs somebody up at one of the two processes. */
function signUp(at: number, courseId: string, { token, person }: Person): Promise<Answered> {
  return send(at, {
    path: `/api/courses/${courseId}/registrations`,
    token,
    body: { personIds: [person], acceptsTerms: true },
    key: person,
  });
}

/** Answers for a seat at one of the two processes. */
function act(at: number, id: string | undefined, { token }: Person, action: string): Promise<Answered> {
  return answered(() => send(at, { path: `/api/registrations/${id}`, token, body: { action } }));
}

type Sent = { path: string; token: string; body: object; key?: string };

function send(at: number, { path: url, token, body, key }: Sent): Promise<Answered> {
  const { port = 0, agent } = processes[at % 2] ?? {};
  const payload = JSON.stringify(body);
  const host = `rwa.localhost:${port}`;
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        ...(agent && { agent }),
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: url,
        headers: {
          host,
          origin: `http://${host}`,
          cookie: `vereinsportal.session=${token}.unsigned`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...(key && { 'idempotency-key': key }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString()) as { code?: string } & { id: string; position: number | null }[];
          const [first] = Array.isArray(answer) ? answer : [];
          resolve({ status: response.statusCode ?? 0, code: answer.code ?? '', id: first?.id ?? '', position: first?.position ?? null });
        });
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

async function startOne(url: string): Promise<(typeof processes)[number]> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'port');
  const { child, errors } = startProcess('src/server/main.ts', [], {
    DATABASE_URL: url,
    DATABASE_MIGRATOR_URL: url.replace('//vereinsportal', '//postgres'),
    PORT: '0',
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    READY_FILE: file,
  });
  const port = await eventually(() => {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${errors()}`);
    return fs.existsSync(file) && Number(fs.readFileSync(file, 'utf8'));
  }, 40_000);
  return { child, port, agent: new http.Agent({ keepAlive: true, maxSockets: count }) };
}
