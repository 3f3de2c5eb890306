import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { shortestSearch } from '#shared/office/search.ts';
import { api } from '#web/lib/call/call.ts';

/** The results for a text; the previous ones stay while a new search loads. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: () => api.search.find({ text }),
    enabled: text.length >= shortestSearch,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
