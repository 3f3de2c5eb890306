import { readOfferFilter, writeOfferFilter } from '#shared/courses/offerFilter.ts';
import { filtersSet } from '#shared/courses/watches/filterWords.ts';
import { defaultClubs } from '#shared/kernel/clubs.ts';

type Texts = { readonly [key: string]: string };

/** The normalised filter, without parameters that do not select offers. */
export function cleanFilter(texts: Texts): { [key: string]: string } {
  const { sort: _sort, ...filter } = writeOfferFilter(readOfferFilter(texts));
  return Object.fromEntries(Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** The subject of a watch, as German text, e.g. "Mittwoch, 6 Jahre". */
export function filterInWords(filter: Texts): string {
  const set = filtersSet(readOfferFilter(filter), (club) => defaultClubs[club].displayName);
  return set.map(({ words }) => words).join(', ') || 'Alle Angebote';
}

/** The path of the watched offers. */
export function pathOfFilter(filter: Texts): string {
  const query = new URLSearchParams(filter).toString();
  return query ? `/offers?${query}` : '/offers';
}
