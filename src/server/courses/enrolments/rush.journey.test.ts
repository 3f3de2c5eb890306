import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { eventually, startProcess, temporaryFolder } from '#test/processes.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';

// Two real server processes on one database, so that in-process state cannot hide races.
let server: TestServer;
const processes: { child: ChildProcess; port: number }[] = [];
const count = 400;

beforeAll(async () => {
  server = await startServer();
  const [{ name } = { name: '' }] = await server.sql<{ name: string }>('select current_database() as name');
  const url = `postgresql://vereinsportal@localhost/${name}?host=${inject('postgres')}`;
  await Promise.all([0, 1].map(async () => processes.push(await startOne(url))));
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await server.close();
});

test('400 people at once, two processes, 10 seats: exactly 10 get in, the others wait in order, no request fails', async () => {
  const courseId = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', 'ansturm', 'R-1', 'course', 'Ansturm', 10, current_date + 40, 'published', false, now(), now())`,
    [courseId],
  );
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: randomUUID(), person: randomUUID() }));
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
  const agents = processes.map(() => new http.Agent({ keepAlive: true, maxSockets: count }));
  const answers = await Promise.all(
    people.map(({ token, person }, at) =>
      answered(() => signUp(processes[at % 2]?.port ?? 0, agents[at % 2], `/api/courses/${courseId}/registrations`, token, person)),
    ),
  );
  for (const agent of agents) agent.destroy();
  expect([...new Set(answers.map(({ status, code }) => `${status} ${code}`))]).toEqual(['200 ']);
  const states = await server.sql<{ state: string; count: number }>(
    'select state, count(*)::int as count from enrolment where course_id = $1 group by state order by state',
    [courseId],
  );
  expect(states).toEqual([
    { state: 'confirmed', count: 10 },
    { state: 'waitlisted', count: count - 10 },
  ]);
  const positions = answers.flatMap(({ position }) => position ?? []).toSorted((a, b) => a - b);
  expect(positions).toEqual(Array.from({ length: count - 10 }, (_, at) => at + 1));
}, 240_000);

type Answered = { status: number; code: string; position: number | null };

/** A busy server answers the last requests with 503; a retry with the same key enrols once. */
async function answered(ask: () => Promise<Answered>): Promise<Answered> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 || Date.now() > deadline) return answer;
  }
}

function signUp(port: number, agent: http.Agent | undefined, url: string, token: string, personId: string): Promise<Answered> {
  const body = JSON.stringify({ personIds: [personId], acceptsTerms: true });
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
          'content-length': Buffer.byteLength(body),
          'idempotency-key': personId,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString()) as { code?: string } & { position: number | null }[];
          resolve({
            status: response.statusCode ?? 0,
            code: answer.code ?? '',
            position: Array.isArray(answer) ? (answer[0]?.position ?? null) : null,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

async function startOne(url: string): Promise<{ child: ChildProcess; port: number }> {
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
  return { child, port };
}
