import type { Club } from '#shared/kernel/clubs.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { periodInWords, priceInWords, timesOfOffer } from '#shared/courses/courseText.ts';
import { courseKindNames, priceCategoryNames } from '#shared/courses/courseWords.ts';
import { readRichText, richTextToText } from '#shared/kernel/richText.ts';
import { pictureUrl } from '#shared/kernel/storage.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { previewText, type PageHead, type UnlistedHead } from '#server/platform/formats/pageHead.ts';
import type { PageWords } from '#server/platform/formats/pageWords.ts';
import type { KeptCourses, KeptPage } from './keptCourses.ts';
import { publicTitles } from './list.ts';
import { clubsShown } from './publicList.ts';
import type { CourseRow } from './service.ts';

const datesAtMost = 20;
/** How many offers the list page names for search engines; the sitemap contains all of them. */
const namedAtMost = 50;

/**
 * The HTML head of a course page for search engines and link previews: text, picture, and schema.org data with sessions, place and prices.
 * Courses that are not public get the club's texts and noindex; unknown courses are 404.
 */
export function courseHeads(courses: KeptCourses) {
  return async ({ database, settings }: Pick<Services, 'database' | 'settings'>, host: Club, url: URL) => {
    const [, slug] = /^\/id\/([\w-]{1,200})\/?$/.exec(url.pathname) ?? [];
    const kept = slug && (await courses.page(slug).catch(nothing));
    if (!kept) return undefined;
    const { row, course } = kept;
    const firstRead = `/api/courses/${slug}`;
    if (row.status === 'draft' || row.visibility !== 'public') {
      const isForVisitors = row.status !== 'draft' && row.visibility === 'members';
      return { isUnlisted: true, isForVisitors, ...(isForVisitors && { firstRead }) } satisfies UnlistedHead;
    }
    const club = (await readClubs(database))[row.club];
    const site = siteOf(settings, row.club);
    return {
      title: row.title,
      description: describe(row),
      image: row.image ? pictureUrl(row.image, 960) : undefined,
      address: addressOf(row, site),
      data: courseData(kept, club, site),
      words: wordsOfCourse(course, club.name === host.name ? '' : `Angebot von ${club.displayName}`),
      firstRead,
    } satisfies PageHead;
  };
}

/** The head of the list page with the first offers of a club; filtered lists are noindex, because their number is unlimited. */
export async function offersHead({ database, settings }: Pick<Services, 'database' | 'settings'>, club: Club, url: URL) {
  const site = siteOf(settings, club.name);
  const firstRead = '/api/courses';
  if (url.search) return { isUnlisted: true, isForVisitors: true, firstRead } satisfies UnlistedHead;
  const clubs = clubsShown(club.name);
  const rows = await database.read({ club: clubs.length > 1 ? '*' : club.name }, (tx) => publicTitles(tx, clubs, namedAtMost));
  return {
    title: 'Angebote',
    description: `Kurse, Gruppen und Ferienangebote: ${club.displayName}`,
    firstRead,
    words: { title: 'Angebote', links: rows.map(({ slug, title }) => ({ text: title, address: `/id/${slug}` })) },
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

/** The course as schema.org data. */
function courseData({ row, course: { prices, sessions, free } }: KeptPage, club: Club, site: string) {
  const dates = sessions.filter(({ endsAt, state }) => new Date(endsAt) > now() && state !== 'cancelled').slice(0, datesAtMost);
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
      availability: `https://schema.org/${free === 0 ? 'SoldOut' : 'InStock'}`,
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
        startDate: date.startsAt,
        endDate: date.endsAt,
        eventStatus,
        location: place(date.place),
        organizer,
      })),
    },
  };
}

/** The main facts of a course in the wording of its page. */
function wordsOfCourse(course: CoursePage, whose: string): PageWords {
  const halls = course.halls.map(({ name, address }) => [name, address].filter(Boolean).join(', ')).join('; ');
  const prices = course.prices.map((price) => `${priceInWords(price)} (${priceCategoryNames[price.category]})`);
  return {
    above: [whose, courseKindNames[course.kind], course.department, course.number].filter(Boolean).join(' · '),
    title: course.title,
    below: course.subtitle,
    facts: [
      ['Wann', timesOfOffer(course).join(', ')],
      ['Zeitraum', periodInWords(course)],
      ['Wo', halls || course.place],
      ['Für wen', course.rule || 'für alle'],
      ['Leitung', course.trainers.map(({ name }) => name).join(', ')],
      ['Preis', prices.join(', ') || 'kostenlos'],
      ['Anmeldung', course.phase.text],
    ],
    text: course.description,
  };
}

function addressOf({ slug }: CourseRow, site: string): string {
  return `${site}/id/${slug}`;
}

/** The subtitle and the start of the description, as shown in previews. */
function describe({ subtitle, description }: CourseRow): string {
  const text = description ? richTextToText(readRichText(description)) : '';
  return previewText([subtitle, text].filter((part) => part !== '').join(' – '));
}

function nothing(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}
