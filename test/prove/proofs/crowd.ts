import { becomes, listen, type Listener } from '../../stage/listeners.ts';
import { fillPeople, openSession } from '../../stage/people.ts';
import type { Requests } from '../../stage/requests.ts';
import { atMost, none, onStage, pause, type Outcome, type Proof, type ProofStage } from '../proof.ts';

const crowdSize = 2000;
const memberCount = 50;
const usualPerNetwork = 30;
const network = '198.51.100.7';
const notifyOne = `select record_entries('[]', '[{"collection":"config","club":"RWA"}]')`;

/** One network without an account asks for every stream there is; signed-in viewers must not notice. */
export const proof: Proof = {
  goal: '2,000 streams without an account from one network: signed-in people get theirs, hear everything, and their pages p95 ≤ 3× quiet',
  run: () =>
    onStage(async (stage) => {
      const people = await fillPeople(stage.database, memberCount);
      const cookies: string[] = [];
      for (const user of people) cookies.push(await openSession(stage.database, user));
      // As an installation is, and with the limit of the network lifted: then they share what is left for visitors.
      return [
        ...(await crowded(stage, cookies, { name: 'usual', perNetwork: usualPerNetwork, admittedAtMost: usualPerNetwork })),
        ...(await crowded(stage, cookies, { name: 'without the limit', perNetwork: crowdSize, admittedAtMost: crowdSize })),
      ];
    }),
};

type Case = { name: string; perNetwork: number; admittedAtMost: number };

async function crowded(
  { database, startProduct }: ProofStage,
  cookies: readonly string[],
  { name, perNetwork, admittedAtMost }: Case,
): Promise<Outcome> {
  const product = await startProduct({ env: { LIVE_PER_NETWORK: String(perNetwork) } });
  const quietMs = await pagesP95(product.requests, cookies);
  const crowd: Listener[] = [];
  let refused = 0;
  for (let at = 0; at < crowdSize; at += 50) {
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => listen(product.port, { network })));
    for (const one of asked) {
      if (one.status === 'fulfilled') crowd.push(one.value);
      else refused++;
    }
  }
  const heard = await heardBy(product.port, cookies, () => database.sql(notifyOne));
  const busyMs = await pagesP95(product.requests, cookies);
  for (const one of crowd) one.cut();
  await product.stop();
  return [
    atMost(`${name}: of ${crowdSize}, let in`, crowd.length, admittedAtMost),
    { figure: `${refused} refused`, isMet: crowd.length + refused === crowdSize },
    none(`of ${memberCount} signed in, without a stream or with a loss`, heard),
    atMost('their pages, p95 crowded / quiet', busyMs / quietMs, 3, '×'),
  ];
}

/** Who of the signed-in people gets no stream, or does not hear each of twenty changes. */
async function heardBy(port: number, cookies: readonly string[], tell: () => Promise<unknown>): Promise<string[]> {
  const streams = await Promise.allSettled(cookies.map((cookie) => listen(port, { cookie })));
  const open = streams.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const told = 20;
  for (let at = 0; at < told; at++) {
    await tell();
    await pause(100);
  }
  // In a crowd several changes of one collection may come as one notice: the last of them must be there.
  const last = () => Math.max(...open.flatMap(({ heard }) => heard.map(({ id }) => id)));
  await becomes(() => open.every(({ heard }) => heard.at(-1)?.id === last()), 5000);
  const losers = [
    ...streams.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
    ...open.filter((one) => !one.isOpen || one.heard.at(-1)?.id !== last()).map(({ heard }) => `heard ${heard.length} of ${told}`),
  ];
  for (const one of open) one.cut();
  return losers;
}

/** What 95 of 100 reads of signed-in people take at most. */
async function pagesP95(requests: Requests, cookies: readonly string[]): Promise<number> {
  const rounds = 4;
  const answers = await requests.many(cookies.length * rounds, 4, (at) => ({
    path: '/api/profile',
    headers: { cookie: cookies[at % cookies.length] ?? '' },
  }));
  const odd = answers.find(({ status }) => status !== 200);
  if (odd) throw new Error(`/api/profile answered ${odd.status}`);
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}
