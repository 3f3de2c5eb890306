import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';

/** The path of a content page. */
export function pageAddress(club: ClubName, slug: string): string {
  return `/${club.toLowerCase()}/${slug}`;
}

/** The club and the slug of the path of a content page; undefined for other paths. */
export function placeOfAddress(address: string): { club: ClubName; slug: string } | undefined {
  const [, first = '', ...rest] = (address.split(/[?#]/)[0] ?? '').split('/');
  const club = clubNames.find((name) => name.toLowerCase() === first);
  return club && { club, slug: rest.filter(Boolean).join('/') };
}
