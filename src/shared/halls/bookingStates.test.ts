import { expect, test } from 'vitest';
import { ageGroups, bookingKinds, priorityOf, type AgeGroup, type BookingKind } from './bookingStates.ts';

test.each<[BookingKind, AgeGroup | null, number]>([
  ['school', null, 1],
  ['school', 'adults', 1],
  ['training', 'children', 2],
  ['training', 'youth', 2],
  ['training', 'adults', 3],
  ['training', 'seniors', 3],
  ['training', 'mixed', 3],
  ['training', null, 3],
  ['other', 'children', 4],
  ['maintenance', null, 4],
  ['rental', 'youth', 5],
])('%s of %s has the priority %i', (kind, group, priority) => {
  expect(priorityOf(kind, group)).toBe(priority);
});

test('schools have the highest priority and rentals the lowest', () => {
  const of = (kind: BookingKind) => [null, ...ageGroups].map((group) => priorityOf(kind, group));
  for (const kind of bookingKinds) {
    expect(Math.min(...of(kind))).toBeGreaterThanOrEqual(Math.max(...of('school')));
    expect(Math.max(...of(kind))).toBeLessThanOrEqual(Math.min(...of('rental')));
  }
});
