import { boot } from '../boot.ts';
import { hasLine, noteLostLine } from './line.ts';

const reloadGuardMs = 10_000;
const pollMs = 60_000;
const guardKey = 'chunk-reload-at';

const failedParts = new WeakSet<object>();

/** Whether a page failed because one of its chunks could not be loaded. */
export function isFailedPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failedParts.has(error);
}

/**
 * Reloads the page when a chunk is missing because a new version was deployed; at most once in 10 seconds. Offline it
 * does not reload: that would replace the page, and anything typed into it, with the browser's error page. The error
 * still reaches the caller, who shows it.
 */
export function reloadOnFailedChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    failedParts.add(event.payload);
    // The router would reload on its own, even offline, once per message; this key makes it believe it already has.
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1');
    void reloadIfNew();
  });

  async function reloadIfNew(): Promise<void> {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0);
    const isTooSoon = Date.now() - last < reloadGuardMs;
    // Set before the first await: two chunks may fail at the same time.
    if (!isTooSoon) sessionStorage.setItem(guardKey, String(Date.now()));
    if (await hasLine()) return isTooSoon ? undefined : location.reload();
    // If another chunk's check has already triggered a reload, its guard must stay.
    if (!isTooSoon) sessionStorage.removeItem(guardKey);
    noteLostLine();
  }
}

/** Polls the server's build and calls back when it differs from this page's; returns a function that stops polling. */
export function watchBuild(onNew: () => void): () => void {
  const timer = setInterval(() => void ask(), pollMs);
  const askNow = () => void ask();
  document.addEventListener('visibilitychange', askNow);
  return stop;

  function stop(): void {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', askNow);
  }

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    try {
      const answer: unknown = await (await fetch('/build.json', { cache: 'no-store' })).json();
      const isRead = typeof answer === 'object' && answer !== null && 'build' in answer;
      if (!isRead || answer.build === boot.build) return;
      stop();
      onNew();
    } catch {
      // Offline: ask again at the next interval.
    }
  }
}
