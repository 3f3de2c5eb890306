import { listen, becomes } from '../../stage/listeners.ts';
import { findPrograms, startPair, type Pair, type Server } from '../../stage/pair.ts';
import { sessionOf } from '../../stage/people.ts';
import { prepareDatabase } from '../../stage/postgres.ts';
import { startProduct, type RunningServer } from '../../stage/product.ts';
import { percentile } from '../../stage/requests.ts';
import { openFront } from '../front.ts';
import { atMost, inFolder, none, pause, type Outcome, type Proof } from '../proof.ts';
import { keptOverPromotion, noticeMs, promoteStandby } from '../promotion.ts';
import { startReaders } from '../readers.ts';
import { healthyAfter, lostOf, startWriters } from '../writers.ts';

const writerCount = 8;
const readerCount = 8;

/** The sudden death of a primary with a synchronous standby, and an update that nobody feels. */
export const proof: Proof = {
  goal: 'primary killed -9 under 8 writers, standby promoted 2 s later: 0 acknowledged writes lost, 0 odd answers, back ≤ 5 s after the promotion; two processes restarted one after the other under 16 people: 0 failed requests (--seconds 5, --rounds 2)',
  run: async ({ number }) => {
    const programs = findPrograms();
    if (programs === undefined)
      return [{ figure: 'PostgreSQL is not installed here (apt-get install postgresql): nothing was proved', isMet: false }];
    return inFolder(async (folder) => {
      const pair = await startPair(programs, folder, prepareDatabase);
      try {
        return [...(await killPrimary(pair, number('seconds', 5) * 1000)), ...(await restartInTurn(pair.standby, number('rounds', 2)))];
      } finally {
        await Promise.all([pair.primary.kill(), pair.standby.kill()]);
      }
    });
  },
};

/** The settings that it takes: all servers in one URL, and a process that ends later than the proxy notices. */
function startOn(...servers: Server[]): Promise<RunningServer> {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return startProduct({
    data: { url: `postgresql://vereinsportal@${hosts}/portal?target_session_attrs=read-write` },
    env: { DRAIN_SECONDS: '2' },
  });
}

async function killPrimary(pair: Pair, calmMs: number): Promise<Outcome> {
  const server = await startOn(pair.primary, pair.standby);
  try {
    const cookie = await sessionOf(pair.primary, 'super');
    const listener = await listen(server.port, { cookie });
    const written = startWriters(writerCount, () => server.port, cookie, { mayRefuse: false });
    await pause(calmMs);
    const promotion = await promoteStandby(pair, written);
    const heardBefore = listener.heard.length;
    await pause(calmMs);
    const isHeard = await becomes(() => listener.heard.length > heardBefore, 10_000);
    await written.stop();
    listener.cut();
    return [
      ...(await keptOverPromotion(`PostgreSQL ${pair.version}`, written, promotion, { port: server.port, cookie })),
      atMost('out of service', (promotion.backAt - promotion.killedAt) / 1000, noticeMs / 1000 + 8, ' s in all'),
      atMost('slowest answer', written.slowestMs / 1000, 10, ' s'),
      none('notices not heard afterwards', isHeard ? [] : ['the stream stays silent']),
    ];
  } finally {
    await server.stop('SIGKILL');
  }
}

/** What an update does to two processes behind a proxy: each ends in order, and comes back before the next one ends. */
async function restartInTurn(database: Server, rounds: number): Promise<Outcome> {
  const servers = await Promise.all([startOn(database), startOn(database)]);
  for (const { port } of servers) await healthyAfter(() => port);
  const front = await openFront(() => servers.map(({ port }) => port));
  const codes: (number | null)[] = [];
  try {
    const cookie = await sessionOf(database, 'super');
    const written = startWriters(writerCount, () => front.port, cookie, { mayRefuse: false });
    const read = startReaders(readerCount, front.port, cookie);
    await pause(1500);
    for (let round = 0; round < rounds; round++) {
      for (const [at, server] of servers.entries()) {
        codes.push(await server.stop('SIGTERM'));
        const next = await startOn(database);
        servers[at] = next;
        await healthyAfter(() => next.port);
        await pause(1000);
      }
    }
    await written.stop();
    const reads = await read.stop();
    const failed = [...written.odd, ...Array.from({ length: written.unavailable }, () => '503 for a write'), ...reads.failed];
    return [
      none(`${codes.length} restarts in turn: of ${written.acknowledged.length} writes and ${reads.ms.length} reads, failed`, failed),
      none('lost', await lostOf(written.acknowledged, front.port, cookie)),
      none(
        'exit codes other than 0',
        codes.filter((code) => code !== 0).map((code) => String(code)),
      ),
      atMost('p99 of the reads', percentile(reads.ms, 0.99), 2000, ' ms'),
      atMost('slowest write', written.slowestMs / 1000, 10, ' s'),
    ];
  } finally {
    front.close();
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  }
}
