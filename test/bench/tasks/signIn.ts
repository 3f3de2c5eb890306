import { hashPassword } from '../../../src/server/accounts/sessions/passwords.ts';
import { fillPeople, givePassword } from '../../stage/people.ts';
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
  // The hash as it costs in a server: alone in a loop it finds its memory still in the cache.
  reference: { '/hash': async () => (await hashPassword(password)).length },
  product: async (stage) => {
    const costs = await interleaved(stage);
    const cpuMs = (kind: Kind) => median(costs[kind].map((cost) => cost.cpuMs));
    const ms = (kind: Kind) => median(costs[kind].map((cost) => cost.ms));
    return [
      { name: 'password hash alone', unit: 'ms CPU', value: cpuMs('hash') },
      { name: 'sign-in beyond the hash', unit: 'ms CPU', value: cpuMs('right') - cpuMs('hash'), goal: { what: 'value', atMost: 3 } },
      ...(await othersMeanwhile(stage)),
      { name: 'unknown address / wrong password, CPU', unit: '×', value: cpuMs('unknown') / cpuMs('wrong'), goal: near },
      { name: 'unknown address / wrong password, time', unit: '×', value: ms('unknown') / ms('wrong'), goal: near },
    ];
  },
};

type Cost = { cpuMs: number; ms: number };

/** Different people and networks in each round: the limits are not what is measured here. */
async function interleaved(stage: Stage): Promise<{ [kind in Kind]: Cost[] }> {
  const costs: { [kind in Kind]: Cost[] } = { hash: [], right: [], wrong: [], unknown: [] };
  const rounds = stage.isQuick ? 2 : 5;
  for (let round = 0; round <= rounds; round++) {
    for (const kind of ['hash', 'right', 'wrong', 'unknown'] as const) {
      const cost = await costOf(stage, kind, round);
      // The first round warms up.
      if (round > 0) costs[kind].push(cost);
    }
  }
  return costs;
}

const near: Figure['goal'] = { what: 'value', atLeast: 0.9, atMost: 1.1 };

type Kind = 'hash' | 'right' | 'wrong' | 'unknown';

function signIn(kind: Kind, round: number, at: number): Ask {
  if (kind === 'hash') return { path: '/hash' };
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

async function costOf(stage: Stage, kind: Kind, round: number): Promise<Cost> {
  const count = 40;
  const server = kind === 'hash' && stage.reference ? stage.reference : stage.product;
  const beforeMs = stage.cpuMs(server);
  // One after the other: the time of an answer is then the time of its work.
  const answers = await server.requests.many(count, 1, (at) => signIn(kind, round, at));
  const expected = kind === 'wrong' || kind === 'unknown' ? 401 : 200;
  const odd = answers.find(({ status }) => status !== expected);
  if (odd) throw new Error(`sign-in (${kind}) answered ${odd.status}: ${odd.text.slice(0, 300)}`);
  return { cpuMs: (stage.cpuMs(server) - beforeMs) / count, ms: median(answers.map(({ ms }) => ms)) };
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
