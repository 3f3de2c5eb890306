import type { Collection } from '../collections.ts';
import { pageNames, type PageName } from '../pages.ts';

/** What the payload file of each page shows beside its club: the collections whose changes make it another one. */
const shownIn: { readonly [page in PageName]?: readonly Collection[] } = {
  home: ['events', 'news', 'departments'],
  myClub: ['departments', 'pages', 'courses'],
  news: ['news', 'departments'],
};

/** The collections that the payload file of a page depends on; the club and its parts stand in each of them. */
function payloadCollections(page: PageName): readonly Collection[] {
  return ['config', ...(shownIn[page] ?? [])];
}

/** Whether a payload file may differ after a change in a collection; an unknown page always may. */
export function isInPayload(page: unknown, collection: Collection): boolean {
  const name = pageNames.find((one) => one === page);
  return !name || payloadCollections(name).includes(collection);
}

/** The collections that any payload file depends on. */
export const allPayloadCollections: readonly Collection[] = [...new Set(pageNames.flatMap(payloadCollections))];
