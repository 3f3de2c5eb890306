import { Requests } from '../stage/requests.ts';
import { pause } from './proof.ts';

const paths = ['/api/session', '/api/clubs', '/api/users?limit=50', '/payload/home.json'];

/** Starts people who read without a pause; what was not answered with 200 has failed. */
export function startReaders(count: number, port: number, cookie: string): { stop(): Promise<{ failed: string[]; ms: number[] }> } {
  const requests = new Requests(port, count);
  const failed: string[] = [];
  const ms: number[] = [];
  let isOver = false;
  const work = Array.from({ length: count }, async (_, at) => {
    const path = paths[at % paths.length] ?? '';
    while (!isOver) {
      const answer = await requests.ask({ path, headers: { cookie } });
      ms.push(answer.ms);
      if (answer.status !== 200) failed.push(`${answer.status} ${path} ${answer.text.slice(0, 80)}`);
      await pause(5);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(work);
      requests.close();
      return { failed, ms };
    },
  };
}
