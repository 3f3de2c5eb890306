import { expect, test } from 'vitest';
import { compareNames, fullName, listedName, spokenName } from './fullName.ts';

test('a name for lists has the last name first, and can be turned back into the full name', () => {
  for (const name of [
    { firstname: 'Eva', lastname: 'Muster' },
    { firstname: 'Ana Maria', lastname: 'de la Cruz-Groß' },
  ]) {
    expect(listedName(name)).toBe(`${name.lastname}, ${name.firstname}`);
    expect(spokenName(listedName(name))).toBe(fullName(name));
  }
});

test('names are in German order: umlauts beside their letters, whatever the case', () => {
  expect(['Zander', 'Öztürk', 'apel', 'Otto', 'Ähren', 'Apfel'].toSorted(compareNames)).toEqual([
    'Ähren',
    'apel',
    'Apfel',
    'Otto',
    'Öztürk',
    'Zander',
  ]);
});
