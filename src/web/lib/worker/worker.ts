/**
 * Registers the worker of this site: it opens the lists of attendance without a network, shows push messages, and has words for a page
 * that cannot come. A worker of before at another address is replaced, and keeps its push subscription.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js');
}

/** Registers it for the words alone, so that files do not go through it; where it does more already, that stays. */
export async function registerWords(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const known = await navigator.serviceWorker.getRegistration();
  const { scriptURL } = known?.active ?? known?.waiting ?? known?.installing ?? {};
  if (scriptURL === undefined || scriptURL.endsWith('?words')) await navigator.serviceWorker.register('/sw.js?words');
  else await registerWorker();
}
