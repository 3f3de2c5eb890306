const wish = 'open-search';

/** Opens the global search of the frame from elsewhere. */
export function openSearch(): void {
  dispatchEvent(new Event(wish));
}

/** Calls back when the search is to be opened; returns the way to end that. */
export function onOpenSearch(open: () => void): () => void {
  addEventListener(wish, open);
  return () => removeEventListener(wish, open);
}
