import { expect, test } from 'vitest';
import { priceWords, whomWords } from './whomWords.ts';

const everybody = {
  layer: 'base',
  kinds: [],
  ageFrom: null,
  ageTo: null,
  placeFrom: null,
  placeTo: null,
  familyMin: 3,
  childAgeTo: 17,
} as const;

test.each<[string, Partial<Parameters<typeof whomWords>[0]>]>([
  ['alle', {}],
  ['Aktiv, Passiv', { kinds: ['active', 'passive'] }],
  ['18–64 Jahre', { ageFrom: 18, ageTo: 64 }],
  ['ab 65 Jahren', { ageFrom: 65 }],
  ['bis 17 Jahre', { ageTo: 17 }],
  ['bis 0 Jahre', { ageTo: 0 }],
  ['ab 0 Jahren', { ageFrom: 0 }],
  ['2. Person der Familie', { placeFrom: 2, placeTo: 2 }],
  ['2. bis 3. Person der Familie', { placeFrom: 2, placeTo: 3 }],
  ['ab 3. Person der Familie', { placeFrom: 3 }],
  ['bis 2. Person der Familie', { placeTo: 2 }],
  ['Aktiv, ab 18 Jahren, bis 2. Person der Familie', { kinds: ['active'], ageFrom: 18, placeTo: 2 }],
  ['Familie ab 4 Personen, Kinder bis 20 Jahre', { layer: 'family', familyMin: 4, childAgeTo: 20, kinds: ['active'], ageFrom: 18 }],
])('"%s" is the text of a rule', (words, changes) => {
  expect(whomWords({ ...everybody, ...changes })).toBe(words);
});

test('a price lists every rhythm that it has, and helper hours the price of a missing one', () => {
  const year = { layer: 'base', rhythm: 'year', cents: 12_000, dueMinutes: null, pool: 'person' } as const;
  const alone = { ...year, monthCents: null, quarterCents: null, halfCents: null, yearCents: null };
  const plain = (words: string) => words.replaceAll('\u00A0', ' ');
  expect(plain(priceWords(alone))).toBe('120,00 € jährlich');
  expect(plain(priceWords({ ...alone, quarterCents: 3150, halfCents: 6300 }))).toBe(
    '120,00 € jährlich oder 63,00 € halbjährlich oder 31,50 € je Quartal',
  );
  expect(plain(priceWords({ ...alone, layer: 'entry', cents: 1500 }))).toBe('15,00 € einmal');
  expect(plain(priceWords({ ...alone, layer: 'helper', cents: 1500, dueMinutes: 300, pool: 'family' }))).toBe(
    '15,00 € je fehlende von 5 Stunden im Jahr, Familien zusammen',
  );
});
