import { newsContract } from '#shared/content/news.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { findArticle, listShown } from './service.ts';

const os = implementing(newsContract);

/** The news shown on a club's site to everyone. */
export const newsApi = os.router({
  list: os.list.handler(async ({ context, input: { club: asked, ...page } }) => {
    const club = asked ?? context.hostClub;
    await requireFeature(context, 'news.list', club);
    return listShown(context.database.orm, club, page);
  }),

  read: os.read.handler(async ({ context, input }) => {
    // An article taken over by the association is read on its site, under that site's feature flag.
    const host = (await findArticle(context.database.orm, context.hostClub, input.club, input.slug)) ? context.hostClub : input.club;
    await requireFeature(context, 'news.read', host);
    const found = await findArticle(context.database.orm, host, input.club, input.slug);
    if (!found) throw new Problem('not-found');
    return found;
  }),
});
