import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from './proof.ts';

const checkEveryMs = 100;
const checkMs = 1000;

/** What stands before several processes, as small as a proxy can be: it shares requests out among those that are ready. */
export type Front = { port: number; close(): void };

/** Opens it before the ports that `portsNow` names. A request that a process did not even take goes to the next one. */
export async function openFront(portsNow: () => readonly number[]): Promise<Front> {
  let ready: readonly number[] = portsNow();
  let isOver = false;
  let turn = 0;
  void (async () => {
    while (!isOver) {
      const all = portsNow();
      const states = await Promise.all(all.map(isReady));
      ready = all.filter((_, at) => states[at]);
      await pause(checkEveryMs);
    }
  })();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const start = turn++;
      const order = ready.map((_, at) => ready[(start + at) % ready.length] ?? 0);
      pass(request, Buffer.concat(chunks), response, order);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on TCP has an address object.
    port: (server.address() as AddressInfo).port,
    close: () => {
      isOver = true;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Passes a request on over a connection of its own; only one that was refused is tried elsewhere, since any other may have been done. */
function pass(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse, [port, ...others]: number[]): void {
  if (port === undefined) return void response.writeHead(502).end('no process is ready');
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    const { connection: _, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  onward.on('error', (error) => {
    if ('code' in error && error.code === 'ECONNREFUSED') pass(request, body, response, others);
    else if (response.headersSent) response.destroy();
    else response.writeHead(502).end(error.message);
  });
  onward.end(body);
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = http.get({ host: '127.0.0.1', port, path: '/health/ready', agent: false, timeout: checkMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });
}
