import type { FastifyBaseLogger } from 'fastify';

export type Running = { stop(): Promise<void> };

/** Background work that is started again until it runs. */
export type Background = Running & { isRunning(): boolean };

const firstPauseMs = 1000;
const pauseAtMostMs = 30_000;

/** Starts work and retries with growing pauses if that fails, e.g. while the database is unavailable. */
export function startBackground(start: () => Promise<Running>, log: FastifyBaseLogger): Background {
  let running: Running | undefined;
  let isStopped = false;
  let endPause = () => {};
  const begin = async () => {
    for (let pauseMs = firstPauseMs; !isStopped && !running; pauseMs = Math.min(pauseMs * 2, pauseAtMostMs)) {
      try {
        running = await start();
      } catch (error) {
        log.error({ err: error, againInMs: pauseMs }, 'background work did not start');
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pauseMs);
          endPause = () => (clearTimeout(timer), resolve());
        });
      }
    }
  };
  const begun = begin();
  return {
    isRunning: () => running !== undefined,
    stop: async () => {
      isStopped = true;
      endPause();
      await begun;
      await running?.stop();
    },
  };
}
