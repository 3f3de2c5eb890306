import { useEffect } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from './boot.ts';

/** Sets the window's title to the open record and its club; until the record is known, the page's title stays. */
export function useWindowTitle(title: string | undefined, club: ClubName = boot.club.name): void {
  useEffect(() => {
    // The frame sets the page's title in the same commit, after its children.
    if (title) queueMicrotask(() => (document.title = `${title} – ${boot.clubs[club].displayName}`));
  }, [title, club]);
}
