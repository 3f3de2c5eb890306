import { expect, test } from 'vitest';
import { foreignWrites, writes } from './rawSql.ts';
import { tables, told } from './tables.ts';

test('only the wing that owns a table writes it', () => {
  expect(tables.length).toBeGreaterThan(70);
  expect(writes.length).toBeGreaterThan(250);
  // Every way of writing is seen, by the query builder and in SQL.
  expect(new Set(writes.map(({ kind }) => kind))).toEqual(new Set(['insert', 'update', 'delete']));
  expect(foreignWrites().map(told)).toEqual([]);
});
