import { fetchTransport, LineError, type Answer, type Sent, type Transport } from '../src/web/lib/storage/transport.ts';
import type { StorageWorld } from '../src/web/lib/storage/request.ts';

/** An environment of the client in which waiting takes no time; it records waits and requests. */
export type TestWorld = StorageWorld & {
  waits: number[];
  sent: { command: string; offset: string; status: number; bytes: number }[];
  tokensDropped: number;
};

/** Intercepts requests between the client and the server: passes them on, breaks them, or responds itself. */
export type Between = (request: Sent, pass: Transport, at: number) => Promise<Answer>;

/** Creates the environment of the client for a test: the real connection with an interceptor. */
export function testWorld(
  port: number,
  token: () => string | undefined | Promise<string>,
  between: Between = (request, pass) => pass(request),
): TestWorld {
  const pass = fetchTransport(fetch);
  let nowMs = 0;
  let at = 0;
  const world: TestWorld = {
    waits: [],
    sent: [],
    tokensDropped: 0,
    origin: `http://127.0.0.1:${port}`,
    send: async (request) => {
      const entry = {
        command: request.headers['X-Goog-Upload-Command'] ?? request.method,
        offset: request.headers['X-Goog-Upload-Offset'] ?? '',
        status: 0,
        bytes: request.body instanceof Blob ? request.body.size : 0,
      };
      world.sent.push(entry);
      const answer = await between(request, pass, at++);
      entry.status = answer.status;
      return answer;
    },
    getToken: async () => token(),
    dropToken: () => void world.tokensDropped++,
    nowMs: () => nowMs,
    wait: async (ms) => {
      world.waits.push(ms);
      nowMs += ms;
      // Yields to other tasks, as a real pause does.
      await new Promise((resolve) => setImmediate(resolve));
    },
    random: () => 0,
  };
  return world;
}

/** The connection breaks before the request is sent. */
export const lineBreaks = (): Promise<Answer> => Promise.reject(new LineError('broken'));

/** A response in place of the server's. */
export function says(status: number, headers: { [name: string]: string } = {}, text = ''): Answer {
  return { status, header: (name) => headers[name.toLowerCase()] ?? null, text };
}
