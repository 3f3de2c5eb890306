import type { PersonalData } from '#server/platform/database/personalData.ts';
import { news, newsRevision } from './table.ts';

/** News with their authors. */
export const newsData: PersonalData = {
  mayName: [news.author, news.title, news.teaser, news.body, newsRevision.by, newsRevision.title, newsRevision.teaser, newsRevision.body],
};
