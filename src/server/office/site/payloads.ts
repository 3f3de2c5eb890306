import { hasFeature, type Club } from '#shared/kernel/clubs.ts';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';

/** Reads the first public data of a page for the host's club. */
export type ReadPayload = (services: Services, club: Club) => Promise<object>;

/** The payload file of a page (specification section 7): its title, its club, and the public data of its feature. */
export async function readPayload(services: Services, page: PageName, club: Club, readers: { readonly [page in PageName]?: ReadPayload }) {
  const { title, feature } = pageOf(page);
  if (feature && !hasFeature(club, feature)) throw new Problem('not-found');
  return { page, title, club: club.name, data: (await readers[page]?.(services, club)) ?? {} };
}
