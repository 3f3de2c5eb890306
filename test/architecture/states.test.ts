import { expect, test } from 'vitest';
import { strayLists, vocabularies } from './states.ts';

test('sets of states stand beside the states, so that what counts as active is said once', () => {
  expect(vocabularies.length).toBeGreaterThan(31);
  expect(vocabularies.flatMap(({ states }) => states).length).toBeGreaterThan(70);
  const stray = strayLists().map(({ file, line, states, vocabulary }) => `${file}:${line} ${states.join(', ')} (${vocabulary.name})`);
  expect(stray).toEqual([]);
});
