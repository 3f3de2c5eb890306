import { useQuery } from '@tanstack/react-query';
import type { NewsTeaser } from '#shared/content/news.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';
import { LinkedPart } from '#web/ui/plain/LinkedPart.tsx';
import { NewsCard } from '#web/content/parts/NewsCard.tsx';
import classes from './LatestNews.module.css';

/** The latest articles on the start page; renders nothing if there are none. */
export function LatestNews() {
  const { data } = useQuery(payloadQuery<{ news?: NewsTeaser[] }>('home'));
  const news = data?.data.news ?? [];
  if (news.length === 0) return null;
  return (
    <LinkedPart title="Neuigkeiten" more={{ link: '/news', text: 'Alle Neuigkeiten' }}>
      <div className={classes['cards']}>
        {news.map((one) => (
          <NewsCard key={one.id} news={one} titleLevel={3} />
        ))}
      </div>
    </LinkedPart>
  );
}
