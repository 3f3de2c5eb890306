import type { Wanted } from './find.ts';

const wordsAtMost = 6;

/** The parsed search text; undefined when it holds neither letters nor digits. */
export function wantedOf(text: string): Wanted | undefined {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, wordsAtMost);
  if (words.length === 0) return undefined;
  return {
    // Only letters and digits stand here, so no sign of the query language does. The beginning of a word is enough.
    query: words.map((word) => `${word}:*`).join(' & '),
    patterns: words.map((word) => `%${plain(word)}%`),
  };
}

/** Small letters without accents, as search_key in the database writes them. */
function plain(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
}
