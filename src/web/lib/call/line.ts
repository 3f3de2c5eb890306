import { useSyncExternalStore } from 'react';

const askAgainMs = 5000;
let isLost = false;
const listeners = new Set<() => void>();

/** Records a network failure and polls the server until it answers again. */
export function noteLostLine(): void {
  if (isLost) return;
  report(true);
  addEventListener('online', askAgain);
  void waitAndAsk();
}

/** Whether the server is unreachable at the moment; the frame shows it. */
export function useLostLine(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLost,
  );
}

/**
 * Whether a file of the app may come: there is a line, or a worker that keeps files. Otherwise it is not even requested, since browsers keep a
 * failed import until the page is loaded anew, and with it would go what was typed.
 */
export function mayComeNow(): boolean {
  return navigator.onLine || ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null);
}

/** Whether the server responds, whatever its build. */
export async function hasLine(): Promise<boolean> {
  try {
    return (await fetch('/build.json', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function waitAndAsk(): Promise<void> {
  while (isLost) {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    await askAgain();
  }
}

async function askAgain(): Promise<void> {
  if (!isLost || !(await hasLine())) return;
  removeEventListener('online', askAgain);
  report(false);
}

function report(lost: boolean): void {
  isLost = lost;
  for (const listener of listeners) listener();
}
