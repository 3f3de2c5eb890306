import { defaultClubs, clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { legalPages, type LegalKind } from '#shared/content/legalPages.ts';
import type { RichText, RichTextNode } from '#shared/kernel/richText.ts';
import { configParameter } from '#server/club/config/table.ts';
import { page, pageRevision } from '#server/content/pages/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';

type Sample = { slug: string; title: string; menuLabel?: string; parent?: string; legalKind?: LegalKind; body: RichText };

const author = 'Demonstration';

/** Content pages and legal pages, marked as invented. */
export async function fillContentPages({ tx }: Write): Promise<void> {
  for (const club of clubNames) {
    const ids = new Map<string, string>();
    const samples = [...(club === 'RWA' ? clubPages : []), ...legalSamples(club), ...(club === 'GSV' ? [] : membershipTexts(club))];
    for (const [index, { parent, menuLabel = '', legalKind = null, ...sample }] of samples.entries()) {
      const values = { club, menuLabel, legalKind, parentId: ids.get(parent ?? '') ?? null, menuOrder: (index + 1) * 10 };
      const [row] = await tx
        .insert(page)
        .values({ ...sample, ...values, state: 'published', updatedBy: author, updatedAt: now() })
        .returning();
      if (!row) continue;
      ids.set(sample.slug, row.id);
      await tx.insert(pageRevision).values({ pageId: row.id, version: 1, title: row.title, body: row.body, at: row.updatedAt, by: author });
    }
    if (club !== 'GSV') await tx.insert(configParameter).values({ name: `members.${club}.applications`, value: true, updatedAt: now() });
  }
}

const words = (text: string): RichTextNode => ({ type: 'text', text });
const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [words(text)] });
const heading = (text: string): RichTextNode => ({ type: 'heading', attrs: { level: 2 }, content: [words(text)] });
const list = (...items: string[]): RichTextNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
});
const link = (text: string, href: string): RichTextNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }],
});
const row = (type: 'tableHeader' | 'tableCell', ...cells: string[]): RichTextNode => ({
  type: 'tableRow',
  content: cells.map((cell) => ({ type, attrs: { colspan: 1, rowspan: 1 }, content: [paragraph(cell)] })),
});
const text = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });

const isExample: RichTextNode = {
  type: 'blockquote',
  content: [paragraph('Beispieltext der Demonstration: Namen, Anschriften und Angaben sind erfunden. Vor dem Betrieb bitte ersetzen.')],
};

function legalSamples(club: ClubName): Sample[] {
  const { displayName } = defaultClubs[club];
  const domain = `${club.toLowerCase()}.test`;
  return [
    {
      slug: legalPages.imprint.slug,
      title: legalPages.imprint.label,
      legalKind: 'imprint',
      body: text(
        isExample,
        heading('Anbieter'),
        paragraph(`${displayName} e. V. (Muster), Musterweg 1, 59999 Auenfeld`),
        heading('Vertreten durch'),
        paragraph('Max Muster (1. Vorsitz) und Erika Beispiel (2. Vorsitz)'),
        heading('Registereintrag'),
        paragraph('Amtsgericht Musterstadt, VR 0000 (Muster)'),
        heading('Verantwortlich für den Inhalt'),
        paragraph('Erika Beispiel, Anschrift wie oben'),
        link(`vorstand@${domain}`, `mailto:vorstand@${domain}`),
      ),
    },
    {
      slug: legalPages.contact.slug,
      title: legalPages.contact.label,
      legalKind: 'contact',
      body: text(
        isExample,
        heading('Geschäftsstelle'),
        paragraph('Musterweg 1, 59999 Auenfeld. Geöffnet dienstags von 17 bis 19 Uhr (Muster).'),
        link('Telefon 0000 000000', 'tel:0000000000'),
        link(`info@${domain}`, `mailto:info@${domain}`),
        heading('Vorstand'),
        list('Erika Beispiel (Vorsitz)', 'Max Muster (Stellvertretung)', 'Petra Probe (Kasse)'),
        heading('Schreiben Sie uns'),
        link('Zum Formular für Rückmeldungen', '/feedback'),
      ),
    },
    {
      slug: legalPages.privacy.slug,
      title: 'Datenschutzhinweise',
      legalKind: 'privacy',
      body: text(
        isExample,
        heading('Wer verantwortlich ist'),
        paragraph(`${displayName} e. V. (Muster), Musterweg 1, 59999 Auenfeld`),
        heading('Welche Daten diese Seite verarbeitet'),
        list(
          'Beim Aufruf: die Netzadresse, um die Seite auszuliefern und Missbrauch zu begrenzen.',
          'Mit einem Konto: Name, E-Mail-Adresse, Rolle und die Zeit der letzten Anmeldung.',
          'Bei einer Rückmeldung: Ihr Text und, wenn Sie sie angeben, Ihre E-Mail-Adresse.',
        ),
        heading('Keine fremden Dienste'),
        paragraph('Schriften, Bilder und Symbole kommen von diesem Server. Es gibt keine Werbung und keine Auswertung durch Dritte.'),
        heading('Ihre Rechte'),
        paragraph('Sie können Auskunft, Berichtigung und Löschung verlangen. Schreiben Sie dafür an die Geschäftsstelle.'),
      ),
    },
  ];
}

