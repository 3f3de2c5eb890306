import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 62em)');
let isPrinting = false;

/** Whether there is room for a table now: a desktop screen or print. */
export function isWide(): boolean {
  return wide.matches || isPrinting;
}

/** Whether there is room for a table, followed while it changes. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}

function subscribe(onChange: () => void): () => void {
  const print = (now: boolean) => () => {
    isPrinting = now;
    onChange();
  };
  const [begin, end] = [print(true), print(false)];
  wide.addEventListener('change', onChange);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    wide.removeEventListener('change', onChange);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}
