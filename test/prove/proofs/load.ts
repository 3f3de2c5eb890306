import { collectGarbage, inspected } from '../../stage/inspector.ts';
import { fillPeople, openSession, seeded, sessionOf } from '../../stage/people.ts';
import { memoryMiBOf } from '../../stage/processes.ts';
import { percentile, type Answered, type Ask } from '../../stage/requests.ts';
import { atLeast, atMost, none, onStage, pause, type Proof } from '../proof.ts';

const memberCount = 10_000;
const userCount = 200;
const perSecond = 400;
const warmUpMs = 10_000;

/** Steady load of 200 people among 10,000, nine reads to one write. */
export const proof: Proof = {
  goal: '10,000 members, 200 users, 90/10 read/write: ≥ 300 requests/s, p99 ≤ 300 ms, 0 errors, memory + < 1 MB/min (--minutes 10)',
  minutes: ({ number }) => 5 + number('minutes', 1),
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const people = await fillPeople(database, memberCount);
      const members = await Promise.all(people.slice(0, userCount).map((id) => openSession(database, id)));
      const admin = await sessionOf(database, 'admin');
      const product = await startProduct({ nodeOptions: inspected });
      const random = seeded(7);
      const askNext = () => nextAsk(random, members, admin, people);
      // A steady stream, as people make it: a late answer does not hold back the next request.
      const run = async (ms: number) => {
        const answers: Promise<Answered>[] = [];
        const startedAt = performance.now();
        while (performance.now() - startedAt < ms) {
          const due = ((performance.now() - startedAt) / 1000) * perSecond;
          while (answers.length < due) answers.push(product.requests.ask(askNext()));
          await pause(2);
        }
        const all = await Promise.all(answers);
        return { all, seconds: (performance.now() - startedAt) / 1000 };
      };
      await run(warmUpMs);
      await collectGarbage(product);
      const beforeMiB = memoryMiBOf(product.pid);
      const { all, seconds } = await run(number('minutes', 1) * 60_000);
      await collectGarbage(product);
      const slope = (memoryMiBOf(product.pid) - beforeMiB) / (seconds / 60);
      const failed = all.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text.slice(0, 120)}`);
      return [
        atLeast('requests/s', all.length / seconds, 300),
        atMost(
          'p99',
          percentile(
            all.map(({ ms }) => ms),
            0.99,
          ),
          300,
          ' ms',
        ),
        none('errors', failed),
        atMost('memory', slope, 1, ' MiB/min'),
      ];
    }),
};

function nextAsk(random: () => number, members: string[], admin: string, people: string[]): Ask {
  const one = (list: string[]) => list[Math.floor(random() * list.length)] ?? '';
  const cookie = one(members);
  const at = random() * 100;
  if (at < 9)
    return { method: 'PATCH', path: '/api/profile', body: { firstname: 'Jo', lastname: `Last ${at.toFixed(3)}` }, headers: { cookie } };
  if (at < 10) return { method: 'POST', path: '/api/session/start', headers: { cookie } };
  if (at < 35) return { path: '/api/session', headers: { cookie } };
  if (at < 55) return { path: '/api/profile', headers: { cookie } };
  if (at < 75) return { path: '/api/clubs' };
  if (at < 80) return { path: `/api/users/${one(people)}`, headers: { cookie: admin } };
  if (at < 84) return { path: '/api/users?limit=50', headers: { cookie: admin } };
  if (at < 85) return { path: '/api/users?limit=50&search=schmi', headers: { cookie: admin } };
  return { path: '/payload/home.json', headers: { cookie } };
}
