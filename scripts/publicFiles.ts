import type { PageName } from '../src/shared/kernel/pages.ts';
import { closureOf, firstFile, type Opening, type Piece } from './chunks.ts';

/** An opening of a public page, by the page's name, or of one of the staff's or with the design system, without. */
export type PageOpening = Opening & { page?: PageName };

/**
 * Public pages that share a file, since who opens one often opens another. The design system comes with none of them. A page's own code stands
 * in the file of its topic, what pages of two topics need in the file of all: so a change of a few bytes changes a few bytes of each page.
 */
const topics: { readonly [topic: string]: readonly PageName[] } = {
  find: ['home', 'offers', 'myClub'],
  read: ['news', 'events', 'rwaContent', 'scbContent', 'gsvContent', 'holiday'],
  course: ['course', 'trial', 'watch', 'helpers'],
  registration: ['registration'],
  signIn: ['login', 'reset', 'verify'],
  links: [
    'invitation',
    'access',
    'unsubscribe',
    'feedback',
    'support',
    'cancelContract',
    'withdrawContract',
    'contractDeclaration',
    'membership',
    'halls',
    'hall',
    'hallRequest',
    'ownHallRequest',
  ],
};

/** So many pages of the staff make a piece of public pages one for every page. */
const manyPages = 10;

/**
 * The file of each piece that public pages show at once: that of the only topic that needs it, or the one for all topics; what many pages of the
 * staff need as well stands in the first file, so that they do not load the rest. A topic's file imports only the latter two, as whatever a piece
 * imports is needed wherever the piece is. Other pieces have no file by this rule.
 */
export function publicFiles(pieces: readonly Piece[], openings: readonly PageOpening[], isElsewhere: (piece: number) => boolean) {
  const fileOf = new Map<number, string>();
  for (const { page, pieces: begin } of openings) {
    const topic = page && topicOf(page);
    if (topic)
      for (const piece of closureOf(pieces, begin))
        if (!isElsewhere(piece)) fileOf.set(piece, (fileOf.get(piece) ?? topic) === topic ? topic : 'public');
  }
  const staff = openings.filter(({ page }) => !page).map(({ pieces: begin }) => closureOf(pieces, begin));
  for (const piece of fileOf.keys()) if (staff.filter((needed) => needed.has(piece)).length >= manyPages) fileOf.set(piece, firstFile);
  return fileOf;
}

function topicOf(page: PageName): string {
  const found = Object.keys(topics).find((topic) => topics[topic]?.includes(page));
  if (!found) throw new Error(`scripts/publicFiles.ts says no topic of the public page ${page}`);
  return found;
}
