import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clubNames } from '#shared/kernel/clubs.ts';
import type { NewsTeaser } from '#shared/content/news.ts';
import { useAddressTexts } from '#web/lib/address.ts';
import { boot } from '#web/lib/boot.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { NewsCard } from '../parts/NewsCard.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './news.module.css';
import { furtherNewsQuery } from './queries.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

type FirstNews = { rows: NewsTeaser[]; next: string | null };

// Most visitors only see the list.
const ArticlePage = lazyPart(async () => (await import('./ArticlePage.tsx')).ArticlePage);

/** The news of a club (/news), or one article of them (/news?beitrag=…). */
export function Page() {
  const [{ beitrag, verein }] = useAddressTexts();
  const club = clubNames.find((name) => name === verein) ?? boot.club.name;
  if (!beitrag) return <NewsList />;
  return <ArticlePage key={beitrag} club={club} slug={beitrag} />;
}

function NewsList() {
  const query = useQuery(payloadQuery<FirstNews>('news'));
  const first = query.data?.data;
  const further = useInfiniteQuery(furtherNewsQuery(first?.next ?? null));
  const rows = [...(first?.rows ?? []), ...(further.data?.pages.flatMap((page) => page.rows) ?? [])];
  const hasMore = further.data ? further.hasNextPage : Boolean(first?.next);
  const more = () => void (further.data ? further.fetchNextPage() : further.refetch());
  return (
    <>
      <PageTitle title="Neuigkeiten">
        <a href="/news.atom" className={classes['feed']}>
          <Icon name="rss" size={18} /> Als Feed abonnieren
        </a>
      </PageTitle>
      {!first && <Loading query={query} />}
      {first?.rows.length === 0 && (
        <EmptyState icon="news" title="Zurzeit gibt es keine Neuigkeiten.">
          <p>Schauen Sie bald wieder vorbei.</p>
        </EmptyState>
      )}
      <div className={classes['cards']}>
        {rows.map((news) => (
          <NewsCard key={news.id} news={news} titleLevel={2} />
        ))}
      </div>
      {hasMore && (
        <button type="button" className={classes['more']} onClick={more} disabled={further.isFetching}>
          Ältere Beiträge
        </button>
      )}
    </>
  );
}
