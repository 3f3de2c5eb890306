import { useInfiniteQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './FilesPage.module.css';
import { FileRow } from './FileRow.tsx';
import { FolderRow } from './FolderRow.tsx';
import { withEmpty } from './folders.ts';
import { filesQuery } from './queries.ts';

type FileListProps = { club: ClubName; folder: string; search: string | undefined; onOpen: (folder: string) => void };

/** The folders and files at a path, or the search results below it. */
export function FileList({ club, folder, search, onOpen }: FileListProps) {
  const query = useInfiniteQuery(filesQuery({ club, folder, ...(search && { search }) }));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!data) return <Loading query={query} />;
  const folders = search ? [] : withEmpty(club, folder, data.pages[0]?.folders ?? []);
  const files = data.pages.flatMap((page) => page.rows);
  if (folders.length + files.length === 0) {
    return (
      <EmptyState icon={search ? 'file-search' : 'folder-open'} title={search ? 'Nichts gefunden.' : 'Hier liegt noch nichts.'}>
        {search && <p>Gesucht wird im ganzen Pfad, auch in allen Ordnern darunter.</p>}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes['list']}>
        {folders.map((one) => (
          <FolderRow key={one.path} folder={one} onOpen={onOpen} />
        ))}
        {files.map((file) => (
          <FileRow key={file.id} file={file} showsPath={Boolean(search)} />
        ))}
      </ul>
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}
