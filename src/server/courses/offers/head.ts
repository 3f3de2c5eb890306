import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { Club } from '#shared/kernel/clubs.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import { readRichText, richTextToText } from '#shared/kernel/richText.ts';
import { pictureUrl } from '#shared/kernel/storage.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { PageHead, UnlistedHead } from '#server/platform/formats/pageHead.ts';
import { listedOf, publicTitles } from './list.ts';
import { courseAt } from './page.ts';
import { clubsShown } from './publicList.ts';
import { coursePrices, type CourseRow } from './service.ts';
import { courseSession } from './table.ts';

const datesAtMost = 20;
/** Offers that the page of all names to search engines; every one of them stands in the map of the site. */
const namedAtMost = 50;

/**
 * What the head of a course's page tells search engines and previews: its words, its picture, and as
 * schema.org data its dates, place and prices. What is not for everybody keeps the club's
 * words and is left out of every index; an unknown course is 404.
 */
export async function courseHead({ database, settings }: Pick<Services, 'database' | 'settings'>, _club: Club, url: URL) {
  const [, slug] = /^\/id\/([\w-]{1,200})\/?$/.exec(url.pathname) ?? [];
  const row = slug && (await courseAt(database.orm, slug).catch(nothing));
  if (!row) return undefined;
  if (row.status === 'draft' || row.visibility !== 'public')
    return { isUnlisted: true, isForVisitors: row.status !== 'draft' && row.visibility === 'members' } satisfies UnlistedHead;
  const club = (await readClubs(database))[row.club];
  const site = siteOf(settings, row.club);
  const { listed, prices, dates } = await database.read({ club: row.club }, async (tx) => ({
    listed: (await listedOf(tx, row)).listed,
    prices: await coursePrices(tx, row.id),
    dates: await tx
      .select()
      .from(courseSession)
      .where(and(eq(courseSession.courseId, row.id), gt(courseSession.endsAt, now()), ne(courseSession.state, 'cancelled')))
      .orderBy(asc(courseSession.startsAt))
      .limit(datesAtMost),
  }));
  return {
    title: row.title,
    description: describe(row),
    image: row.image ? pictureUrl(row.image, 960) : undefined,
    address: addressOf(row, site),
    data: courseData(row, club, site, { isSoldOut: listed.free === 0, prices, dates }),
  } satisfies PageHead;
}

/** The offers of a club with the first of them by name; a list that somebody filtered is in no index, since there are endlessly many. */
export async function offersHead({ database, settings }: Pick<Services, 'database' | 'settings'>, club: Club, url: URL) {
  const site = siteOf(settings, club.name);
  if (url.search) return { isUnlisted: true, isForVisitors: true } satisfies UnlistedHead;
  const clubs = clubsShown(club.name);
  const rows = await database.read({ club: clubs.length > 1 ? '*' : club.name }, (tx) => publicTitles(tx, clubs, namedAtMost));
  return {
    title: 'Angebote',
    description: `Kurse, Gruppen und Ferienangebote: ${club.displayName}`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: `Angebote: ${club.displayName}`,
      url: `${site}/offers`,
      provider: { '@type': 'SportsOrganization', name: club.displayName, url: site },
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: rows.map(({ slug, title, club: of }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: title,
          url: `${siteOf(settings, of)}/id/${slug}`,
        })),
      },
    },
  } satisfies PageHead;
}

type Facts = {
  isSoldOut: boolean;
  prices: Awaited<ReturnType<typeof coursePrices>>;
  dates: readonly (typeof courseSession.$inferSelect)[];
};

/** The course as schema.org describes one. */
function courseData(row: CourseRow, club: Club, site: string, { isSoldOut, prices, dates }: Facts) {
  const address = addressOf(row, site);
  const description = describe(row);
  const place = (name: string) => ({ '@type': 'Place', name: name || row.place || club.displayName });
  const organizer = { '@type': 'SportsOrganization', name: club.displayName, url: site };
  const eventStatus = `https://schema.org/${row.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: row.title,
    ...(description && { description }),
    url: address,
    ...(row.image && { image: new URL(pictureUrl(row.image, 960), site).href }),
    provider: organizer,
    offers: prices.map(({ category, cents }) => ({
      '@type': 'Offer',
      category: priceCategoryNames[category],
      price: (cents / 100).toFixed(2),
      priceCurrency: 'EUR',
      url: address,
      availability: `https://schema.org/${isSoldOut ? 'SoldOut' : 'InStock'}`,
    })),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      name: row.title,
      startDate: row.startsOn,
      ...(row.endsOn && { endDate: row.endsOn }),
      eventStatus,
      location: place(dates[0]?.place ?? ''),
      organizer,
      subEvent: dates.map((date) => ({
        '@type': 'SportsEvent',
        name: row.title,
        startDate: date.startsAt.toISOString(),
        endDate: date.endsAt.toISOString(),
        eventStatus,
        location: place(date.place),
        organizer,
      })),
    },
  };
}

function addressOf({ slug }: CourseRow, site: string): string {
  return `${site}/id/${slug}`;
}

/** The subtitle and the beginning of the text, as previews show them. */
function describe({ subtitle, description }: CourseRow): string {
  const text = description ? richTextToText(readRichText(description)) : '';
  return [subtitle, text]
    .filter((part) => part !== '')
    .join(' – ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);
}

function nothing(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}
