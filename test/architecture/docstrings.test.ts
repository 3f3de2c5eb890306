import { expect, test } from 'vitest';
import { rootOf } from './floors.ts';
import { exportsOf } from './shared.ts';
import { sources } from './sources.ts';

test('every exported constant and function of shared says what it is', () => {
  const values = exportsOf(sources.filter(({ file }) => rootOf(file) === 'shared'));
  expect(values.length).toBeGreaterThan(1_000);
  expect(values.filter(({ isDocumented }) => !isDocumented).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
