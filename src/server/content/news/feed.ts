import type { FastifyInstance } from 'fastify';
import { clubOfHost, type ClubName } from '#shared/kernel/clubs.ts';
import { newsAddress, type Article } from '#shared/content/news.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { richTextToHtml } from '#server/platform/formats/richTextHtml.ts';
import { answerMs } from '#server/platform/http/serving.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { firstArticles } from './service.ts';

/** Serves the newest articles of a club's site as an Atom feed (RFC 4287) under /news.atom. */
export function serveNewsFeed(app: FastifyInstance, { settings, database }: Services): void {
  app.get('/news.atom', { handlerTimeout: answerMs }, async (request, reply) => {
    const host = clubOfHost(request.host, settings.hosts);
    const club = (await readClubs(database))[host];
    if (!club.hasNews) throw new Problem('not-found');
    return reply
      .type('application/atom+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(feedOf(host, club.displayName, siteOf(settings, host), await firstArticles(database.orm, host, 20)));
  });
}

function feedOf(host: ClubName, name: string, site: string, articles: readonly Article[]): string {
  const newest =
    articles
      .map(({ publishAt }) => publishAt)
      .toSorted()
      .at(-1) ?? '2026-01-01T00:00:00.000Z';
  const entries = articles.map((one) => {
    const address = xml(site + newsAddress(host, one));
    return `<entry><id>urn:uuid:${one.id}</id><title>${xml(one.title)}</title><link href="${address}"/><published>${one.publishAt}</published><updated>${one.publishAt}</updated><author><name>${xml(one.author)}</name></author><summary>${xml(one.teaser)}</summary><content type="html">${xml(richTextToHtml(one.body, site))}</content></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><id>${xml(site)}/news</id><title>${xml(name)}</title><link href="${xml(site)}/news"/><link rel="self" href="${xml(site)}/news.atom"/><updated>${newest}</updated>
${entries.join('\n')}
</feed>
`;
}

/** Escapes a text for XML and removes characters that XML does not allow. */
function xml(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''));
}
