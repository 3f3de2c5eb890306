import { boot } from '../boot.ts';
import { hasLine, noteLostLine } from './line.ts';

const reloadGuardMs = 10_000;
const pollMs = 60_000;
const guardKey = 'chunk-reload-at';

const failedParts = new WeakSet<object>();

/** Whether a page broke because a part of it could not be loaded. */
export function isFailedPart(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failedParts.has(error);
}

/**
 * Reloads the page when a part of it cannot be loaded any more (a new version took its place); at most once in 10 seconds.
 * Without a line nothing is reloaded: a page that stands, and what was typed into it, is worth more than the browser's own
 * words. The caller gets the failure and shows it.
 */
export function reloadOnFailedChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    failedParts.add(event.payload);
    // The router would reload by itself, line or not, once for each message; this note tells it that it has.
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1');
    void reloadIfNew();
  });

  async function reloadIfNew(): Promise<void> {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0);
    const isTooSoon = Date.now() - last < reloadGuardMs;
    // Noted before anything is waited for: two parts may fail at once.
    if (!isTooSoon) sessionStorage.setItem(guardKey, String(Date.now()));
    if (await hasLine()) return isTooSoon ? undefined : location.reload();
    // Another part's question may end with a page that reloads already: its answer takes no note back.
    if (!isTooSoon) sessionStorage.removeItem(guardKey);
    noteLostLine();
  }
}

/** Asks now and then which build the server runs, and calls back when it is another one than this page's; returns how to stop. */
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
      // Without a line there is nothing new to offer.
    }
  }
}
