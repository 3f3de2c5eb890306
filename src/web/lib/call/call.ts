import { noLine } from './callError.ts';
import type { Client } from './client.ts';
import { mayComeNow } from './line.ts';

export { CallError } from './callError.ts';

/**
 * The server's endpoints, typed by the contract; every failure is a CallError. The RPC client is loaded with the first
 * call, so that public pages that only use `readPublic` do not load it.
 */
export const api = laterAt([]) as Client;

let isLoaded = false;

type Callable = (...input: unknown[]) => Promise<unknown>;

/** A proxy for the client at `path`; the client is loaded when it is called. */
function laterAt(path: readonly string[]): unknown {
  return new Proxy(() => undefined, {
    get: (_, name) => laterAt([...path, String(name)]),
    apply: async (_, __, input: unknown[]) => {
      if (!isLoaded && !mayComeNow()) throw noLine();
      const { client } = await import('./client.ts').catch(() => {
        throw noLine();
      });
      isLoaded = true;
      const endpoint = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), client) as Callable;
      return endpoint(...input);
    },
  });
}
