import { germanDate } from '#shared/kernel/calendar.ts';
import type { RichText, RichTextNode } from '#shared/kernel/richText.ts';
import { accessibilityCheck } from './accessibilityCheck.ts';

/** The title of the accessibility statement. */
export const accessibilityTitle = 'Erklärung zur Barrierefreiheit';

const { day, axe, pages, widths } = accessibilityCheck;

/** When the application was last checked for the statement below. */
export const accessibilityStatedAt = `${day}T12:00:00.000Z`;

/** The default accessibility statement until a club publishes its own: known limitations and a contact. */
export function accessibilityStatement(displayName: string): RichText {
  return {
    type: 'doc',
    content: [
      paragraph(
        `${displayName} möchte, dass alle dieses Portal nutzen können. Maßstab sind die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA, ` +
          'auf die sich die EN 301 549 und die BITV 2.0 stützen.',
      ),
      heading('Stand der Vereinbarkeit'),
      paragraph('Das Portal ist mit diesen Anforderungen teilweise vereinbar. Die Ausnahmen stehen unten.'),
      heading('So wird geprüft'),
      paragraph(
        `Das ist eine Selbstbewertung der Entwicklung: Zuletzt am ${germanDate(day)} hat das Programm axe (Version ${axe}) ${pages} Seiten aller Arten geprüft, ` +
          `gefüllt mit Beispielen, in Breiten von ${listed(widths)} Punkten, hell und dunkel, ohne Befund. Vor jedem neuen Stand geschieht das wieder. ` +
          'Nicht jede Hürde lässt sich so finden.',
      ),
      heading('Bekannte Ausnahmen'),
      list(
        'Hochgeladene Dateien, vor allem PDF, sind oft nicht barrierefrei aufbereitet.',
        'Texte und Bilder der Vereine prüft ein Programm nur zum Teil; eine Bildbeschreibung kann fehlen oder ungenau sein.',
        'Seiten in Leichter Sprache und in Gebärdensprache gibt es nicht.',
      ),
      heading('Etwas ist nicht nutzbar?'),
      paragraph('Bitte schreiben Sie uns, auch wenn Sie einen Inhalt anders brauchen. Wir antworten Ihnen und suchen einen Weg.'),
      link('Hürde melden', '/feedback'),
      link('Hilfe und Kontakt', '/support'),
      heading('Wenn unsere Antwort nicht hilft'),
      paragraph(
        'Für Verträge, die online geschlossen werden, wacht die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und ' +
          'Dienstleistungen (MLBF) in Magdeburg. Sie nimmt auch Hinweise entgegen.',
      ),
      paragraph(
        'Kommen wir zu einem solchen Vertrag nicht zu einer Lösung, können Sie die Schlichtungsstelle anrufen, kostenlos und ohne Anwalt ' +
          '(§ 34 des Barrierefreiheitsstärkungsgesetzes, § 16 des Behindertengleichstellungsgesetzes).',
      ),
      outside('Schlichtungsstelle', 'https://www.schlichtungsstelle-bgg.de'),
    ],
  };
}

const listed = (all: readonly number[]) => `${all.slice(0, -1).join(', ')} und ${all.at(-1)}`;
const words = (text: string): RichTextNode => ({ type: 'text', text });
const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [words(text)] });
const heading = (text: string): RichTextNode => ({ type: 'heading', attrs: { level: 2 }, content: [words(text)] });
const list = (...items: string[]): RichTextNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
});
const outside = (text: string, href: string): RichTextNode => link(text, href);
const link = (text: string, href: string): RichTextNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }],
});