/** The texts that applicants for a membership agree to. */
function membershipTexts(club: Exclude<ClubName, 'GSV'>): Sample[] {
  const { displayName } = defaultClubs[club];
  const below = club === 'RWA' ? { parent: 'verein' } : {};
  return [
    {
      slug: legalPages.statutes.slug,
      title: legalPages.statutes.label,
      menuLabel: legalPages.statutes.label,
      legalKind: 'statutes',
      ...below,
      body: text(
        isExample,
        heading('§ 1 Name und Sitz'),
        paragraph(`Der Verein heißt ${displayName} (Muster) und hat seinen Sitz in Auenfeld.`),
        heading('§ 2 Austritt'),
        paragraph('Der Austritt ist zum Ende eines Halbjahres möglich, mit einer Frist von vier Wochen.'),
      ),
    },
    {
      slug: legalPages.fees.slug,
      title: legalPages.fees.label,
      menuLabel: legalPages.fees.label,
      legalKind: 'fees',
      ...below,
      body: text(
        isExample,
        heading('§ 1 Beiträge'),
        paragraph('Die Mitgliederversammlung beschließt die Beiträge. Sie stehen auf der Seite „Mitgliedschaft beantragen“.'),
        heading('§ 2 Zahlung'),
        paragraph('Beiträge sind im Voraus fällig und werden per Lastschrift eingezogen oder überwiesen.'),
      ),
    },
  ];
}

const clubPages: readonly Sample[] = [
  {
    slug: 'verein',
    title: 'Unser Verein',
    menuLabel: 'Verein',
    body: text(
      paragraph('Rot-Weiß Auenfeld ist ein erfundener Sportverein: Breitensport, Wettkampf und Kurse für alle Altersgruppen.'),
      heading('Was uns ausmacht'),
      list('Angebote an jedem Tag der Woche', 'Ausgebildete Übungsleiterinnen und Übungsleiter', 'Schnupperstunden in allen Abteilungen'),
      heading('Beiträge (Muster)'),
      {
        type: 'table',
        content: [
          row('tableHeader', 'Mitglied', 'Im Monat'),
          row('tableCell', 'Kinder und Jugendliche', '6,00 €'),
          row('tableCell', 'Erwachsene', '10,00 €'),
          row('tableCell', 'Familien', '18,00 €'),
        ],
      },
    ),
  },
  {
    slug: 'verein/geschichte',
    title: 'Unsere Geschichte',
    menuLabel: 'Geschichte',
    parent: 'verein',
    body: text(paragraph('1921 gegründet, 1975 die erste eigene Halle, heute fünf Abteilungen. Alles an dieser Geschichte ist erfunden.')),
  },
  {
    slug: 'mitglied-werden',
    title: 'Mitglied werden',
    menuLabel: 'Mitglied werden',
    body: text(
      paragraph(
        'Kommen Sie zu einer Schnupperstunde, sie kostet nichts. Wenn es Ihnen gefällt, stellen Sie den Antrag hier oder in der Geschäftsstelle.',
      ),
      link('Mitgliedschaft beantragen', '/membership'),
      link('Kontakt zur Geschäftsstelle', '/rwa/kontakt'),
    ),
  },
];
