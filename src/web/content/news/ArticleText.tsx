import { createElement } from 'react';
import type { Article } from '#shared/content/news.ts';
import { formatDate } from '#web/lib/format.ts';
import { RichText } from '#web/ui/text/RichText.tsx';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';
import classes from './news.module.css';

type ArticleTextProps = {
  article: Pick<Article, 'title' | 'teaser' | 'body' | 'image' | 'imageAlt' | 'author' | 'department'> & { publishAt: string | null };
  /** 1 on its own page, 2 in a preview. */ titleLevel: 1 | 2;
};

/** An article as published; also used by the preview. */
export function ArticleText({ article, titleLevel }: ArticleTextProps) {
  const { title, teaser, body, image, imageAlt, author, department, publishAt } = article;
  return (
    <article className={classes['article']}>
      {createElement(`h${titleLevel}`, { className: classes['title'] }, title)}
      <p className={classes['facts']}>
        {publishAt && <time dateTime={publishAt}>{formatDate(publishAt)}</time>} {author && `von ${author}`}
        {department && ` · ${department}`}
      </p>
      {teaser && <p className={classes['teaser']}>{teaser}</p>}
      {image !== '' && (
        <StoredPicture
          path={image}
          alt={imageAlt}
          sizes="(max-width: 48em) 100vw, 44rem"
          className={classes['picture']}
          width={960}
          height={540}
        />
      )}
      <RichText value={body} />
    </article>
  );
}
