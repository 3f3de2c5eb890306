import { expect, test } from 'vitest';
import { pageNames, pageOf, staffMenu } from './pages.ts';

test('every page of the staff that has a short name stands in the menu once', () => {
  const listed = staffMenu.flatMap(({ pages }) => pages);
  expect(new Set(listed).size).toBe(listed.length);
  const named = pageNames.filter((name) => pageOf(name).layout === 'admin' && pageOf(name).label);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !listed.includes(name))).toEqual([]);
});
