import { randomUUID } from 'node:crypto';
import type { MarkResult } from '../../../src/shared/courses/attendance.ts';
import { playDevices } from '../../stage/devices.ts';
import { sessionOf } from '../../stage/people.ts';
import { atLeast, none, onStage, type Proof } from '../proof.ts';

/** Two phones that mark one list, over two processes, through lost lines and lost answers. */
export const proof: Proof = {
  goal: 'of two phones with and without a line the last tap for each person stands, and no mark is lost',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const rounds = number('rounds', 500);
      const products = [await startProduct(), await startProduct()];
      const cookies = [await sessionOf(database, 'trainer'), await sessionOf(database, 'editor')];
      const [courseId, sessionId] = [randomUUID(), randomUUID()];
      await database.sql(
        `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
         values ($1, 'RWA', 'liste', 'L-1', 'course', 'Liste', current_date - 30, 'published', now(), now())`,
        [courseId],
      );
      await database.sql(
        `insert into course_session (id, course_id, local_date, starts_at, ends_at)
         values ($2, $1, current_date - 1, now() - interval '1 day', now() - interval '23 hours')`,
        [courseId, sessionId],
      );
      const rows = await database.sql<{ id: string }>(
        `insert into person (id, club, firstname, lastname, created_at, updated_at)
         select gen_random_uuid(), 'RWA', 'Kind', 'Nr. ' || n, now(), now() from generate_series(1, 6) n returning id`,
      );
      const people = rows.map(({ id }) => id);
      await database.sql(
        `insert into enrolment (id, club, course_id, person_id, registered_at, state)
         select gen_random_uuid(), 'RWA', $1, id, now(), 'confirmed' from person where id = any($2)`,
        [courseId, people],
      );
      const startMs = Date.now() - 20 * 24 * 60 * 60 * 1000;
      const expected = new Map<string, string>();
      const [wrong, missing]: [string[], string[]] = [[], []];
      let sends = 0;
      for (let round = 0; round < rounds; round++) {
        const { last, lost } = await playDevices(
          round + 1,
          { sessionId, people, startMs: startMs + round * 2000 },
          async (device, marks) => {
            sends++;
            const answer = await products[device]?.requests.ask({
              method: 'POST',
              path: '/api/attendance',
              headers: { cookie: cookies[device] ?? '', 'content-type': 'application/json' },
              body: { marks },
            });
            if (answer?.status !== 200) throw new Error(`${answer?.status} ${answer?.text.slice(0, 300)}`);
            return JSON.parse(answer.text) as MarkResult[];
          },
        );
        missing.push(...lost);
        for (const [personId, state] of last) expected.set(personId, state);
        const found = await database.sql<{ person_id: string; state: string }>(
          'select person_id, state from attendance where session_id = $1',
          [sessionId],
        );
        if (found.length !== expected.size || found.some((one) => expected.get(one.person_id) !== one.state))
          wrong.push(`round ${round + 1}`);
      }
      return [atLeast('rounds', rounds, rounds), atLeast('sends', sends, rounds), none('wrong lists', wrong), none('lost marks', missing)];
    }),
};
