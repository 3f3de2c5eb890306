import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ContentPageInput } from '#shared/content/contentPages.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** A published page; "pages" is the collection whose live notices refresh it. */
export function shownPageQuery(club: ClubName, slug: string) {
  return queryOptions({ queryKey: ['pages', 'shown', club, slug], queryFn: () => api.contentPages.show({ club, slug }), retry: false });
}

/** All pages of a club, for the tree. */
export function pagesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['pages', 'list', club], queryFn: () => api.contentPages.list({ club }) });
}

/** One page with its text. */
export function pageQuery(id: string) {
  return queryOptions({ queryKey: ['pages', 'one', id], queryFn: () => api.contentPages.read({ id }) });
}

/** Mutations of pages. */
export function usePageMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['pages'] });
  return {
    create: useMutation({ mutationFn: (input: ContentPageInput & { club: ClubName }) => api.contentPages.create(input), onSettled }),
    update: useMutation({
      mutationFn: (input: ContentPageInput & { id: string; version: number }) => api.contentPages.update(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.contentPages.delete({ id }), onSettled }),
  };
}
