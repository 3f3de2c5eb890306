import type { RunningServer } from './product.ts';

/** The options that open a server for `collectGarbage`. */
export const inspected = ['--inspect=127.0.0.1:0'];

/** Makes a server that runs with `inspected` drop its garbage, so that its memory says what it really holds; gives its heap in MiB. */
export async function collectGarbage(server: RunningServer): Promise<number> {
  const address = /ws:\/\/\S+/.exec(server.output())?.[0];
  if (!address) throw new Error('The server does not run with --inspect.');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let id = 0;
  const ask = async (method: string): Promise<string> => {
    const answered = new Promise<MessageEvent>((resolve) => socket.addEventListener('message', resolve, { once: true }));
    socket.send(JSON.stringify({ id: ++id, method }));
    return String((await answered).data);
  };
  for (let times = 0; times < 3; times++) await ask('HeapProfiler.collectGarbage');
  const { result }: { result: { usedSize: number } } = JSON.parse(await ask('Runtime.getHeapUsage'));
  socket.close();
  return result.usedSize / 2 ** 20;
}
