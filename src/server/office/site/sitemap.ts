import { and, desc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { courseSets } from '#shared/courses/courseStates.ts';
import { clubLooks, clubOfHost, hasFeature, type Club } from '#shared/kernel/clubs.ts';
import { newsAddress } from '#shared/content/news.ts';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { publishedAddresses } from '#server/content/pages/service.ts';
import { firstArticles } from '#server/content/news/service.ts';
import { course } from '#server/courses/offers/table.ts';
import { nextDates } from '#server/events/service.ts';
import type { Services } from '#server/platform/http/context.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';
import { answerMs } from '#server/platform/http/serving.ts';
import { siteOf } from '#server/platform/process/site.ts';

/** The static pages, which need no record. */
const ownPages = [
  'home',
  'offers',
  'events',
  'news',
  'myClub',
  'membership',
  'halls',
  'hallRequest',
  'support',
] as const satisfies readonly PageName[];
/** A sitemap may contain 50,000 URLs; no club has nearly as many. */
const offersAtMost = 5000;
const articlesAtMost = 500;

/** Files at well-known URLs: the sitemap, robots.txt and the legacy name of the icon. */
export function serveSitemap(app: FastifyInstance, services: Services): void {
  const { settings, database } = services;
  app.get('/sitemap.xml', { handlerTimeout: answerMs }, async (request, reply) => {
    const name = clubOfHost(request.host, settings.hosts);
    const addresses = await addressesOf(services, (await readClubs(database))[name]);
    const site = siteOf(settings, name);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses
          .map((address) => `<url><loc>${escapeHtml(site + address)}</loc></url>`)
          .join('\n')}\n</urlset>\n`,
      );
  });
  app.get('/robots.txt', async (request, reply) => {
    const site = siteOf(settings, clubOfHost(request.host, settings.hosts));
    const closed = ['/admin', '/profile', '/api'].map((place) => `Disallow: ${place}\n`).join('');
    return reply.type('text/plain; charset=utf-8').send(`User-agent: *\n${closed}\nSitemap: ${site}/sitemap.xml\n`);
  });
  app.get('/favicon.ico', async (request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').redirect(clubLooks[clubOfHost(request.host, settings.hosts)].touchIcon, 302),
  );
}

/** All public URLs of a club's site; records of another club are in that club's sitemap. */
async function addressesOf({ database }: Services, club: Club): Promise<string[]> {
  const { name } = club;
  const { orm } = database;
  const pages = ownPages.map(pageOf).filter(({ feature }) => !feature || hasFeature(club, feature));
  const offers = await orm
    .select({ slug: course.slug })
    .from(course)
    .where(and(eq(course.club, name), eq(course.visibility, 'public'), inArray(course.status, courseSets.open)))
    .orderBy(desc(course.startsOn), course.slug)
    .limit(offersAtMost);
  const articles = hasFeature(club, 'news') ? await firstArticles(orm, name, articlesAtMost) : [];
  const dates = await nextDates({ database }, { name });
  return [
    ...pages.map(({ path }) => path),
    ...(await publishedAddresses(orm, club)),
    ...offers.map(({ slug }) => `/id/${slug}`),
    ...dates.filter((one) => one.club === name).map(({ id }) => `/events?termin=${id}`),
    ...articles.filter((one) => one.club === name).map((one) => newsAddress(name, one)),
  ];
}
