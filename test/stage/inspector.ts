import type { RunningServer } from './product.ts';

/** The options that open a server for `collectGarbage`. */
export const inspected = ['--inspect=127.0.0.1:0'];

/** Makes a server that runs with `inspected` drop its garbage, so that its memory says what it really holds. */
export async function collectGarbage(server: RunningServer): Promise<void> {
  const address = /ws:\/\/\S+/.exec(server.output())?.[0];
  if (!address) throw new Error('The server does not run with --inspect.');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  for (let id = 1; id <= 3; id++) {
    const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await answered;
  }
  socket.close();
}
