import { clubIcon, type Club } from '#shared/kernel/clubs.ts';
import type { Services } from '../http/context.ts';
import { escapeHtml } from './escapeHtml.ts';
import type { PageWords } from './pageWords.ts';

/** The head of a page for search engines and previews, instead of the club's default texts. */
export type PageHead = {
  title: string;
  description: string;
  /** The URL of a preview picture on this site. */
  image?: string | undefined;
  /** Set for an article with a publication date. */
  publishedAt?: string | undefined;
  /** The canonical URL, independent of the club site that shows it. */
  address?: string | undefined;
  /** Structured data for search engines (schema.org). */
  data?: object | undefined;
  /** The content before the app is loaded. */
  words?: PageWords | undefined;
  /** The URL that the app reads first, preloaded with its files. */
  firstRead?: string | undefined;
};

/** A page hidden from search engines, with the club's default texts; `isForVisitors` says whether visitors may know that it exists. */
export type UnlistedHead = { isUnlisted: true; isForVisitors: boolean } & Pick<PageHead, 'firstRead'>;

/**
 * Reads the head of a page's URL: undefined if nothing exists there (404), another address if the record was renamed, null if the club's
 * default texts apply.
 */
export type ReadHead = (
  services: Services,
  club: Club,
  url: URL,
) => Promise<PageHead | UnlistedHead | { movedTo: string } | null | undefined>;

/** The beginning of a text in one line, as search engines and link previews show it. */
export function previewText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}

/** The lines of a head; user content is escaped. */
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
    // A data block is not a script, so the content security policy allows it. Without `<` no text can close it.
    ...(data ? [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`] : []),
  ];
}

/** A page with the club's default texts is described as the club. */
function organisation(club: Club, site: string): object {
  const logo = new URL(clubIcon(club.name, '512'), site).href;
  return { '@context': 'https://schema.org', '@type': 'SportsOrganization', name: club.displayName, url: site, logo, slogan: club.slogan };
}
