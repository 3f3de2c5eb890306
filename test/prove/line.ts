import net from 'node:net';
import type { AddressInfo } from 'node:net';

export type LineState = 'whole' | 'cut' | 'frozen' | 'slow';

/** A line to a database that can break: a TCP port before a unix socket. */
export type Line = { port: number; set(state: LineState): void; close(): void };

/** A round trip of 0.2 s, as to another continent. */
const slowMs = 100;

/** Opens the line. Cut: connections break and new ones are refused. Frozen: nothing moves, nothing breaks. Slow: each packet takes 100 ms. */
export async function openLine(socketFile: string): Promise<Line> {
  let state: LineState = 'whole';
  const pairs = new Set<[net.Socket, net.Socket]>();
  const server = net.createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = net.connect(socketFile);
    const pair: [net.Socket, net.Socket] = [near, far];
    pairs.add(pair);
    // What a frozen line swallowed never arrives, as with a firewall that forgot the connection.
    const pass = (to: net.Socket) => (chunk: Buffer) => {
      if (state === 'frozen') return;
      if (state === 'slow') setTimeout(() => to.writable && to.write(chunk), slowMs);
      else to.write(chunk);
    };
    near.on('data', pass(far));
    far.on('data', pass(near));
    for (const [one, other] of [pair, pair.toReversed()] as const) {
      one?.on('error', () => undefined);
      one?.on('close', () => {
        pairs.delete(pair);
        other?.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dropAll = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    // A server that listens on TCP has an address object; a string would be a pipe.
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      state = next;
      if (next === 'cut') dropAll();
    },
    close: () => {
      dropAll();
      server.close();
    },
  };
}
