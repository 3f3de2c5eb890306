import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Club } from '#shared/kernel/clubs.ts';
import { previewText, type PageHead } from '#server/platform/formats/pageHead.ts';
import type { Services } from '#server/platform/http/context.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { holidayRound } from './table.ts';

/** The HTML head of a holiday programme (/holiday/{id}); an unknown one, and a draft, are 404. */
export async function holidayHead({ database, settings }: Pick<Services, 'database' | 'settings'>, _host: Club, url: URL) {
  const id = z.uuid().safeParse(url.pathname.split('/')[2]);
  const [round] = id.success ? await database.orm.select().from(holidayRound).where(eq(holidayRound.id, id.data)) : [];
  if (!round || round.state === 'draft') return undefined;
  return {
    title: round.name,
    description: previewText(round.text),
    address: `${siteOf(settings, round.club)}/holiday/${round.id}`,
    words: { above: 'Ferienprogramm', title: round.name, below: round.text },
  } satisfies PageHead;
}
