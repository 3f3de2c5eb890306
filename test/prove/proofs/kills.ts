import fs from 'node:fs';
import { processTree } from '../../stage/processes.ts';
import { startProduct, type RunningServer } from '../../stage/product.ts';
import { seeded } from '../../stage/people.ts';
import { atMost, inFolder, none, pause, type Outcome, type Proof } from '../proof.ts';
import { healthyAfter, lostOf, signIn, startWriters } from '../writers.ts';

const writerCount = 8;
const calmMs = 1500;

/** Sudden death of the server and of its database, as `npm start` runs them. */
export const proof: Proof = {
  goal: 'kill -9 of server and PostgreSQL under 8 writers: 0 acknowledged writes lost, back in ≤ 3 s and ≤ 10 s (--rounds 20)',
  run: ({ number }) =>
    inFolder(async (folder) => {
      const rounds = number('rounds', 5);
      return [...(await killServers(folder, rounds)), ...(await killDatabases(folder, rounds))];
    }),
};

async function killServers(folder: string, rounds: number): Promise<Outcome> {
  const random = seeded(1);
  let server = await startProduct({ data: { folder } });
  let port = server.port;
  const cookie = await signIn(port, 'admin@rwa.test');
  const back: number[] = [];
  const written = startWriters(writerCount, () => port, cookie);
  for (let round = 0; round < rounds; round++) {
    await pause(calmMs * (0.3 + random()));
    await server.stop('SIGKILL');
    const killedAt = performance.now();
    server = await startAgain(folder);
    port = server.port;
    await healthyAfter(() => port);
    back.push(performance.now() - killedAt);
  }
  await pause(500);
  await written.stop();
  const lost = await lostOf(written.acknowledged, port, cookie);
  await server.stop();
  return [
    none(`server: of ${written.acknowledged.length} acknowledged writes, lost`, lost),
    atMost('back after', Math.max(...back) / 1000, 3, ' s'),
    none('odd answers', written.odd),
  ];
}

/** What a service manager does: it starts the server again until it runs. */
async function startAgain(folder: string): Promise<RunningServer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await startProduct({ data: { folder } });
    } catch (error) {
      if (attempt >= 20) throw error;
      console.error(`[kills] ${String(error).split('\n')[0]}`);
      await pause(100);
    }
  }
}

async function killDatabases(folder: string, rounds: number): Promise<Outcome> {
  const random = seeded(2);
  const server = await startProduct({ data: { folder } });
  const cookie = await signIn(server.port, 'admin@scb.test');
  const back: number[] = [];
  const written = startWriters(writerCount, () => server.port, cookie, { mayRefuse: false });
  for (let round = 0; round < rounds; round++) {
    await pause(calmMs * (0.3 + random()));
    process.kill(postgresOf(server.pid), 'SIGKILL');
    await pause(50);
    back.push((await healthyAfter(() => server.port)) + 50);
  }
  await pause(1000);
  await written.stop();
  const lost = await lostOf(written.acknowledged, server.port, cookie);
  await server.stop();
  return [
    none(`PostgreSQL: of ${written.acknowledged.length} acknowledged writes, lost`, lost),
    atMost('back after', Math.max(...back) / 1000, 10, ' s'),
    none(`told to come later ${written.unavailable} times, other answers`, written.odd),
    atMost('slowest answer', written.slowestMs / 1000, 4, ' s'),
  ];
}

/** The first process of PostgreSQL below a server. */
function postgresOf(server: number): number {
  const pid = processTree(server).find((one) => fs.readFileSync(`/proc/${one}/comm`, 'utf8').trim() === 'postgres');
  if (pid === undefined) throw new Error('The server has no PostgreSQL below it.');
  return pid;
}
