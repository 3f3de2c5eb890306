import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { Club } from '#shared/kernel/clubs.ts';
import { pictureUrl } from '#shared/kernel/storage.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import type { Services } from '#server/platform/http/context.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { previewText, type PageHead } from '#server/platform/formats/pageHead.ts';
import { visibleEvents } from './service.ts';
import { event } from './table.ts';

/**
 * The HTML head of an event page (/events?termin=…) for search engines and link previews; the list and non-public events use the club's
 * default.
 */
export async function eventHead({ database, settings }: Pick<Services, 'database' | 'settings'>, { name }: Club, url: URL) {
  const id = z.uuid().safeParse(url.searchParams.get('termin'));
  if (!id.success) return null;
  const [row] = await database.orm
    .select()
    .from(event)
    .where(and(eq(event.id, id.data), visibleEvents({ viewer: undefined, hostClub: name })));
  if (!row) return null;
  const club = (await readClubs(database))[row.club];
  const site = siteOf(settings, row.club);
  const address = `${site}/events?termin=${row.id}`;
  const image = row.image ? pictureUrl(row.image, 960) : undefined;
  const description = previewText(row.description);
  return {
    title: row.title,
    description,
    address,
    image,
    words: {
      title: row.title,
      facts: [
        ['Wann', timesInWords(row)],
        ['Wo', row.place],
      ],
      below: description,
    },
    data: {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: row.title,
      ...(description && { description }),
      ...(image && { image: new URL(image, site).href }),
      url: address,
      startDate: row.startsAt.toISOString(),
      endDate: row.endsAt.toISOString(),
      eventStatus: `https://schema.org/${row.state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
      location: { '@type': 'Place', name: row.place || club.displayName },
      organizer: { '@type': 'SportsOrganization', name: club.displayName, url: site },
      offers: { '@type': 'Offer', price: (row.priceCents / 100).toFixed(2), priceCurrency: 'EUR', url: address },
    },
  } satisfies PageHead;
}
