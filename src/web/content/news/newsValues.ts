import { instantOf, localOf, readTime } from '#shared/kernel/calendar.ts';
import type { EditedNews, NewsInput } from '#shared/content/news.ts';
import { emptyRichText } from '#shared/kernel/richText.ts';

/** The form values; both dates are local times as in the field, empty for none. */
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
    departmentId: news?.departmentId ?? null,
  };
}

/** The values to send. */
export function toInput({ publishAt, expiresAt, ...values }: NewsValues): NewsInput {
  return { ...values, publishAt: toInstant(publishAt), expiresAt: toInstant(expiresAt) };
}

/** When an article with these values would become visible, for the preview; null for at once or an invalid time. */
export function beginOf(values: NewsValues): string | null {
  const { publishAt } = toInput(values);
  return publishAt && !Number.isNaN(Date.parse(publishAt)) ? publishAt : null;
}

function toLocal(instant: string | null | undefined): string {
  if (!instant) return '';
  const { date, time } = localOf(new Date(instant));
  return `${date}T${time}`;
}

/** An invalid time is sent as typed, so that it is refused at its field. */
function toInstant(local: string): string | null {
  const [date, time = ''] = local.split('T');
  if (!date) return null;
  const read = readTime(time);
  return read ? instantOf(date, read).toISOString() : time || 'ohne Uhrzeit';
}
