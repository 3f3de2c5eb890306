let printed: string | undefined;

/** The instant at which the page is being printed; undefined while it is on screen. */
export function printedAt(): string | undefined {
  return printed;
}

/** Calls back before and after printing; for `useSyncExternalStore`, which renders before the browser lays out the paper. */
export function onPrinting(onChange: () => void): () => void {
  const begin = () => {
    printed = new Date().toISOString();
    onChange();
  };
  const end = () => {
    printed = undefined;
    onChange();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}
