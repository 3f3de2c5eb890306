import { fillPeople, openSession } from '../../stage/people.ts';
import { listen } from '../../stage/listeners.ts';
import type { Answered } from '../../stage/requests.ts';
import { atMost, none, onStage, pause, type Proof } from '../proof.ts';

const connections = 32;
const streamCount = 50;

/** An orderly stop in the middle of the work. */
export const proof: Proof = {
  goal: 'SIGTERM under load: 0 accepted requests failed, ended ≤ 10 s (--rounds 5)',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const people = await fillPeople(database, connections + streamCount);
      const cookies = await Promise.all(people.map((id) => openSession(database, id)));
      const failed: string[] = [];
      const codes: string[] = [];
      let slowestMs = 0;
      let accepted = 0;
      for (let round = 0; round < number('rounds', 3); round++) {
        const product = await startProduct();
        await Promise.all(cookies.slice(connections).map((cookie) => listen(product.port, { cookie })));
        let toldAt = Infinity;
        let isOver = false;
        const work = Array.from({ length: connections }, async (_, at) => {
          while (!isOver) {
            const sentAt = performance.now();
            const answer = await product.requests.ask(askOf(at, sentAt, cookies[at] ?? ''));
            // What was sent well before the signal was accepted; what comes later may be turned away, but never half answered.
            const isAccepted = sentAt < toldAt - 20;
            if (isAccepted) accepted++;
            if (isAccepted && hasFailed(answer)) failed.push(`${answer.status} ${answer.text.slice(0, 80)}`);
            if (answer.status === 0) await pause(20);
          }
        });
        await pause(1500);
        toldAt = performance.now();
        const code = await product.stop('SIGTERM');
        slowestMs = Math.max(slowestMs, performance.now() - toldAt);
        isOver = true;
        await Promise.all(work);
        product.requests.close();
        if (code !== 0) codes.push(String(code));
      }
      return [
        none(`of ${accepted} accepted requests, failed`, failed),
        none('exit codes other than 0', codes),
        atMost('ended after', slowestMs / 1000, 10, ' s'),
      ];
    }),
};

function askOf(at: number, sentAt: number, cookie: string) {
  if (at % 4 > 0) return { path: at % 2 ? '/api/session' : '/api/clubs', headers: { cookie } };
  return { method: 'PATCH', path: '/api/profile', body: { firstname: 'Jo', lastname: `At ${sentAt.toFixed(3)}` }, headers: { cookie } };
}

function hasFailed({ status }: Answered): boolean {
  return status === 0 || status >= 500;
}
