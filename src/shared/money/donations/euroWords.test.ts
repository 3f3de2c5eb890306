import { expect, test } from 'vitest';
import { euroWords } from './euroWords.ts';

test.each([
  [100, 'ein Euro'],
  [105, 'ein Euro und fünf Cent'],
  [1_200, 'zwölf Euro'],
  [2_100, 'einundzwanzig Euro'],
  [7_000, 'siebzig Euro'],
  [10_100, 'einhundertein Euro'],
  [25_000, 'zweihundertfünfzig Euro'],
  [123_456, 'eintausendzweihundertvierunddreißig Euro und sechsundfünfzig Cent'],
  [99_999_999, 'neunhundertneunundneunzigtausendneunhundertneunundneunzig Euro und neunundneunzig Cent'],
  [50, 'null Euro und fünfzig Cent'],
])('%i cents are "%s"', (cents, words) => {
  expect(euroWords(cents)).toBe(words);
});
