import { expect, test } from 'vitest';
import { isDemo } from './floors.ts';
import { filledElsewhere, foreignWrites, writes } from './rawSql.ts';
import { tables, told } from './tables.ts';

test('only the wing that owns a table writes it', () => {
  expect(tables.length).toBeGreaterThan(145);
  expect(writes.length).toBeGreaterThan(720);
  // Every way of writing is seen, by the query builder and in SQL.
  expect(new Set(writes.map(({ kind }) => kind))).toEqual(new Set(['insert', 'update', 'delete']));
  expect(foreignWrites().map(told)).toEqual([]);
});

test('the product itself fills every table, not only the demonstration', () => {
  const stored = tables.filter(({ isView }) => !isView);
  expect(stored.length).toBeGreaterThan(140);
  const filled = filledElsewhere();
  for (const { kind, file, table } of writes) if (kind === 'insert' && !isDemo(file)) filled.add(table.name);
  expect(stored.filter(({ name }) => !filled.has(name)).map(({ name }) => name)).toEqual([]);
});
