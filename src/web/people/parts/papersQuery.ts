import { queryOptions } from '@tanstack/react-query';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';

/** The paths of the papers in a folder, by name; "files" is the collection whose live notices refresh it for the board. */
export function papersQuery(folder: string) {
  return queryOptions({ queryKey: ['files', 'papers', folder], queryFn: async () => (await clubStorage().list(folder)).files });
}
