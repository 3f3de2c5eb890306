import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pageOf } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';

/** The German title of the open page; it also becomes the title of the window. */
export function usePageTitle(): string {
  const name = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page });
  const title = name ? pageOf(name).title : '';
  useEffect(() => {
    document.title = name === 'home' || !title ? boot.club.title : `${title} – ${boot.club.displayName}`;
  }, [name, title]);
  return title;
}
