import net from 'node:net';
import type { HeardNotice } from '../../src/shared/kernel/collections.ts';

/** What one stream heard, in its order. */
export type Listener = {
  /** The ids of its notices, with the time of their arrival. */
  heard: { id: number; at: number }[];
  /** The id of the last event of any kind, as a browser keeps it. */
  lastEventId: number;
  readonly isOpen: boolean;
  /** Whether the server said that something was missed and everything must be read again. */
  wasReset: boolean;
  /** Breaks the line without a word. */
  cut(): void;
  /** Comes back with the last id, as a browser does, and goes on in the same list. */
  comeBack(): Promise<void>;
};

/** Opens one live stream as a bare socket: a thousand of them must cost the measuring side little. */
export async function listen(
  port: number,
  {
    cookie,
    host = 'rwa.localhost',
    network,
    onNotice,
  }: {
    cookie?: string;
    host?: string;
    /** The address that it comes from. */ network?: string;
    /** Gets each notice as a page does. */ onNotice?: (notice: HeardNotice) => void;
  },
): Promise<Listener> {
  let socket: net.Socket;
  let isOpen = false;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      let rest = '';
      socket = net.connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.write(
        `GET /live HTTP/1.1\r\nhost: ${host}:${port}\r\naccept: text/event-stream\r\n` +
          `${cookie ? `cookie: ${cookie}\r\n` : ''}${network ? `x-forwarded-for: ${network}\r\n` : ''}${listener.lastEventId >= 0 ? `last-event-id: ${listener.lastEventId}\r\n` : ''}\r\n`,
      );
      socket.on('data', (chunk) => {
        const at = performance.now();
        const events = (rest + chunk.toString('latin1')).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const kind = /^event: (\w+)/m.exec(event)?.[1];
          if (!kind) continue;
          // An event without an id leaves the last one standing.
          const id = Number(/^id: (\d+)/m.exec(event)?.[1] ?? listener.lastEventId);
          listener.lastEventId = id;
          if (kind === 'notice') listener.heard.push({ id, at });
          if (kind === 'notice') onNotice?.(JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}') as HeardNotice);
          if (kind === 'reset') listener.wasReset = true;
          if (kind === 'ready' || kind === 'reset') {
            isOpen = true;
            resolve();
          }
        }
        // The last chunk ends the stream, though the connection itself would be kept.
        if (rest.startsWith('\r\n0\r\n')) socket.destroy();
        if (!isOpen && /^HTTP\/1.1 [345]/.test(rest)) reject(new Error(rest.slice(0, 200)));
      });
      socket.on('error', reject);
      socket.on('close', () => {
        isOpen = false;
        reject(new Error('the stream was closed'));
      });
    });
  const listener: Listener = {
    heard: [],
    lastEventId: -1,
    wasReset: false,
    get isOpen() {
      return isOpen;
    },
    cut: () => socket.destroy(),
    comeBack: open,
  };
  await open();
  return listener;
}

/** Waits until something holds; false when it did not within the time. */
export async function becomes(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const endsAt = performance.now() + withinMs;
  while (performance.now() < endsAt) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}
