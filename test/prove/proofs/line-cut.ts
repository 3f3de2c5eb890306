import path from 'node:path';
import { sessionOf } from '../../stage/people.ts';
import type { Requests } from '../../stage/requests.ts';
import { openLine, type Line, type LineState } from '../line.ts';
import { atMost, none, onStage, pause, type Outcome, type Proof } from '../proof.ts';
import { healthyAfter, lostOf, startWriters } from '../writers.ts';

const writerCount = 8;
const readerCount = 8;

/** The line between server and database: cut, frozen, slow. */
export const proof: Proof = {
  goal: 'database line cut, frozen, slow: every answer ≤ 4 s and 503, healthy ≤ 5 s after repair, 0 lost (--seconds 10 each)',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const line = await openLine(path.join(database.host, '.s.PGSQL.5432'));
      const cookie = await sessionOf(database, 'admin');
      const server = await startProduct({ data: { url: `postgresql://vereinsportal@127.0.0.1:${line.port}/${database.name}` } });
      // The work behind the requests runs before anything breaks.
      await healthyAfter(() => server.port);
      const outcome: Outcome[number][] = [];
      for (const state of ['cut', 'frozen', 'slow'] as const) {
        outcome.push(...(await breakLine(state, line, server.requests, cookie, number('seconds', 10) * 1000)));
      }
      line.close();
      return outcome;
    }),
};

async function breakLine(state: LineState, line: Line, requests: Requests, cookie: string, ms: number): Promise<Outcome> {
  const { port } = requests;
  const written = startWriters(writerCount, () => port, cookie, { mayRefuse: false });
  const readers = startReaders(requests, cookie);
  await pause(1500);
  line.set(state);
  await pause(ms);
  line.set('whole');
  const healthyMs = await healthyAfter(() => port);
  await pause(1000);
  await written.stop();
  const read = await readers.stop();
  const lost = await lostOf(written.acknowledged, port, cookie);
  return [
    atMost(`${state}: slowest answer`, Math.max(written.slowestMs, read.slowestMs) / 1000, 4, ' s'),
    none('answers other than 200 and 503', [...written.odd, ...read.odd]),
    atMost('healthy after', healthyMs / 1000, 5, ' s'),
    none(`of ${written.acknowledged.length} acknowledged writes, lost`, lost),
  ];
}

function startReaders(requests: Requests, cookie: string) {
  let isOver = false;
  let slowestMs = 0;
  const odd: string[] = [];
  const paths = ['/api/clubs', '/api/users?limit=5', '/', '/health', '/api/session'];
  const work = Array.from({ length: readerCount }, async (_, at) => {
    while (!isOver) {
      const path = paths[at % paths.length] ?? '/';
      const answer = await requests.ask({ path, headers: { cookie } });
      slowestMs = Math.max(slowestMs, answer.ms);
      if (answer.status !== 200 && answer.status !== 503) odd.push(`${path} ${answer.status} ${answer.text.slice(0, 100)}`);
      await pause(20);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(work);
      return { slowestMs, odd };
    },
  };
}
