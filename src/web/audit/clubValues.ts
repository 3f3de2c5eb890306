import type { ClubEntry } from '#shared/clubEntry.ts';

/** The fields of a club entry that a form changes. */
export type ClubValues = ReturnType<typeof clubValuesOf>;

/** What the form of a club begins with. */
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
  return { displayName, slogan, title, image, hasContent, hasNews, hasParticipations, hasOperationals, footerLinks };
}
