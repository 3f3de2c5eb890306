import { Link } from '@tanstack/react-router';
import { clubLooks } from '#shared/kernel/clubs.ts';
import type { NewsTeaser } from '#shared/content/news.ts';
import { boot } from '#web/lib/boot.ts';
import { formatDate } from '#web/lib/format.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './NewsCard.module.css';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';

/** An article in a list: picture, date, title and teaser; the whole card links to it. */
export function NewsCard({ news, titleLevel }: { news: NewsTeaser; titleLevel: 2 | 3 }) {
  const Title = `h${titleLevel}` as const;
  const isForeign = news.club !== boot.club.name;
  return (
    <article className={classes['card']}>
      {news.image !== '' && (
        <StoredPicture
          path={news.image}
          alt={news.imageAlt}
          sizes="(max-width: 48em) 100vw, 22rem"
          className={classes['picture']}
          width={960}
          height={540}
        />
      )}
      <div className={classes['words']}>
        <p className={classes['facts']}>
          {news.isPinned && (
            <span className={classes['pin']}>
              <Icon name="pin" size={16} /> Wichtig
            </span>
          )}
          <time dateTime={news.publishAt}>{formatDate(news.publishAt)}</time>
          {news.department && <span>{news.department}</span>}
          {isForeign && (
            <span className={classes['club']}>
              <img src={clubLooks[news.club].favicon} alt="" width={16} height={16} /> {news.club}
            </span>
          )}
        </p>
        <Title className={classes['title']}>
          <Link
            to="/news"
            search={isForeign ? { beitrag: news.slug, verein: news.club } : { beitrag: news.slug }}
            className={classes['link']}
          >
            {news.title}
          </Link>
        </Title>
        {news.teaser && <p className={classes['teaser']}>{news.teaser}</p>}
      </div>
    </article>
  );
}
