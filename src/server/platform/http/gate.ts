/** Lets at most `limit` writes of one key run at once in this process; the others wait in the order in which they came. */
export type Gate = { pass<T>(key: string, work: () => Promise<T>): Promise<T> };

/**
 * Makes a gate. Writes that would wait for the same row in the database anyway wait here instead, where they hold no
 * connection: a rush for one course leaves the connections to everybody else.
 */
export function createGate(limit: number): Gate {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    pass: async (key, work) => {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < limit) line.running++;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        // A waiting caller takes over the freed place.
        if (next) next();
        else if (--line.running === 0) lines.delete(key);
      }
    },
  };
}
