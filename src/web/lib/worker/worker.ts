/**
 * Registers the worker of this site: it opens the lists of attendance without a network, shows push messages, and has words for a page
 * that cannot come. A worker of before at another address is replaced, and keeps its push subscription.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js');
}

/** How long a new worker may take to replace the one of before; meanwhile that one does the same work. */
const replacedWithinMs = 5000;

/**
 * Registers the worker and gives the one that stands. A new one is awaited: with work of its own, the one of before would stay for half a
 * minute more.
 */
export async function standingWorker(): Promise<ServiceWorker | null> {
  const { installing, waiting } = await registerWorker();
  const coming = installing ?? waiting;
  if (coming) await Promise.race([hasSettled(coming), new Promise((resolve) => setTimeout(resolve, replacedWithinMs))]);
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

/** Registers it for the words alone, so that files do not go through it; where it does more already, that stays. */
export async function registerWords(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const known = await navigator.serviceWorker.getRegistration();
  const { scriptURL } = known?.active ?? known?.waiting ?? known?.installing ?? {};
  if (scriptURL === undefined || scriptURL.endsWith('?words')) await navigator.serviceWorker.register('/sw.js?words');
  else await registerWorker();
}
