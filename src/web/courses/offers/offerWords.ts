import type { OfferFilter } from '#shared/courses/offerFilter.ts';
import { filtersSet } from '#shared/courses/watches/filterWords.ts';
import { boot } from '#web/lib/boot.ts';

/** What of the filter is set: in words, and what takes it away. */
export function setFilters(filter: OfferFilter) {
  return filtersSet(filter, (club) => boot.clubs[club].displayName);
}
