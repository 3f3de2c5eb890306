import type { Wanted } from './find.ts';

const wordsAtMost = 6;

/** The parsed search text; undefined if it contains neither letters nor digits. */
export function wantedOf(text: string): Wanted | undefined {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, wordsAtMost);
  if (words.length === 0) return undefined;
  return {
    // The words contain letters and digits only, so no operators of the query language. They match as prefixes.
    query: words.map((word) => `${word}:*`).join(' & '),
    // Only asked for where it may be one, since it is looked up beside the index of words.
    number: /^\S*\d\S*$/.test(text.trim()) ? text.trim().toUpperCase() : undefined,
    patterns: words.map((word) => `%${plain(word)}%`),
  };
}

/** Lower case without accents, as search_key in the database. */
function plain(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
}
