import net from 'node:net';

/** A port of this machine that nobody uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      // A server that listens on TCP has an address object.
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
