import { expect, test } from 'vitest';
import { needsWayHome } from './wayHome.ts';

const child = '2016-05-04';

test('the way home of a child has to be known until its tenth birthday', () => {
  expect(needsWayHome(child, '2026-05-03')).toBe(true);
  expect(needsWayHome(child, '2026-05-04')).toBe(false);
  expect(needsWayHome('2016-02-29', '2026-02-28')).toBe(true);
  expect(needsWayHome('2016-02-29', '2026-03-01')).toBe(false);
  expect(needsWayHome(null, '2026-05-03')).toBe(false);
});
