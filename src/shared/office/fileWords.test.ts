import { expect, test } from 'vitest';
import { chargeStates } from '#shared/money/chargeWords.ts';
import { enrolmentStates } from '#shared/courses/enrolmentStates.ts';
import { columnWords, wordOfCode } from './fileWords.ts';

test('a state has the word of its own area: a cancelled enrolment and a cancelled charge are different', () => {
  expect(wordOfCode('Anmeldungen', 'state', 'cancelled')).toBe('abgesagt');
  expect(wordOfCode('Forderungen', 'state', 'cancelled')).toBe('storniert');
  expect(wordOfCode('Verlauf der Anmeldungen', 'to_state', 'confirmed')).toBe('angemeldet');
});

test('every state of enrolments and charges has a word', () => {
  expect(enrolmentStates.filter((state) => wordOfCode('Anmeldungen', 'state', state) === undefined)).toEqual([]);
  expect(chargeStates.filter((state) => wordOfCode('Forderungen', 'state', state) === undefined)).toEqual([]);
});

test('codes of a column have words wherever they occur, and other values have none', () => {
  expect(wordOfCode('Person', 'gender', 'd')).toBe('divers');
  expect(wordOfCode('Person', 'goes_home', 'unknown')).toBe('keine Angabe');
  expect(wordOfCode('Zugänge', 'relation', 'guardian')).toBe('sorgeberechtigt');
  expect(wordOfCode('Person', 'role', 'admin')).toBe('Vorstand');
  expect(wordOfCode('Person', 'gender', 'purple')).toBeUndefined();
  expect(wordOfCode('Person', 'lastname', 'w')).toBeUndefined();
  expect(wordOfCode('Nirgends', 'state', 'confirmed')).toBeUndefined();
});

test('no column has two German names, and none an English one', () => {
  expect(columnWords['course']).toBe('Angebot');
  expect(Object.values(columnWords).filter((word) => word.trim() === '' || /^[a-z_]+$/.test(word))).toEqual([]);
});
