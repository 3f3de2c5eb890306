import { randomUUID } from 'node:crypto';
import { Requests, type Answered } from '../stage/requests.ts';
import { stagePassword } from '../stage/people.ts';
import { pause } from './proof.ts';

/** What writers did while something went wrong. */
export type Written = {
  /** The addresses of the people whose invitation was acknowledged. */
  acknowledged: string[];
  /** How often somebody was told to come back later. */
  unavailable: number;
  /** Any answer but success and "unavailable"; for a server that is there. */
  odd: string[];
  /** The slowest answer. */
  slowestMs: number;
  stop(): Promise<void>;
};

/**
 * Starts people who invite others without a pause, each acknowledged write noted. The port may change with a restart;
 * where there is no server, a refused connection is no fault.
 */
export function startWriters(count: number, portNow: () => number, cookie: string, { mayRefuse = true } = {}): Written {
  let isOver = false;
  const written: Written = {
    acknowledged: [],
    unavailable: 0,
    odd: [],
    slowestMs: 0,
    stop: async () => {
      isOver = true;
      await Promise.all(work);
    },
  };
  const note = (answer: Answered, email: string) => {
    written.slowestMs = Math.max(written.slowestMs, answer.ms);
    if (answer.status === 200) written.acknowledged.push(email);
    else if (answer.status === 503) written.unavailable++;
    else if (answer.status > 0 || !mayRefuse) written.odd.push(`${answer.status} ${answer.text.slice(0, 120)}`);
  };
  const work = Array.from({ length: count }, async () => {
    while (!isOver) {
      const requests = new Requests(portNow(), 1);
      let last = 200;
      while (!isOver && last !== 0) {
        const email = `w${randomUUID()}@rwa.example`;
        const answer = await requests.ask({
          method: 'POST',
          path: '/api/users',
          body: { email, firstname: 'Wer', lastname: 'Schreibt', role: 'reader' },
          headers: { cookie },
          timeoutMs: 15_000,
        });
        last = answer.status;
        note(answer, email);
        if (last !== 200) await pause(20);
      }
      requests.close();
    }
  });
  return written;
}

/** Which acknowledged addresses the server does not have, read through its own list. */
export async function lostOf(acknowledged: readonly string[], port: number, cookie: string): Promise<string[]> {
  const requests = new Requests(port);
  const kept = new Set<string>();
  let cursor = '';
  do {
    const { status, text } = await requests.ask({
      path: `/api/users?limit=200&sort=email${cursor && `&cursor=${cursor}`}`,
      headers: { cookie },
    });
    if (status !== 200) throw new Error(`the list answered ${status}: ${text.slice(0, 200)}`);
    const page: { rows: { email: string }[]; next: string | null } = JSON.parse(text);
    for (const { email } of page.rows) kept.add(email);
    cursor = page.next ?? '';
  } while (cursor !== '');
  requests.close();
  return acknowledged.filter((email) => !kept.has(email));
}

/** Signs in through the front door and gives the cookie. */
export async function signIn(port: number, email: string, password = stagePassword): Promise<string> {
  const requests = new Requests(port);
  const { status, headers, text } = await requests.ask({ method: 'POST', path: '/api/session/sign-in', body: { email, password } });
  requests.close();
  if (status !== 200) throw new Error(`sign-in of ${email} answered ${status}: ${text.slice(0, 200)}`);
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Milliseconds until the server says that it is healthy; 60,000 when it does not. */
export async function healthyAfter(portNow: () => number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60_000) {
    const requests = new Requests(portNow());
    const { status } = await requests.ask({ path: '/health', timeoutMs: 5000 });
    requests.close();
    if (status === 200) return performance.now() - startedAt;
    await pause(20);
  }
  return 60_000;
}
