import type { Collection } from '../collections.ts';
import { pageNames, type PageName } from '../pages.ts';

/** The collections whose changes invalidate the payload file of a page. */
const shownIn: { readonly [page in PageName]?: readonly Collection[] } = {
  home: ['events', 'news', 'departments'],
  myClub: ['departments', 'pages', 'courses'],
  news: ['news', 'departments'],
};

/** All collections that the payload file of a page depends on; each depends on the club config. */
function payloadCollections(page: PageName): readonly Collection[] {
  return ['config', ...(shownIn[page] ?? [])];
}

/** Whether a change in a collection may invalidate the payload file of a page; always true for unknown pages. */
export function isInPayload(page: unknown, collection: Collection): boolean {
  const name = pageNames.find((one) => one === page);
  return !name || payloadCollections(name).includes(collection);
}

/** All collections that some payload file depends on. */
export const allPayloadCollections: readonly Collection[] = [...new Set(pageNames.flatMap(payloadCollections))];
