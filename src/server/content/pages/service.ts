import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { hasFeature, type Club, type ClubName } from '#shared/kernel/clubs.ts';
import { accessibilityStatedAt, accessibilityStatement, accessibilityTitle } from '#shared/content/accessibility.ts';
import { type ShownPage } from '#shared/content/contentPages.ts';
import { addressIn } from '#shared/content/imprint.ts';
import { legalKinds, legalPages } from '#shared/content/legalPages.ts';
import { pageAddress, placeOfAddress } from '#shared/content/contentAddress.ts';
import { readRichText, richTextToText } from '#shared/kernel/richText.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { club } from '#server/club/clubs/table.ts';
import type { Services } from '#server/platform/http/context.ts';
import type { Reader, Transaction } from '#server/platform/database/database.ts';
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { previewText } from '#server/platform/formats/pageHead.ts';
import { page, pageRedirect } from './table.ts';

type PageRow = typeof page.$inferSelect;

/** The published page at a slug or a former slug; undefined if there is no public one. */
export async function findPage({ database }: Pick<Services, 'database'>, club: ClubName, slug: string): Promise<ShownPage | undefined> {
  const { orm } = database;
  const row = (await publishedPage(orm, club, slug)) ?? (await renamedPage(orm, club, slug));
  const { [club]: of } = await readClubs(database);
  const isOn = hasFeature(of, 'content');
  const menu = isOn ? await readMenu(orm, club) : [];
  // Imprint and privacy notice are required by law even if the feature is off.
  if (row && (isOn || row.legalKind))
    return { club, slug: row.slug, title: row.title, body: readRichText(row.body), updatedAt: row.updatedAt.toISOString(), menu };
  if (slug !== legalPages.accessibility.slug) return undefined;
  // The built-in accessibility statement is shown until the club publishes its own.
  return { club, slug, title: accessibilityTitle, body: accessibilityStatement(of.displayName), updatedAt: accessibilityStatedAt, menu };
}

/** The contracting party of an order: the club's name and the address from its imprint. */
export async function contractPartner(tx: Transaction, name: ClubName): Promise<string> {
  const isImprint = and(eq(page.club, club.name), eq(page.legalKind, 'imprint'), eq(page.state, 'published'));
  const [row] = await tx
    .select({ displayName: club.displayName, imprint: page.body })
    .from(club)
    .leftJoin(page, isImprint)
    .where(eq(club.name, name));
  const { displayName = name, imprint } = row ?? {};
  const address = imprint && addressIn(readRichText(imprint));
  if (!address) return displayName;
  return address.includes(displayName) ? address : `${displayName}, ${address}`;
}

/** The paths of a club's published legal pages by kind; kinds without a page are omitted. */
export async function legalAddresses(source: Reader, name: ClubName): Promise<{ readonly [kind: string]: string }> {
  const rows = await source
    .select({ kind: page.legalKind, slug: page.slug })
    .from(page)
    .where(and(eq(page.club, name), eq(page.state, 'published'), isNotNull(page.legalKind)))
    .limit(legalKinds.length);
  return Object.fromEntries(rows.map(({ kind, slug }) => [kind, pageAddress(name, slug)]));
}

/** The HTML head of a content page for search engines and link previews; undefined if there is no page. */
export async function contentPageHead(services: Pick<Services, 'database'>, _club: Club, url: URL) {
  const place = placeOfAddress(url.pathname);
  const found = place && (await findPage(services, place.club, place.slug));
  if (!found) return undefined;
  if (found.slug !== place.slug) return { movedTo: pageAddress(found.club, found.slug) };
  const description = previewText(richTextToText(found.body));
  return { title: found.title, description, words: { title: found.title, text: found.body } };
}

/** The slugs of all published pages of a club; if the feature is off, only those required by law. */
export async function publishedAddresses(orm: Reader, club: Club): Promise<string[]> {
  const isOn = hasFeature(club, 'content');
  const rows = await orm
    .select({ slug: page.slug, legalKind: page.legalKind })
    .from(page)
    .where(and(eq(page.club, club.name), eq(page.state, 'published')))
    .orderBy(asc(page.slug))
    .limit(1000);
  return rows.filter(({ legalKind }) => isOn || legalKind).map(({ slug }) => pageAddress(club.name, slug));
}

/** The content pages that use any of these files. */
export async function contentPageUses(tx: Transaction, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx.select().from(page).where(mentions(page.body, paths)).limit(1000);
  return rows.flatMap((row) =>
    mentionedIn(row.body, paths).map((path) => ({ path, what: `Seite „${row.title}“`, link: pageAddress(row.club, row.slug) })),
  );
}

async function publishedPage(orm: Reader, club: ClubName, slug: string): Promise<PageRow | undefined> {
  const [row] = await orm
    .select()
    .from(page)
    .where(and(eq(page.club, club), eq(page.slug, slug), eq(page.state, 'published')));
  return row;
}

async function renamedPage(orm: Reader, club: ClubName, slug: string): Promise<PageRow | undefined> {
  const [found] = await orm
    .select({ row: page })
    .from(pageRedirect)
    .innerJoin(page, eq(page.id, pageRedirect.pageId))
    .where(and(eq(pageRedirect.club, club), eq(pageRedirect.slug, slug), eq(page.state, 'published')));
  return found?.row;
}

/** The menu as a flat list with depths; a page below an unpublished one moves to the top level. */
async function readMenu(orm: Reader, club: ClubName): Promise<ShownPage['menu']> {
  const rows = await orm
    .select({ id: page.id, slug: page.slug, label: page.menuLabel, parentId: page.parentId })
    .from(page)
    .where(and(eq(page.club, club), eq(page.state, 'published')))
    .orderBy(asc(page.menuOrder), asc(page.title), asc(page.id))
    .limit(500);
  const ids = new Set(rows.map(({ id }) => id));
  const below = (parent: string | null, depth: number): ShownPage['menu'] =>
    rows
      .filter(({ parentId }) => (parentId && ids.has(parentId) ? parentId : null) === parent)
      .flatMap(({ id, slug, label }) => [...(label ? [{ slug, label, depth }] : []), ...(depth < 5 ? below(id, depth + 1) : [])]);
  return below(null, 0);
}
