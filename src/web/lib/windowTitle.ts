import { useEffect } from 'react';
import { boot } from './boot.ts';

/** Names the window after the record that is open; until it is known the page's own title stands there. */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    // The frame sets the title of the page in the same moment, after its parts.
    if (title) queueMicrotask(() => (document.title = `${title} – ${boot.club.displayName}`));
  }, [title]);
}
