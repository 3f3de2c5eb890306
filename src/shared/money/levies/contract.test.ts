import { expect, test } from 'vitest';
import { levyInput } from './contract.ts';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const other = { kind: 'other', label: 'Trikots', cents: 1, dueOn: '2026-12-01', whom: 'members' } as const;
const hours = { kind: 'helper_hours', dueOn: '2026-12-01', whom: 'members', year: 2026 } as const;

/** The invalid fields. */
function wrongIn(input: object): string[] {
  return levyInput.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];
}

test('a levy has a purpose and an amount, for members by filter or people by name; helper hours have their year', () => {
  for (const input of [other, { ...other, whom: 'people', personIds: [id] }, hours]) expect(wrongIn(input)).toEqual([]);
});

test.each<[object, string[]]>([
  [{ ...other, label: '' }, ['label']],
  [{ ...other, cents: 0 }, ['cents']],
  [{ ...other, cents: -1 }, ['cents']],
  [{ ...other, whom: 'people' }, ['personIds']],
  [{ ...hours, year: null }, ['year']],
  [{ ...hours, whom: 'people', personIds: [id] }, ['whom']],
])('%o is refused at %o', (input, fields) => {
  expect(wrongIn(input)).toEqual(fields);
});
