import { spawnSync } from 'node:child_process';
import { fillPeople, givePassword } from '../../stage/people.ts';
import { pinned } from '../../stage/processes.ts';
import { median, type Ask } from '../../stage/requests.ts';
import type { Figure, Stage, Task } from '../task.ts';

const password = 'Bench-Passwort-2026';
const peopleCount = 400;
const atOnce = 8;

/** Signing in, and what it costs the others meanwhile. */
export const task: Task = {
  line: 6,
  title: 'sign-in',
  goal: '≤ 3 ms CPU beyond the password hash; others p50 ≤ 3× quiet; an unknown address costs what a wrong password costs',
  prepare: async (database) => givePassword(database, await fillPeople(database, peopleCount), password),
  product: async (stage) => {
    const hashMs = hashCostMs(stage.isQuick ? 20 : 60);
    const rounds = stage.isQuick ? 1 : 5;
    // Different people and networks for each round: the limits are not what is measured here.
    const cost = async (kind: Kind) => {
      const costs: { cpuMs: number; ms: number }[] = [];
      for (let round = 0; round < rounds; round++) costs.push(await costOf(stage, kind, round));
      return { cpuMs: median(costs.map(({ cpuMs }) => cpuMs)), ms: median(costs.map(({ ms }) => ms)) };
    };
    await costOf(stage, 'right', rounds);
    const [right, wrong, unknown] = [await cost('right'), await cost('wrong'), await cost('unknown')];
    return [
      { name: 'password hash alone', unit: 'ms CPU', value: hashMs },
      { name: 'beyond the hash', unit: 'ms CPU', value: right.cpuMs - hashMs, goal: { what: 'value', atMost: 3 } },
      ...(await othersMeanwhile(stage)),
      { name: 'unknown address / wrong password, CPU', unit: '×', value: unknown.cpuMs / wrong.cpuMs, goal: near },
      { name: 'unknown address / wrong password, time', unit: '×', value: unknown.ms / wrong.ms, goal: near },
    ];
  },
};

const near: Figure['goal'] = { what: 'value', atLeast: 0.9, atMost: 1.1 };

type Kind = 'right' | 'wrong' | 'unknown';

function signIn(kind: Kind, round: number, at: number): Ask {
  const person = (round * 37 + at) % peopleCount;
  return {
    path: '/api/session/sign-in',
    method: 'POST',
    body: {
      email: kind === 'unknown' ? `nobody${round}-${at}@rwa.example` : `p${person}@rwa.example`,
      password: kind === 'right' ? password : 'not-the-password',
    },
    headers: { 'x-forwarded-for': `10.${kind.length}.${round}.${at % 250}` },
  };
}

async function costOf(stage: Stage, kind: Kind, round: number): Promise<{ cpuMs: number; ms: number }> {
  const count = 40;
  const beforeMs = stage.cpuMs(stage.product);
  // One after the other: the time of an answer is then the time of its work.
  const answers = await stage.product.requests.many(count, 1, (at) => signIn(kind, round, at));
  const odd = answers.find(({ status }) => status !== (kind === 'right' ? 200 : 401));
  if (odd) throw new Error(`sign-in (${kind}) answered ${odd.status}: ${odd.text.slice(0, 300)}`);
  return { cpuMs: (stage.cpuMs(stage.product) - beforeMs) / count, ms: median(answers.map(({ ms }) => ms)) };
}

/** The median of a public read while many sign in at once, against a quiet server. */
async function othersMeanwhile(stage: Stage): Promise<Figure[]> {
  const { requests } = stage.product;
  const read = async () => {
    const times: number[] = [];
    for (let at = 0; at < 100; at++) {
      times.push((await requests.ask({ path: '/api/clubs' })).ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return median(times);
  };
  await read();
  const quietMs = await read();
  let isOver = false;
  let count = 0;
  const rush = Array.from({ length: atOnce }, async () => {
    while (!isOver) await requests.ask(signIn('right', 10 + Math.floor(count / 250), count++));
  });
  const busyMs = await read();
  isOver = true;
  await Promise.all(rush);
  return [
    { name: 'public read, quiet, p50', unit: 'ms', value: quietMs },
    { name: `public read while ${atOnce} sign in, p50`, unit: 'ms', value: busyMs },
    { name: 'busy / quiet', unit: '×', value: busyMs / quietMs, goal: { what: 'value', atMost: 3 } },
  ];
}

/** CPU of one password hash, in a process of its own, so that nothing else is counted. */
function hashCostMs(count: number): number {
  const passwords = new URL('../../../src/server/identity/passwords.ts', import.meta.url).href;
  const script = `
    const { hashPassword } = await import('${passwords}');
    for (let at = 0; at < 5; at++) await hashPassword('warm-up');
    const before = process.cpuUsage();
    for (let at = 0; at < ${count}; at++) await hashPassword('password');
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000 / ${count});`;
  const [command, args] = pinned(process.execPath, ['--input-type=module', '-e', script], 0);
  return Number(spawnSync(command, args, { encoding: 'utf8' }).stdout);
}
