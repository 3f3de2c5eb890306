import path from 'node:path';
import { sessionOf } from '../../stage/people.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { freePort } from '../../stage/ports.ts';
import { Requests } from '../../stage/requests.ts';
import { openLine, type Line } from '../line.ts';
import { atMost, none, onStage, pause, type Outcome, type Proof, type ProofStage } from '../proof.ts';
import { healthyAfter, lostOf, startWriters } from '../writers.ts';

const writerCount = 8;

/** A database that comes later than the server, and one that goes and returns. */
export const proof: Proof = {
  goal: 'database away 5, 20 and 60 s at the start, cut in the moment when the server listens, then in operation: the server waits, says so, recovers by itself; 0 writes lost or doubled (--longest 60)',
  run: ({ number }) =>
    onStage(async (stage) => {
      const line = await openLine(path.join(stage.database.host, '.s.PGSQL.5432'));
      const longest = number('longest', 60);
      const outcome: Outcome[number][] = [];
      try {
        for (const seconds of [5, 20, 60].filter((one) => one <= longest)) outcome.push(...(await lateAtStart(stage, line, seconds)));
        for (const seconds of [5, 20].filter((one) => one <= longest)) outcome.push(...(await cutWhenListening(stage, line, seconds)));
        outcome.push(...(await awayInOperation(stage, line, longest)));
      } finally {
        line.close();
      }
      return outcome;
    }),
};

const throughLine = (line: Line, { name }: StageDatabase) => ({
  data: { url: `postgresql://vereinsportal@127.0.0.1:${line.port}/${name}` },
});

async function lateAtStart({ database, startProduct }: ProofStage, line: Line, seconds: number): Promise<Outcome> {
  line.set('cut');
  const starting = startProduct(throughLine(line, database));
  // The caller below handles a failure; until then it must not count as unhandled.
  starting.catch(() => undefined);
  await pause(seconds * 1000);
  line.set('whole');
  const wholeAt = performance.now();
  const server = await starting;
  const readyMs = performance.now() - wholeAt;
  const healthyMs = await readyAfter(server.requests);
  const said = server.output().match(/antwortet noch nicht/g)?.length ?? 0;
  await server.stop();
  return [
    atMost(`${seconds} s late: started`, readyMs / 1000, 10, ' s after it came'),
    atMost('ready with its jobs', healthyMs / 1000, 10, ' s later'),
    none('waits not told once', said === 1 ? [] : [`${said} times`]),
  ];
}

/** The first answer of the process is the moment: it listens, and its work behind the requests has not begun. */
async function cutWhenListening({ database, startProduct }: ProofStage, line: Line, seconds: number): Promise<Outcome> {
  const port = await freePort();
  const given = throughLine(line, database);
  const starting = startProduct({ ...given, env: { PORT: String(port) } });
  // The caller below handles a failure; until then it must not count as unhandled.
  starting.catch(() => undefined);
  const requests = new Requests(port);
  const listens = async () => (await requests.ask({ path: '/health/live', timeoutMs: 1000 })).status === 200;
  for (const until = Date.now() + 60_000; !(await listens()) && Date.now() < until;) await pause(2);
  line.set('cut');
  const cutAt = performance.now();
  const wrong: string[] = [];
  while (performance.now() - cutAt < seconds * 1000) {
    if (!(await listens())) wrong.push('not alive');
    if ((await requests.ask({ path: '/health/ready', timeoutMs: 5000 })).status === 200) wrong.push('ready');
    await pause(500);
  }
  line.set('whole');
  const server = await starting;
  const healthyMs = await readyAfter(server.requests);
  await server.stop();
  return [
    none(`cut for ${seconds} s as it listens: wrong answers of /health/ready and live`, wrong),
    atMost('ready with its jobs', healthyMs / 1000, 35, ' s after it came'),
  ];
}

async function awayInOperation({ database, startProduct }: ProofStage, line: Line, seconds: number): Promise<Outcome> {
  const server = await startProduct(throughLine(line, database));
  await readyAfter(server.requests);
  const cookie = await sessionOf(database, 'admin');
  const written = startWriters(writerCount, () => server.port, cookie, { mayRefuse: false });
  await pause(1500);
  line.set('cut');
  const wrong: string[] = [];
  for (let second = 0; second < seconds; second++) {
    await pause(1000);
    const ready = await server.requests.ask({ path: '/health/ready', timeoutMs: 5000 });
    const live = await server.requests.ask({ path: '/health/live', timeoutMs: 5000 });
    if (ready.status !== 503) wrong.push(`ready ${ready.status} in second ${second}`);
    if (live.status !== 200) wrong.push(`live ${live.status} in second ${second}`);
  }
  line.set('whole');
  const healthyMs = await healthyAfter(() => server.port);
  await pause(1000);
  await written.stop();
  const lost = await lostOf(written.acknowledged, server.port, cookie);
  // Each invitation writes one mail: a second one would be a write that was done twice.
  const mails = await database.sql<{ recipient: string; count: number }>(
    'select recipient, count(*)::int as count from outbox_mail group by recipient',
  );
  const countOf = new Map(mails.map(({ recipient, count }) => [recipient, count]));
  const doubled = written.acknowledged.filter((email) => countOf.get(email) !== 1);
  await server.stop();
  return [
    none(`away ${seconds} s in operation: wrong answers of /health/ready and live`, wrong),
    atMost('healthy again after', healthyMs / 1000, 5, ' s'),
    none(`of ${written.acknowledged.length} acknowledged writes, lost`, lost),
    none('done twice or half', doubled),
    none(`told to come later ${written.unavailable} times, other answers`, written.odd),
  ];
}

/** Milliseconds until everything runs, background work included. */
async function readyAfter(requests: Requests): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60_000) {
    if ((await requests.ask({ path: '/health/ready', timeoutMs: 5000 })).status === 200) return performance.now() - startedAt;
    await pause(50);
  }
  return 60_000;
}
