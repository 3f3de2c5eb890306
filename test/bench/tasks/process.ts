import { fillPeople, sessionOf, stagePassword } from '../../stage/people.ts';
import { memoryMiBOf, peakMemoryMiBOf } from '../../stage/processes.ts';
import { median, Requests } from '../../stage/requests.ts';
import type { Stage, Task } from '../task.ts';

const restMs = 5000;
const loadMs = 15_000;

/** The process itself: how soon it serves, and how much memory it takes. */
export const task: Task = {
  line: 10,
  title: 'process',
  goal: 'ready ≤ 350 ms with the database up; memory at rest ≤ 130 MiB, peak ≤ 300 MiB',
  prepare: async (database) => void (await fillPeople(database, 10_000)),
  product: async (stage) => {
    const starts: number[] = [];
    for (let round = 0; round < (stage.isQuick ? 2 : 5); round++) {
      const one = await stage.startProduct();
      starts.push(one.readyMs);
      await one.stop();
    }
    const rested = await stage.startProduct();
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const atRest = memoryMiBOf(rested.pid);
    await load(stage, rested.port);
    return [
      { name: 'ready', unit: 'ms', value: median(starts), goal: { what: 'value', atMost: 350 } },
      { name: 'memory at rest', unit: 'MiB', value: atRest, goal: { what: 'value', atMost: 130 } },
      { name: 'peak under load', unit: 'MiB', value: peakMemoryMiBOf(rested.pid), goal: { what: 'value', atMost: 300 } },
    ];
  },
};

/** Lists, pages, changes and sign-ins at once, as much as the server takes. */
async function load({ database, isQuick }: Stage, port: number): Promise<void> {
  const cookie = await sessionOf(database, 'admin');
  const requests = new Requests(port, 64);
  const endsAt = performance.now() + (isQuick ? loadMs / 5 : loadMs);
  const signIn = (at: number) => ({
    path: '/api/session/sign-in',
    method: 'POST',
    body: { email: 'reader@rwa.test', password: stagePassword },
    headers: { 'x-forwarded-for': `10.1.${at % 200}.${Math.floor(performance.now()) % 200}` },
  });
  while (performance.now() < endsAt) {
    await Promise.all([
      requests.many(60, 24, (at) => ({ path: `/api/users?limit=200&search=${'aeiou'[at % 5]}`, headers: { cookie } })),
      requests.many(60, 16, () => ({ path: '/api/clubs' })),
      requests.many(20, 8, () => ({ path: '/', headers: { cookie } })),
      requests.many(10, 8, signIn),
    ]);
  }
  requests.close();
}
