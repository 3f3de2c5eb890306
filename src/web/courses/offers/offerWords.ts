import type { OfferFilter } from '#shared/courses/offerFilter.ts';
import { filtersSet } from '#shared/courses/watches/filterWords.ts';
import { boot } from '#web/lib/boot.ts';

/** The active filters: a text for each, and the filter without it. */
export function setFilters(filter: OfferFilter) {
  return filtersSet(filter, (club) => boot.clubs[club].displayName);
}
