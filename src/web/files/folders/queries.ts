import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type FileFilter = { folder: string; search?: string | undefined; club?: ClubName | undefined };

/** A folder of the file manager, paged; "files" is the collection whose live notices refresh it. */
export function filesQuery(filter: FileFilter) {
  return infiniteQueryOptions({
    queryKey: ['files', 'list', filter],
    queryFn: ({ pageParam }) => api.files.list({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** The club's used storage. */
export function usageQuery(club: ClubName | undefined) {
  return queryOptions({ queryKey: ['files', 'usage', club], queryFn: () => api.files.usage({ club }) });
}

/** The user's own profile picture. */
export const pictureQuery = queryOptions({ queryKey: ['files', 'picture'], queryFn: () => api.files.picture() });

/** Refetches the user's own picture. */
export function useRefreshPicture(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['files'] });
}

/** Deletes the user's own picture. */
export function useDeletePicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => clubStorage().delete(path),
    onSettled: () => client.invalidateQueries({ queryKey: ['files'] }),
  });
}

/** Deletes a file of the club. */
export function useDeleteFile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, evenIfUsed }: { id: string; evenIfUsed: boolean }) => api.files.delete({ id, evenIfUsed }),
    onSettled: () => client.invalidateQueries({ queryKey: ['files'] }),
  });
}
