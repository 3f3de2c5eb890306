import { expect, test } from 'vitest';
import { matchOf, wantedTimeInWords } from './hallRequestRules.ts';

test('the text of a requested hour has its day, or its weekday and duration', () => {
  const time = { startsOn: '2027-01-11', startTime: '18:00', endTime: '19:30' };
  expect(wantedTimeInWords({ ...time, endsOn: null })).toBe('Montag, 11.01.2027, 18:00–19:30 Uhr');
  expect(wantedTimeInWords({ ...time, endsOn: '2027-03-22' })).toBe('montags 18:00–19:30 Uhr, 11.01.2027 bis 22.03.2027');
});

const known = [
  { id: '1', name: 'Turnfreunde Süd e. V.', contacts: [{ email: 'sued@example.org' }] },
  { id: '2', name: 'Volkshochschule Auenfeld', contacts: [{ email: 'VHS@example.org' }] },
];
const matched = (name: string, email = 'neu@example.org') => matchOf({ name, email }, known)?.id;

test('an author is recognised by the address, whatever name was entered', () => {
  expect(matched('VHS', 'vhs@example.org')).toBe('2');
  expect(matched('Turnfreunde Süd', 'vhs@Example.org')).toBe('2');
});

test('names are compared without e. V., umlaut spelling, case and punctuation; a part of a name is another one', () => {
  expect(matched('turnfreunde sued')).toBe('1');
  expect(matched('Turnfreunde-Süd eV')).toBe('1');
  expect(matched('Turnfreunde')).toBeUndefined();
  expect(matched('Turnfreunde Süd II')).toBeUndefined();
});
