import http from 'node:http';

/** One request of the load; everything goes to 127.0.0.1. */
export type Ask = {
  path: string;
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: unknown;
  /** Gives up after so long; then the answer counts as failed. */
  timeoutMs?: number;
};

export type Answered = { status: number; headers: http.IncomingHttpHeaders; text: string; ms: number };

/** A way to a server over kept-alive connections. `status` 0 stands for a connection that failed. */
export class Requests {
  readonly port: number;
  readonly #agent: http.Agent;

  constructor(port: number, connections = 64) {
    this.port = port;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends one request; never throws. */
  ask({ path, method = 'GET', headers = {}, body, timeoutMs = 30_000 }: Ask): Promise<Answered> {
    const startedAt = performance.now();
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const host = `rwa.localhost:${this.port}`;
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, headers: {}, text: error.message, ms: performance.now() - startedAt });
      const request = http.request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.port,
        method,
        path,
        timeout: timeoutMs,
        headers: {
          host,
          ...(method !== 'GET' && { origin: `http://${host}` }),
          ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', failed);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - startedAt,
          }),
        );
      });
      request.end(payload);
    });
  }

  /** Sends `count` requests, `atOnce` at a time, and gives the answers in their order. */
  async many(count: number, atOnce: number, askOf: (at: number) => Ask): Promise<Answered[]> {
    const answers: Answered[] = [];
    let next = 0;
    const work = async () => {
      while (next < count) {
        const at = next++;
        answers[at] = await this.ask(askOf(at));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return answers;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The value below which `share` of the values lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export function median(values: number[]): number {
  return percentile(values, 0.5);
}
