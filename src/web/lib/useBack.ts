import { useLocation } from '@tanstack/react-router';
import { ownPath } from '#shared/kernel/back.ts';

/** Where the viewer wanted in when they came here, if that is a page of ours. */
export function useBack(): string | undefined {
  const search: object = useLocation({ select: (location) => location.search });
  return ownPath('back' in search && typeof search.back === 'string' ? search.back : undefined);
}
