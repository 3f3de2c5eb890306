import { weekdayNames } from '#shared/kernel/calendar.ts';
import type { ListedCourse } from './courseShapes.ts';

type Searched = Pick<ListedCourse, 'title' | 'subtitle' | 'department' | 'place' | 'leaders' | 'slots' | 'ageMin' | 'ageMax'>;

/** Stop words. */
const fillers = new Set(
  'fuer mit am an im in auf bei und oder der die das den dem ein eine einen kurs kurse angebot angebote'.split(' ').map(plain),
);

/** Age groups by keyword; offers without age limits count as adult offers. */
const ages = [
  { words: 'eltern kind kleinkinder', from: 0, to: 3 },
  { words: 'kinder kind', from: 4, to: 12 },
  { words: 'jugend jugendliche', from: 13, to: 17 },
  { words: 'erwachsene', from: 18, to: 200 },
  { words: 'senioren', from: 60, to: 200 },
] as const;

/** The parsed search text: the words that an offer must contain, and an age ("6 Jahre", "6-jährig", "ab 6"). */
export function readQuery(text: string): { words: string[]; age: number | null } {
  const [, digits] = /(\d{1,3})\s*-?\s*j[aä]hr/i.exec(text) ?? /\bab\s+(\d{1,3})\b/i.exec(text) ?? [];
  const rest = digits ? text.replace(/(?:\bab\s+)?\d{1,3}\s*-?\s*(?:j[aä]hr\p{L}*)?/iu, ' ') : text;
  const words = plain(rest)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word));
  return { words, age: digits ? Number(digits) : null };
}

/**
 * The offers that contain every word, by relevance: literally or with another ending ("mittwochs", "turnen" in
 * "Kinderturnen"); for words that no offer contains, also with one or two typing errors ("schwimen").
 */
export function searchOffers<Offer extends Searched>(offers: readonly Offer[], words: readonly string[]): Offer[] {
  const indexed = offers.map((offer) => ({ offer, title: plain(offer.title), all: indexOf(offer), place: plain(offer.place) }));
  // Places match as whole words only; otherwise every "Turnhalle" would match "Turnen".
  const stands = ({ all, place }: (typeof indexed)[number], word: string) => all.includes(stem(word)) || place.includes(word);
  const isKnown = new Map(words.map((word) => [word, indexed.some((one) => stands(one, word))]));
  const scored = indexed.map((one) => ({
    offer: one.offer,
    scores: words.map((word) => {
      if (one.title.includes(stem(word))) return 3;
      if (stands(one, word)) return 2;
      return !isKnown.get(word) && isNear(word, `${one.all} ${one.place}`) ? 1 : 0;
    }),
  }));
  const found = scored.filter(({ scores }) => scores.every((score) => score > 0));
  const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0);
  return found.toSorted((a, b) => sum(b.scores) - sum(a.scores)).map(({ offer }) => offer);
}

function indexOf({ title, subtitle, department, leaders, slots, ageMin, ageMax }: Searched): string {
  const days = slots.map(({ weekday }) => weekdayNames[weekday - 1] ?? '');
  const hasBound = ageMin !== null || ageMax !== null;
  const who = ages.filter(({ from, to }) => (hasBound ? (ageMin ?? 0) <= to && (ageMax ?? 200) >= from : from === 18));
  return plain([title, subtitle, department ?? '', ...leaders, ...days, ...who.map(({ words }) => words)].join(' '));
}

/** Lower-case letters without accents; umlauts and their transcriptions are equal. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([aou])e/g, '$1');
}

/** The word without its German inflectional ending; words under 5 letters are unchanged. */
function stem(word: string): string {
  return word.length < 5 ? word : word.replace(/(?:en|es|er|em|e|n|s)$/, '');
}

/** Whether a word occurs in the text with at most one typing error, from seven letters on with two. */
function isNear(word: string, text: string): boolean {
  if (word.length < 5) return false;
  const slips = word.length < 7 ? 1 : 2;
  // Sellers' algorithm: the edit distance to the best matching substring, one column per letter of the text.
  let column = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (const letter of text) {
    const next = [0];
    for (let at = 1; at <= word.length; at++)
      next.push(Math.min((column[at - 1] ?? 0) + (word[at - 1] === letter ? 0 : 1), (column[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    if ((next[word.length] ?? slips + 1) <= slips) return true;
    column = next;
  }
  return false;
}
