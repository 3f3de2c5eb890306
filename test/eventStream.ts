import http from 'node:http';
import type { Client } from './harness.ts';

type Event = { id: string; event: string; data: string };

/** The events that a browser receives on its stream. */
export class EventStream {
  readonly events: Event[] = [];
  status = 0;
  headers: http.IncomingHttpHeaders = {};
  text = '';
  isEnded = false;
  readonly #request: http.ClientRequest;

  constructor(client: Client, lastEventId?: string) {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    this.#request = http.get({
      host: '127.0.0.1',
      port: client.port,
      path: '/live',
      headers: { host: client.host, cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
    });
    this.#request.on('error', () => undefined);
    this.#request.on('response', (response) => {
      this.status = response.statusCode ?? 0;
      this.headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => this.#read(chunk));
      response.on('error', () => undefined);
      response.on('close', () => {
        this.isEnded = true;
      });
    });
  }

  #read(chunk: string): void {
    this.text += chunk;
    const blocks = this.text.split('\n\n').slice(0, -1);
    const events = blocks.flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      return field('event') ? [{ id: field('id'), event: field('event'), data: field('data') }] : [];
    });
    this.events.splice(0, this.events.length, ...events);
  }

  /** The collections reported as changed, in order. */
  get heard(): string[] {
    return this.events.filter(({ event }) => event === 'notice').map(({ data }) => (JSON.parse(data) as { collection: string }).collection);
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  close(): void {
    this.#request.destroy();
  }
}
