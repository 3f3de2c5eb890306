import { expect, test } from 'vitest';
import { parsed } from './sources.ts';
import { listsIn, strayLists, vocabularies } from './states.ts';

test('sets of states stand beside the states, so that what counts as active is said once', () => {
  expect(vocabularies.length).toBeGreaterThan(38);
  expect(vocabularies.flatMap(({ states }) => states).length).toBeGreaterThan(170);
  const stray = strayLists().map(({ file, line, states, vocabulary }) => `${file}:${line} ${states.join(', ')} (${vocabulary.name})`);
  expect(stray).toEqual([]);
});

test('a list of states is seen as an array, in SQL, and as comparisons in a row', () => {
  const statesIn = (text: string) => listsIn({ text, program: parsed('written.ts', text).tree }).map(({ states }) => states.join(' '));
  expect(statesIn("const due = ['open', 'returned'];")).toEqual(['open returned']);
  expect(statesIn("sql`${charge.state} not in ('open', 'returned')`;")).toEqual(['open returned']);
  expect(statesIn("row.state === 'open' || row.isLate || (row.state === 'returned' || row.state === 'draft');")).toEqual([
    'open returned draft',
  ]);
  expect(statesIn("if (!late && state !== 'open' && state !== 'returned') stop();")).toEqual(['open returned']);
  expect(statesIn("one.state === 'open' || other.state === 'returned'; state !== 'open' || state !== 'paid';")).toEqual([]);
});
