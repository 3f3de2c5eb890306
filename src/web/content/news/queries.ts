import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { NewsInput } from '#shared/content/news.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The pages of articles after the payload file. */
export function furtherNewsQuery(after: string | null) {
  return infiniteQueryOptions({
    queryKey: ['news', 'further', after],
    queryFn: ({ pageParam }) => api.news.list({ limit: 12, cursor: pageParam }),
    initialPageParam: after ?? undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: false,
  });
}

/** One article; "news" is the collection whose live notices refresh it. */
export function articleQuery(club: ClubName, slug: string) {
  return queryOptions({ queryKey: ['news', 'article', club, slug], queryFn: () => api.news.read({ club, slug }), retry: false });
}

/** All articles of a club, for the board; with `isShared` those that other clubs offer to the association. */
export function newsroomQuery(club: ClubName, isShared: boolean) {
  return infiniteQueryOptions({
    queryKey: ['news', 'room', club, isShared],
    queryFn: ({ pageParam }) => api.newsroom.list({ club, shared: String(isShared), cursor: pageParam }),
    ...inPages,
  });
}

/** One article with all editable fields. */
export function editedQuery(id: string) {
  return queryOptions({ queryKey: ['news', 'edited', id], queryFn: () => api.newsroom.read({ id }) });
}

/** Mutations of news. */
export function useNewsMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['news'] });
  return {
    create: useMutation({ mutationFn: (input: NewsInput & { club: ClubName }) => api.newsroom.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: NewsInput & { id: string; version: number }) => api.newsroom.update(input), onSettled }),
    approve: useMutation({ mutationFn: (input: { id: string; isApproved: boolean }) => api.newsroom.approve(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.newsroom.delete({ id }), onSettled }),
  };
}
