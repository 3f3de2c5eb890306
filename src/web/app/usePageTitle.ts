import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pageOf } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { ownClub } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';

/** The German title of the open page, which is also set as the window's title. */
export function usePageTitle(): string {
  const name = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page });
  const title = name ? pageOf(name).title : '';
  const { user } = useAuth();
  // In staff frames users work for their own club, even on another club's site.
  const club = name && pageOf(name).layout !== 'default' ? ownClub(user) : boot.club;
  useEffect(() => {
    document.title = name === 'home' || !title ? boot.club.title : `${title} – ${club.displayName}`;
  }, [name, title, club.displayName]);
  return title;
}
