import { expect, test } from 'vitest';
import { matchOf, wantedTimeInWords } from './hallRequestRules.ts';

test('a wanted hour is said by its day, or by its weekday and how long', () => {
  const time = { startsOn: '2027-01-11', startTime: '18:00', endTime: '19:30' };
  expect(wantedTimeInWords({ ...time, endsOn: null })).toBe('Montag, 11.01.2027, 18:00–19:30 Uhr');
  expect(wantedTimeInWords({ ...time, endsOn: '2027-03-22' })).toBe('montags 18:00–19:30 Uhr, 11.01.2027 bis 22.03.2027');
});

const known = [
  { id: '1', name: 'Turnfreunde Süd e. V.', contacts: [{ email: 'sued@example.org' }] },
  { id: '2', name: 'Volkshochschule Auenfeld', contacts: [{ email: 'VHS@example.org' }] },
];
const matched = (name: string, email = 'neu@example.org') => matchOf({ name, email }, known)?.id;

test('who writes is known by the address, whatever name stands beside it', () => {
  expect(matched('VHS', 'vhs@example.org')).toBe('2');
  expect(matched('Turnfreunde Süd', 'vhs@Example.org')).toBe('2');
});

test('a name is the same without e. V., with other umlauts, case and signs; a part of it is another one', () => {
  expect(matched('turnfreunde sued')).toBe('1');
  expect(matched('Turnfreunde-Süd eV')).toBe('1');
  expect(matched('Turnfreunde')).toBeUndefined();
  expect(matched('Turnfreunde Süd II')).toBeUndefined();
});
