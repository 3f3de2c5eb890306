import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { newsAddress, type ListedNews } from '#shared/content/news.ts';
import { associationClub } from '#shared/kernel/clubs.ts';
import { formatDate } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { newsroomQuery, useNewsMutations } from './queries.ts';

/** Articles that clubs offer to the association, whose board decides on publication. */
export function SharedRows() {
  const query = useInfiniteQuery(newsroomQuery(associationClub, true));
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.rows);
  if (!rows) return <Loading query={query} />;
  if (rows.length === 0) return <EmptyState icon="news" title="Zurzeit bietet kein Verein einen Beitrag an." />;
  return (
    <>
      {rows.map((news) => (
        <Offer key={news.id} news={news} />
      ))}
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}

function Offer({ news }: { news: ListedNews }) {
  const { approve } = useNewsMutations();
  const isApproved = news.approvedAt !== null;
  const toggle = () =>
    approve.mutate(
      { id: news.id, isApproved: !isApproved },
      {
        onError: notifyProblem,
        onSuccess: () => notify(isApproved ? 'Der Beitrag wird nicht mehr gezeigt.' : 'Der Beitrag wird gezeigt.'),
      },
    );
  return (
    <PagePart title={news.title} lead={`${news.club}, ${formatDate(news.publishAt)}, von ${news.author}`}>
      <Group>
        <Button variant={isApproved ? 'default' : 'filled'} loading={approve.isPending} onClick={toggle}>
          {isApproved ? 'Nicht mehr zeigen' : 'Beim Verband zeigen'}
        </Button>
        {isApproved && (
          <Text component="a" href={newsAddress(associationClub, news)} size="sm">
            Ansehen
          </Text>
        )}
      </Group>
    </PagePart>
  );
}
