import { useEffect } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from './boot.ts';

/** Names the window after the record that is open and its club; until it is known the page's own title stands there. */
export function useWindowTitle(title: string | undefined, club: ClubName = boot.club.name): void {
  useEffect(() => {
    // The frame sets the title of the page in the same moment, after its parts.
    if (title) queueMicrotask(() => (document.title = `${title} – ${boot.clubs[club].displayName}`));
  }, [title, club]);
}
