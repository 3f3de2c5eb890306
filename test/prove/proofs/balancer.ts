import fs from 'node:fs';
import path from 'node:path';
import S3rver from 's3rver';
import { balancerVersion, startBalancer } from '../../stage/balancer.ts';
import { ask, boardToken, multipart, objectUrl, paper } from '../../stage/files.ts';
import { becomes, listen } from '../../stage/listeners.ts';
import { findPrograms, startPair, type Pair } from '../../stage/pair.ts';
import { sessionOf } from '../../stage/people.ts';
import { freePort } from '../../stage/ports.ts';
import { prepareDatabase } from '../../stage/postgres.ts';
import { startProduct, type RunningServer } from '../../stage/product.ts';
import { percentile, Requests } from '../../stage/requests.ts';
import { atMost, inFolder, none, pause, type Outcome, type Proof } from '../proof.ts';
import { keptOverPromotion, promoteStandby } from '../promotion.ts';
import { startReaders } from '../readers.ts';
import { healthyAfter, lostOf, startWriters } from '../writers.ts';

const processCount = 3;
const writerCount = 6;
const readerCount = 8;
const noticeCount = 60;
const fileBytes = 200_000;

type Town = { pair: Pair; servers: RunningServer[]; front: number; cookie: string; restart(at: number): Promise<number | null> };

/** The largest installation that docs/scaling.md describes, with the files of `deploy`. */
export const proof: Proof = {
  goal: 'three processes behind HAProxy, PostgreSQL with a synchronous standby, files in an S3 store: a change is heard in every process, restarted in turn 0 failed requests and no file lost, primary killed and standby promoted 0 acknowledged writes lost',
  run: async () => {
    const [programs, version] = [findPrograms(), balancerVersion()];
    if (programs === undefined || version === undefined)
      return [{ figure: 'PostgreSQL or HAProxy is not installed here (apt-get install postgresql haproxy)', isMet: false }];
    return inFolder(async (folder) => {
      const pair = await startPair(programs, folder, prepareDatabase);
      const s3 = await startStore(folder);
      const servers: RunningServer[] = [];
      try {
        const ports = await Promise.all(Array.from({ length: processCount }, freePort));
        const start = (at: number) => startOne(pair, path.join(folder, `data${at}`), ports[at] ?? 0, s3.env);
        for (let at = 0; at < processCount; at++) servers.push(await start(at));
        const balancer = await startBalancer(folder, ports);
        await healthyAfter(() => balancer.port);
        const restart = async (at: number) => {
          const code = (await servers[at]?.stop('SIGTERM')) ?? null;
          servers[at] = await start(at);
          await healthyAfter(() => ports[at] ?? 0);
          return code;
        };
        const town = { pair, servers, front: balancer.port, cookie: await sessionOf(pair.primary, 'super'), restart };
        const heard = await hearEverywhere(town);
        const outcome = [...heard, ...(await restartInTurn(town)), ...(await promote(town))];
        await balancer.stop();
        return [{ figure: `HAProxy ${version}, PostgreSQL ${pair.version}`, isMet: true }, ...outcome];
      } finally {
        await Promise.all(servers.map((server) => server.stop('SIGKILL')));
        await Promise.all([pair.primary.kill(), pair.standby.kill(), s3.close()]);
      }
    });
  },
};

async function startStore(folder: string) {
  const configureBuckets = [{ name: 'dateien', configs: [] }];
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: path.join(folder, 's3'), configureBuckets });
  const { port } = await s3.run();
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'dateien',
    S3_KEY: 'S3RVER',
    S3_SECRET: 'S3RVER',
  };
  return { env, close: () => s3.close() };
}

function startOne({ primary, standby }: Pair, data: string, port: number, store: { [name: string]: string }): Promise<RunningServer> {
  fs.mkdirSync(data, { recursive: true });
  const hosts = [primary, standby].map((server) => `127.0.0.1:${server.port}`).join(',');
  return startProduct({
    data: { url: `postgresql://vereinsportal@${hosts}/portal?target_session_attrs=read-write` },
    env: { ...store, PORT: String(port), DATA_DIR: data, AUTH_SECRET: 'the same one in every process of the proof', DRAIN_SECONDS: '3' },
  });
}

