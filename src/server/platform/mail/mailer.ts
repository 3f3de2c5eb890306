import type { FastifyBaseLogger } from 'fastify';

/**
 * Sends the outbox when woken, one run at a time; a wake during a run causes one more. After a blocked run, wakes are ignored for a while:
 * the notice of the failure is itself a wake, and would try the whole queue again immediately.
 */
export type Mailer = { wake(): void; stop(): Promise<void> };

const waitAtStopMs = 5000;
/** Shorter than the one-minute interval of the job that wakes it. */
const blockedForMs = 55_000;

/** Creates a mailer around `deliver`; a failed run is logged, and the next wake tries again. */
export function startMailer(deliver: (isStopping: () => boolean) => Promise<'done' | 'blocked'>, log: FastifyBaseLogger): Mailer {
  let running: Promise<void> | undefined;
  let again = false;
  let isStopping = false;
  let blockedUntil = 0;
  const run = async () => {
    do {
      again = false;
      if ((await deliver(() => isStopping)) === 'blocked') blockedUntil = Date.now() + blockedForMs;
    } while (again && !isStopping && Date.now() >= blockedUntil);
  };
  return {
    wake: () => {
      again = true;
      if (isStopping || Date.now() < blockedUntil) return;
      // Deferred, so that a wake from within the run sees that it is running.
      running ??= Promise.resolve()
        .then(run)
        .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be sent'))
        .finally(() => {
          running = undefined;
        });
    },
    stop: async () => {
      isStopping = true;
      // An email that the server is still processing keeps its lease and is tried again when that ends.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, waitAtStopMs).unref())]);
    },
  };
}
