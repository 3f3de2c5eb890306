/**
 * Registers the worker of this site: it opens the lists of attendance without a network, shows push messages, and has words for a page
 * that cannot come. A worker of before at another address is replaced, and keeps its push subscription. Undefined where the browser has
 * no workers.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.register('/sw.js') : undefined;
}

/** How long the first worker may take to replace one at another address; meanwhile that one does the same work. */
const replacedWithinMs = 5000;

/**
 * Registers the worker and gives the one that stands. One that replaces a worker at another address is awaited: with work of its own, the
 * one of before would stay for half a minute more. A new version waits until no page is open, and the present one goes on.
 */
export async function standingWorker(): Promise<ServiceWorker | null> {
  const registration = await registerWorker();
  if (!registration) return null;
  const { active, installing, waiting } = registration;
  const coming = installing ?? waiting;
  if (coming && active?.scriptURL !== coming.scriptURL)
    await Promise.race([hasSettled(coming), new Promise((resolve) => setTimeout(resolve, replacedWithinMs))]);
  return (await navigator.serviceWorker.ready).active;
}

/** Resolves once a worker is active, or has failed. */
function hasSettled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (worker.state === 'activated' || worker.state === 'redundant') && resolve();
    worker.addEventListener('statechange', look);
    look();
  });
}