/** A page may hang at any of the processes: how long after the answer to a change each of them has told it. */
async function hearEverywhere({ servers, front, cookie }: Town): Promise<Outcome> {
  const listeners = await Promise.all(servers.map(({ port }) => listen(port, { cookie })));
  const requests = new Requests(front);
  const ms: number[] = [];
  const missed: string[] = [];
  for (let at = 0; at < noticeCount; at++) {
    const before = listeners.map(({ heard }) => heard.length);
    const body = { email: `n${at}-${Date.now()}@rwa.example`, firstname: 'Wer', lastname: 'Hört', role: 'reader' };
    const { status, text } = await requests.ask({ method: 'POST', path: '/api/users', body, headers: { cookie } });
    const answeredAt = performance.now();
    if (status !== 200) throw new Error(`the change was answered by ${status}: ${text}`);
    for (const [place, listener] of listeners.entries()) {
      const isHeard = await becomes(() => listener.heard.length > (before[place] ?? 0), 5000);
      if (isHeard) ms.push(Math.max(0, (listener.heard.at(before[place] ?? 0)?.at ?? 0) - answeredAt));
      else missed.push(`change ${at} at process ${place}`);
    }
    // Each change is told by itself, not together with the one before.
    await pause(150);
  }
  for (const listener of listeners) listener.cut();
  requests.close();
  return [
    none(`${noticeCount} changes at ${servers.length} processes: not heard`, missed),
    atMost('notice after the answer: median', percentile(ms, 0.5), 1000, ' ms'),
    atMost('p95', percentile(ms, 0.95), 2000, ' ms'),
  ];
}

async function restartInTurn({ pair, servers, front, cookie, restart }: Town): Promise<Outcome> {
  const written = startWriters(writerCount, () => front, cookie, { mayRefuse: false });
  const read = startReaders(readerCount, front, cookie);
  const files = startUploads(front, await boardToken(pair.primary, front));
  await pause(1500);
  const codes: (number | null)[] = [];
  const startedAt = performance.now();
  for (const at of servers.keys()) {
    codes.push(await restart(at));
    // HAProxy asks every second.
    await pause(1500);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await written.stop();
  const reads = await read.stop();
  const stored = await files.stop();
  const failed = [
    ...written.odd,
    ...Array.from({ length: written.unavailable }, () => '503 for a write'),
    ...reads.failed,
    ...stored.failed,
  ];
  return [
    none(
      `${codes.length} restarts in turn in ${Math.round(seconds)} s: of ${written.acknowledged.length} writes, ${reads.ms.length} reads and ${stored.names.length} files, failed`,
      failed,
    ),
    none('lost', [...(await lostOf(written.acknowledged, front, cookie)), ...(await files.different())]),
    none(
      'exit codes other than 0',
      codes.filter((code) => code !== 0).map((code) => String(code)),
    ),
    atMost('p99 of the reads', percentile(reads.ms, 0.99), 2000, ' ms'),
  ];
}

async function promote({ pair, front, cookie }: Town): Promise<Outcome> {
  const written = startWriters(writerCount, () => front, cookie, { mayRefuse: false });
  await pause(2000);
  const promotion = await promoteStandby(pair, written);
  await pause(3000);
  await written.stop();
  return keptOverPromotion('primary killed', written, promotion, { port: front, cookie });
}

/** Somebody who stores one file after the other. */
function startUploads(port: number, token: string) {
  const names: string[] = [];
  const failed: string[] = [];
  let isOver = false;
  const work = (async () => {
    for (let at = 0; !isOver; at++) {
      const name = `RWA/members/prove/${at}.pdf`;
      const { url, headers, body } = multipart(name, paper(fileBytes, at + 1), 'application/pdf');
      const { status, bytes } = await ask(port, 'POST', url, { token, headers, body });
      if (status === 200) names.push(name);
      else failed.push(`${status} ${bytes.toString().slice(0, 100)}`);
      await pause(100);
    }
  })();
  return {
    /** The names of stored files that do not come back byte by byte. */
    different: async () => {
      const wrong: string[] = [];
      for (const name of names) {
        const { status, bytes } = await ask(port, 'GET', objectUrl(name, '?alt=media'), { token });
        const seed = Number(/(\d+)\.pdf$/.exec(name)?.[1]) + 1;
        if (status !== 200 || !bytes.equals(paper(fileBytes, seed))) wrong.push(`${name} ${status}`);
      }
      return wrong;
    },
    stop: async () => {
      isOver = true;
      await work;
      return { names, failed };
    },
  };
}
