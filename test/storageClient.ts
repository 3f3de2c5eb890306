import { fetchTransport, LineError, type Answer, type Sent, type Transport } from '../src/web/lib/storage/transport.ts';
import type { StorageWorld } from '../src/web/lib/storage/request.ts';

/** A world in which waiting takes no time, with a record of what was waited for and sent. */
export type TestWorld = StorageWorld & {
  waits: number[];
  sent: { command: string; offset: string; status: number; bytes: number }[];
  tokensDropped: number;
};

/** What stands between the client and the server: it may pass a request on, break it, or answer by itself. */
export type Between = (request: Sent, pass: Transport, at: number) => Promise<Answer>;

/** Makes the surroundings of the client for a test: the real line, and what is to happen on it. */
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
      // Others get their turn, as in a real pause.
      await new Promise((resolve) => setImmediate(resolve));
    },
    random: () => 0,
  };
  return world;
}

/** The line breaks before the request gets anywhere. */
export const lineBreaks = (): Promise<Answer> => Promise.reject(new LineError('broken'));

/** The server answers by itself. */
export function says(status: number, headers: { [name: string]: string } = {}, text = ''): Answer {
  return { status, header: (name) => headers[name.toLowerCase()] ?? null, text };
}
