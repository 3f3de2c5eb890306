import net from 'node:net';
import { percentile, type Requests } from '../../stage/requests.ts';
import { atMost, none, onStage, pause, type Proof } from '../proof.ts';

const slowCount = 200;
const limitMs = 20_000;

/** What a slow client sends at once, and the bytes that it then sends one by one each second. */
const kinds = [
  { name: 'half headers', first: 'GET / HTTP/1.1\r\nhost: rwa.localhost\r\nx-half: ', drip: '' },
  { name: 'headers, 1 byte/s', first: 'GET / HTTP/1.1\r\nhost: rwa.localhost\r\nx-slow: ', drip: 'a'.repeat(60) },
  {
    name: 'body, 1 byte/s',
    first: 'POST /api/session/sign-in HTTP/1.1\r\nhost: rwa.localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n',
    drip: ' '.repeat(60),
  },
  { name: 'nothing at all', first: '', drip: '' },
] as const;

/** Two hundred clients that never come to the point. */
export const proof: Proof = {
  goal: '200 slow clients (half headers, 1 byte/s): closed ≤ 20 s, the others p99 < 2×',
  run: () =>
    onStage(async ({ startProduct }) => {
      const { port, requests } = await startProduct();
      await others(requests, 3000);
      const quiet = await others(requests, 8000);
      const slow = Array.from({ length: slowCount }, (_, at) => slowClient(port, kinds[at % kinds.length] ?? kinds[0]));
      const busy = await others(requests, 8000);
      const closedMs = await Promise.all(slow);
      const open = closedMs.filter(({ ms }) => ms > limitMs).map(({ name }) => name);
      return [
        none('still open after 20 s', open),
        atMost('closed after at most', Math.max(...closedMs.map(({ ms }) => ms)) / 1000, 20, ' s'),
        none('others failed', busy.failed),
        atMost('others p99', busy.p99 / quiet.p99, 2, `× (${quiet.p99.toFixed(1)} → ${busy.p99.toFixed(1)} ms)`),
      ];
    }),
};

/** Opens one connection and gives how long the server kept it. */
function slowClient(port: number, { name, first, drip }: (typeof kinds)[number]): Promise<{ name: string; ms: number }> {
  return new Promise((resolve) => {
    const openedAt = performance.now();
    const socket = net.connect(port, '127.0.0.1', () => socket.write(first));
    let sent = 0;
    const dripping = setInterval(() => {
      if (sent < drip.length && socket.writable) socket.write(drip[sent++] ?? '');
    }, 1000);
    const giveUp = setTimeout(() => socket.destroy(), limitMs + 5000);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(giveUp);
      resolve({ name, ms: performance.now() - openedAt });
    });
  });
}

async function others(requests: Requests, ms: number): Promise<{ p99: number; failed: string[] }> {
  const times: number[] = [];
  const failed: string[] = [];
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    const answers = await requests.many(4, 4, () => ({ path: '/api/clubs' }));
    times.push(...answers.map((answer) => answer.ms));
    failed.push(...answers.filter(({ status }) => status !== 200).map(({ status }) => String(status)));
    await pause(10);
  }
  return { p99: percentile(times, 0.99), failed };
}
