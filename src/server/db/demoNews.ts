import type { RichText } from '#shared/kernel/richText.ts';
import { news, newsRevision } from '#server/content/news/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const author = 'Erika Beispiel';

type Sample = { slug: string; title: string; teaser: string; words: string[]; daysAgo: number; isPinned?: boolean; isShared?: boolean };

const samples: readonly Sample[] = [
  {
    slug: 'schnupperwoche-im-januar',
    title: 'Schnupperwoche im Januar',
    teaser: 'Eine Woche lang stehen alle Kurse offen. Kommen Sie vorbei, eine Anmeldung ist nicht nötig.',
    words: [
      'Vom 11. bis zum 17. Januar können Sie jedes Angebot ausprobieren: vom Eltern-Kind-Turnen bis zum Rückenkurs.',
      'Bringen Sie Hallenschuhe und etwas zu trinken mit. Unsere Übungsleiterinnen und Übungsleiter freuen sich auf Sie.',
    ],
    daysAgo: 2,
    isPinned: true,
    isShared: true,
  },
  {
    slug: 'jugend-gewinnt-stadtpokal',
    title: 'Jugend gewinnt den Stadtpokal',
    teaser: 'Im Endspiel drehte die Mannschaft einen Rückstand. Gefeiert wurde im Vereinsheim.',
    words: ['Nach einem 0:2 zur Pause hieß es am Ende 3:2. Wir gratulieren allen Spielerinnen und Spielern.'],
    daysAgo: 9,
    isShared: true,
  },
  {
    slug: 'helfende-haende-fuers-sommerfest',
    title: 'Helfende Hände fürs Sommerfest gesucht',
    teaser: 'Für Aufbau, Grill und Kuchenstand suchen wir noch Helferinnen und Helfer.',
    words: ['Schon zwei Stunden helfen sehr. Die Schichten stehen in der Helferliste, die der Vorstand verschickt.'],
    daysAgo: 16,
  },
];

/** Writes the news of RWA, one of them planned. */
export async function fillNews({ tx }: Write): Promise<void> {
  const planned: Sample = {
    slug: 'jahresrueckblick',
    title: 'Unser Jahresrückblick',
    teaser: 'Was uns bewegt hat.',
    words: ['Danke für ein gutes Jahr.'],
    daysAgo: -20,
  };
  for (const { words, daysAgo, ...sample } of [...samples, planned]) {
    const body: RichText = {
      type: 'doc',
      content: words.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    };
    const publishAt = new Date(now().getTime() - daysAgo * dayMs);
    const [row] = await tx
      .insert(news)
      .values({ ...sample, body, club: 'RWA', author, state: 'published', publishAt, updatedAt: now() })
      .returning();
    if (row)
      await tx
        .insert(newsRevision)
        .values({ newsId: row.id, version: 1, title: row.title, teaser: row.teaser, body, at: now(), by: author });
  }
}
