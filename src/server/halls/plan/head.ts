import type { Club } from '#shared/kernel/clubs.ts';
import type { PageHead } from '#server/platform/formats/pageHead.ts';
import type { Services } from '#server/platform/http/context.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { addressOf, findFacilityBySlug } from '../facilities/service.ts';

/** The HTML head of the plan at a hall's door (/halls/{slug}) for search engines and link previews; an unknown hall is 404. */
export async function hallHead({ database, settings }: Pick<Services, 'database' | 'settings'>, { name: host }: Club, url: URL) {
  const [, slug = ''] = /^\/halls\/([^/]{1,80})\/?$/.exec(url.pathname) ?? [];
  const hall = await findFacilityBySlug(database.orm, slug);
  if (!hall) return undefined;
  const address = addressOf(hall);
  return {
    title: hall.name,
    description: `Was heute in der Halle ist: ${[hall.name, address].filter(Boolean).join(', ')}`,
    address: `${siteOf(settings, hall.managerClub ?? host)}/halls/${hall.slug}`,
    words: { above: 'Hallenplan', title: hall.name, facts: [['Wo', address]] },
  } satisfies PageHead;
}
