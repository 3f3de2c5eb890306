import { useSyncExternalStore } from 'react';
import { onPrinting, printedAt } from '#web/lib/printing.ts';

const wide = matchMedia('(min-width: 62em)');

/** Whether there is room for a table now: a desktop screen or print. */
export function isWide(): boolean {
  return wide.matches || printedAt() !== undefined;
}

/** Whether there is room for a table, followed while it changes. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}

function subscribe(onChange: () => void): () => void {
  const stop = onPrinting(onChange);
  wide.addEventListener('change', onChange);
  return () => {
    wide.removeEventListener('change', onChange);
    stop();
  };
}
