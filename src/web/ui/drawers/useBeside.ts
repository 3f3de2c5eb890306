import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 64em)');

/** Whether a record has room beside its list; otherwise it is a page of its own. */
export function useBeside(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

function subscribe(onChange: () => void): () => void {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}
