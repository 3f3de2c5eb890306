import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { hasFeature, type Club, type ClubName } from '#shared/kernel/clubs.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { clubName, id, instant } from '#shared/kernel/fields.ts';
import { newsAddress, type Article, type NewsTeaser } from '#shared/content/news.ts';
import { associationClub } from '#shared/kernel/clubs.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { pictureUrl } from '#shared/kernel/storage.ts';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { department } from '#server/club/departments/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Reader, Transaction } from '#server/platform/database/database.ts';
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { news } from './table.ts';

type Row = typeof news.$inferSelect;
type Shown = { row: Row; department: string | null };

const columns = { row: news, department: department.name };

/** The cursor of a page: pinned flag, instant, id. */
const position = z.tuple([z.literal([0, 1]), instant, id]);

/** One page of the news currently shown on a club's site: pinned first, then the newest. */
export async function listShown(orm: Reader, club: ClubName, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const rows = await shownRows(orm, club, limit + 1, cursor);
  const shown = rows.slice(0, limit).map(toTeaser);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? toCursor([Number(last.isPinned), last.publishAt, last.id]) : null };
}

/** The first articles currently shown on a club's site, with full text. */
export async function firstArticles(orm: Reader, club: ClubName, count: number): Promise<Article[]> {
  return (await shownRows(orm, club, count)).map(toArticle);
}

/** The article that the site of `host` shows at a slug; undefined if none is visible now. */
export async function findArticle(orm: Reader, host: ClubName, club: ClubName, slug: string): Promise<Article | undefined> {
  const [row] = await orm
    .select(columns)
    .from(news)
    .leftJoin(department, eq(department.id, news.departmentId))
    .where(and(isShownAt(host), eq(news.club, club), eq(news.slug, slug)));
  return row && toArticle(row);
}

/** The public data that the news page loads first. */
export async function newsPayload({ database }: Services, { name }: Club): Promise<{ rows: NewsTeaser[]; next: string | null }> {
  return listShown(database.orm, name, { limit: 12 });
}

/** The newest articles for the start page; empty if the news feature of the club is off. */
export async function latestNews({ database }: Services, club: Club): Promise<NewsTeaser[]> {
  return hasFeature(club, 'news') ? (await listShown(database.orm, club.name, { limit: 3 })).rows : [];
}

/** The HTML head of the news page: the club's default for the list, title, teaser and picture for an article. */
export async function newsHead({ database }: Pick<Services, 'database'>, { name }: Club, url: URL) {
  const slug = url.searchParams.get('beitrag');
  if (!slug) return null;
  const club = clubName.safeParse(url.searchParams.get('verein') ?? name);
  const found = club.success ? await findArticle(database.orm, name, club.data, slug) : undefined;
  if (!found) return undefined;
  return {
    title: found.title,
    description: found.teaser,
    image: found.image ? pictureUrl(found.image, 960) : undefined,
    publishedAt: found.publishAt,
    words: { above: instantInWords(found.publishAt), title: found.title, below: found.teaser, text: found.body },
    data: {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: found.title,
      ...(found.teaser && { description: found.teaser }),
      datePublished: found.publishAt,
    },
  };
}

/** The articles that use any of these files. */
export async function newsUses(tx: Transaction, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx
    .select()
    .from(news)
    .where(or(inArray(news.image, [...paths]), mentions(news.body, paths)))
    .limit(1000);
  return rows.flatMap((row) =>
    [...new Set([...paths.filter((path) => path === row.image), ...mentionedIn(row.body, paths)])].map((path) => ({
      path,
      what: `Beitrag „${row.title}“`,
      link: newsAddress(row.club, row),
    })),
  );
}

/**
 * SQL condition for articles currently shown on a club's site: published, started and not expired; from other clubs only those taken over
 * by the association.
 */
export function isShownAt(host: ClubName): SQL | undefined {
  const own = eq(news.club, host);
  const taken = and(eq(news.isShared, true), isNotNull(news.approvedAt));
  return and(
    eq(news.state, 'published'),
    lte(news.publishAt, now()),
    or(isNull(news.expiresAt), gt(news.expiresAt, now())),
    host === associationClub ? or(own, taken) : own,
  );
}

function shownRows(orm: Reader, club: ClubName, limit: number, cursor?: string): Promise<Shown[]> {
  const after = cursor ? fromCursor(cursor, position) : undefined;
  return orm
    .select(columns)
    .from(news)
    .leftJoin(department, eq(department.id, news.departmentId))
    .where(
      and(
        isShownAt(club),
        after &&
          sql`(${news.isPinned}, ${news.publishAt}, ${news.id}) < (${after[0] === 1}::boolean, ${after[1]}::timestamptz, ${after[2]}::uuid)`,
      ),
    )
    .orderBy(desc(news.isPinned), desc(news.publishAt), desc(news.id))
    .limit(limit);
}

function toArticle(shown: Shown): Article {
  return { ...toTeaser(shown), body: readRichText(shown.row.body) };
}

function toTeaser({ row, department: of }: Shown): NewsTeaser {
  const { id: key, club, slug, title, teaser, image, imageAlt, author, publishAt, isPinned, updatedAt } = row;
  const shownFrom = (publishAt ?? updatedAt).toISOString();
  return { id: key, club, slug, title, teaser, image, imageAlt, author, department: of, publishAt: shownFrom, isPinned };
}

/** The news that reference a department. */
export const newsOfDepartments: DepartmentUse = {
  words: ['Neuigkeit', 'Neuigkeiten'],
  count: (tx, departmentIds) => countByDepartment(tx, news, departmentIds),
};
