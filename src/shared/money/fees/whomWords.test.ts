import { expect, test } from 'vitest';
import { whomWords } from './whomWords.ts';

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
])('"%s" is said of a rule', (words, changes) => {
  expect(whomWords({ ...everybody, ...changes })).toBe(words);
});
