import { clubIcon, type Club } from '#shared/kernel/clubs.ts';
import type { Services } from '../http/context.ts';
import { escapeHtml } from './escapeHtml.ts';
import type { PageWords } from './pageWords.ts';

/** The head of a page for search engines and previews, instead of the club's own words. */
export type PageHead = {
  title: string;
  description: string;
  /** The address of a picture on this site, for previews. */
  image?: string | undefined;
  /** Whether it is an article with a date of its own. */
  publishedAt?: string | undefined;
  /** Where it stands, whatever club's site shows it. */
  address?: string | undefined;
  /** What it is, for search engines (schema.org). */
  data?: object | undefined;
  /** The content before the app is loaded. */
  words?: PageWords | undefined;
  /** The address of what the app reads first, to be asked for beside its files. */
  firstRead?: string | undefined;
};

/** A page that search engines leave out and that keeps the club's words; without `isForVisitors` nobody but users is told that it is there. */
export type UnlistedHead = { isUnlisted: true; isForVisitors: boolean } & Pick<PageHead, 'firstRead'>;

/**
 * Reads the head of an address that belongs to a page: undefined where nothing stands (404), another address where the
 * record was renamed, null where the page is described by the club's words.
 */
export type ReadHead = (
  services: Services,
  club: Club,
  url: URL,
) => Promise<PageHead | UnlistedHead | { movedTo: string } | null | undefined>;

/** The lines of a head; everything written by a person is escaped. */
export function headLines(club: Club, site: string, head: PageHead | null): string[] {
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  const data = head ? head.data : organisation(club, site);
  const picture = new URL(head?.image ?? clubIcon(club.name, '512'), site).href;
  return [
    `<title>${escapeHtml(head ? `${head.title} – ${club.displayName}` : club.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head?.description || club.slogan)}">`,
    property('og:title', head?.title ?? club.title),
    property('og:description', head?.description || club.slogan),
    property('og:site_name', club.displayName),
    property('og:type', head?.publishedAt ? 'article' : 'website'),
    ...(head?.publishedAt ? [property('article:published_time', head.publishedAt)] : []),
    ...(head?.address ? [`<link rel="canonical" href="${escapeHtml(head.address)}">`, property('og:url', head.address)] : []),
    property('og:image', picture),
    `<meta name="twitter:card" content="${head?.image ? 'summary_large_image' : 'summary'}">`,
    ...(club.hasNews
      ? [`<link rel="alternate" type="application/atom+xml" title="${escapeHtml(club.displayName)}" href="/news.atom">`]
      : []),
    // A data block is not a script: the content policy lets it stand. Without `<` no text can end it.
    ...(data ? [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`] : []),
  ];
}

/** A page that the club's own words describe is about the club. */
function organisation(club: Club, site: string): object {
  const logo = new URL(clubIcon(club.name, '512'), site).href;
  return { '@context': 'https://schema.org', '@type': 'SportsOrganization', name: club.displayName, url: site, logo, slogan: club.slogan };
}
