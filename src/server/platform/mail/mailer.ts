import type { FastifyBaseLogger } from 'fastify';

/** Sends the outbox whenever it is woken, one run at a time; a wake during a run causes one more. */
export type Mailer = { wake(): void; stop(): Promise<void> };

const waitAtStopMs = 5000;

/** Makes a mailer of a way to deliver what is due; a run that fails is logged, and the next wake tries again. */
export function startMailer(deliver: (isStopping: () => boolean) => Promise<void>, log: FastifyBaseLogger): Mailer {
  let running: Promise<void> | undefined;
  let again = false;
  let isStopping = false;
  const run = async () => {
    do {
      again = false;
      await deliver(() => isStopping);
    } while (again && !isStopping);
  };
  return {
    wake: () => {
      again = true;
      if (isStopping) return;
      running ??= run()
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
