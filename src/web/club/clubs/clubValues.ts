import { z } from 'zod';
import { clubInput, type ClubEntry } from '#shared/club/clubEntry.ts';

/** The fields of a club entry that a form changes. */
export type ClubValues = ReturnType<typeof clubValuesOf>;

/** What the form of a club begins with. A link keeps its key wherever it is moved. */
export function clubValuesOf({
  displayName,
  slogan,
  title,
  image,
  hasContent,
  hasNews,
  hasParticipations,
  hasOperationals,
  footerLinks,
}: ClubEntry) {
  const links = footerLinks.map((link, index) => ({ ...link, key: `stored-${index}` }));
  return { displayName, slogan, title, image, hasContent, hasNews, hasParticipations, hasOperationals, footerLinks: links };
}

/** What of the form is sent: all but the keys. */
export function clubChangeOf({ footerLinks, ...values }: ClubValues) {
  return { ...values, footerLinks: footerLinks.map(({ key: _key, ...link }) => link) };
}

/** What the form checks: that which is sent. */
export const clubShape = z
  .custom<ClubValues>()
  .transform(clubChangeOf)
  .pipe(clubInput.omit({ version: true }));
