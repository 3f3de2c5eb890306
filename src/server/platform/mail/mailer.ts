import type { FastifyBaseLogger } from 'fastify';

/**
 * Sends the outbox whenever it is woken, one run at a time; a wake during a run causes one more. After a run that was
 * blocked, wakes are passed over for a while: the notice of its failure is one, and would try the whole queue at once.
 */
export type Mailer = { wake(): void; stop(): Promise<void> };

const waitAtStopMs = 5000;
/** Shorter than the minute of the job that wakes it again. */
const blockedForMs = 55_000;

/** Makes a mailer of a way to deliver what is due; a run that fails is logged, and the next wake tries again. */
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
      // Begun a moment later, so that a wake from within the run finds it running.
      running ??= Promise.resolve()
        .then(run)
        .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be sent'))
        .finally(() => {
          running = undefined;
        });
    },
    stop: async () => {
      isStopping = true;
      // A mail that its server is still thinking about keeps its lease: it is tried again when that ends.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, waitAtStopMs).unref())]);
    },
  };
}
