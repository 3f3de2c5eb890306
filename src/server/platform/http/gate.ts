import { standInLine } from '../busyMeter.ts';

/** Limits the concurrent writes per key in this process; the others wait in order of arrival. */
export type Gate = { pass<T>(key: string, work: () => Promise<T>): Promise<T> };

/**
 * Creates a gate. Writes that would wait for the same row in the database wait here instead, without holding a connection: a rush for one
 * course leaves the connections to all others.
 */
export function createGate(limit: number): Gate {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    pass: async (key, work) => {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < limit) line.running++;
      else await standInLine(new Promise<void>((resolve) => line.waiting.push(resolve)));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        // A waiting caller takes over the freed slot.
        if (next) next();
        else if (--line.running === 0) lines.delete(key);
      }
    },
  };
}
