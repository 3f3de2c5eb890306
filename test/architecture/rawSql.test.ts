import { expect, test } from 'vitest';
import { foreignReads, rawUses } from './rawSql.ts';
import { told } from './tables.ts';

test('SQL that the compiler cannot read names tables of its own wing, or views that a lower wing exports', () => {
  expect(rawUses.filter(({ kind }) => kind === 'read').length).toBeGreaterThan(150);
  expect(foreignReads().map(told)).toEqual([]);
});
