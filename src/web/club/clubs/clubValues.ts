import { z } from 'zod';
import { clubInput, type ClubEntry } from '#shared/club/clubEntry.ts';

/** The fields of a club entry that the form edits. */
export type ClubValues = ReturnType<typeof clubValuesOf>;

/** The initial values of the form. A link keeps its key when it is moved. */
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

/** The values to send, without the keys. */
export function clubChangeOf({ footerLinks, ...values }: ClubValues) {
  return { ...values, footerLinks: footerLinks.map(({ key: _key, ...link }) => link) };
}

/** Validates what is sent. */
export const clubShape = z
  .custom<ClubValues>()
  .transform(clubChangeOf)
  .pipe(clubInput.omit({ version: true }));
