import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { newsColumns, NewsMark, NewsTitle } from './newsColumns.tsx';
import { newsroomQuery } from './queries.ts';

/** The articles of a club, last changed first. */
export function NewsRows({ club, onOpen }: { club: ClubName; onOpen: (id: string) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(newsroomQuery(club, false));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <RecordList
        label="Neuigkeiten"
        columns={newsColumns(onOpen)}
        rows={data?.pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        onMore={hasNextPage ? () => fetchNextPage() : undefined}
        renderCard={(news) => (
          <Stack gap={2}>
            <NewsTitle news={news} onOpen={onOpen} />
            <Group gap="0 0.75rem">
              <NewsMark news={news} />
              <Text size="sm" c="dimmed">
                {news.publishAt ? formatDateTime(news.publishAt) : news.author}
              </Text>
            </Group>
          </Stack>
        )}
        empty={
          <EmptyState icon="news" title="Noch kein Beitrag.">
            <p>Schreiben Sie den ersten.</p>
          </EmptyState>
        }
      />
    </>
  );
}
