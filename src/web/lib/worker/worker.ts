/**
 * Registers the worker of this site: it opens the lists of attendance without a network, shows push messages, and has words for a page
 * that cannot come. A worker of an earlier version goes on until no page is open, and hands over its push subscription. Undefined where
 * the browser has no workers.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.register('/sw.js') : undefined;
}
