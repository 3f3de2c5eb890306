import { expect, test } from 'vitest';
import { readOfferFilter } from '../offerFilter.ts';
import { filtersSet, offerDayName } from './filterWords.ts';

const nameOf = (club: string) => `Verein ${club}`;

test('an empty filter has no text', () => {
  expect(filtersSet(readOfferFilter({ q: '  ' }), nameOf)).toEqual([]);
});

test('every condition has a German text, and removing one removes that condition only', () => {
  const filter = {
    ...readOfferFilter({}),
    q: ' Turnen ',
    age: 0,
    day: ['today', 'mo', 'su'] as const,
    from: '17:00',
    group: 'seniors' as const,
    kind: 'course' as const,
    club: 'RWA' as const,
    department: 'Turnen',
    location: 'Nordhalle',
    free: true,
    trial: true,
    price: 0,
  };
  const said = filtersSet(filter, nameOf);
  expect(said.map(({ words }) => words)).toEqual([
    'Turnen',
    '0 Jahre',
    'Heute, Montag, Sonntag',
    'ab 17:00 Uhr',
    'ab 60',
    'Kurs',
    'Verein RWA',
    'Turnen',
    'Nordhalle',
    'Freie Plätze',
    'Schnuppern',
    'bis 0 €',
  ]);
  for (const { without } of said) expect(filtersSet({ ...filter, ...without }, nameOf)).toHaveLength(said.length - 1);
});

test('a single day has a text, too', () => {
  expect(filtersSet(readOfferFilter({ day: 'mo' }), nameOf).map(({ words }) => words)).toEqual(['Montag']);
});

test('each day has its name', () => {
  expect(['today', 'mo', 'we', 'su'].map((day) => offerDayName(day as 'mo'))).toEqual(['Heute', 'Montag', 'Mittwoch', 'Sonntag']);
});
