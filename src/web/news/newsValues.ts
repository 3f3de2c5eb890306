import { instantOf, localOf } from '#shared/calendar.ts';
import type { EditedNews, NewsInput } from '#shared/news.ts';
import { emptyRichText } from '#shared/richText.ts';

/** What the form holds; both dates are local times as the field gives them, empty for none. */
export type NewsValues = ReturnType<typeof valuesOf>;

/** The values of a stored article, or of a new one. */
export function valuesOf(news: EditedNews | undefined) {
  return {
    title: news?.title ?? '',
    slug: news?.slug ?? '',
    teaser: news?.teaser ?? '',
    body: news?.body ?? emptyRichText,
    image: news?.image ?? '',
    imageAlt: news?.imageAlt ?? '',
    state: news?.state ?? ('draft' as const),
    publishAt: toLocal(news?.publishAt),
    expiresAt: toLocal(news?.expiresAt),
    isPinned: news?.isPinned ?? false,
    isShared: news?.isShared ?? false,
  };
}

/** The values as the server takes them. */
export function toInput({ publishAt, expiresAt, ...values }: NewsValues): NewsInput {
  return { ...values, publishAt: toInstant(publishAt), expiresAt: toInstant(expiresAt) };
}

function toLocal(instant: string | null | undefined): string {
  if (!instant) return '';
  const { date, time } = localOf(new Date(instant));
  return `${date}T${time}`;
}

function toInstant(local: string): string | null {
  const [date, time] = local.split('T');
  return date && time ? instantOf(date, time.slice(0, 5)).toISOString() : null;
}
