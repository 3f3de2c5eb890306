import { expect, test } from 'vitest';
import { excusedOf, isCardGuest, repliesFirst, stillToMark } from './attendanceOrder.ts';
import type { AttendanceState } from './sessionStates.ts';

const people = [
  { personId: 'ada', reply: null },
  { personId: 'bo', reply: 'no' as const },
  { personId: 'cem', reply: 'yes' as const },
  { personId: 'dora', reply: 'late' as const },
];
const marked =
  (marks: { [personId: string]: AttendanceState } = {}) =>
  (id: string) =>
    marks[id] ?? null;

test('absent and late people come first, otherwise the order is unchanged', () => {
  expect(repliesFirst(people).map(({ personId }) => personId)).toEqual(['bo', 'dora', 'ada', 'cem']);
});

test('"Alle da" marks nobody who is excused, and nobody twice', () => {
  expect(stillToMark(people, marked())).toEqual(['ada', 'cem', 'dora']);
  expect(stillToMark(people, marked({ ada: 'absent' }))).toEqual(['cem', 'dora']);
});

test('a mark of the trainer takes precedence over the reply of the family', () => {
  expect(excusedOf(people, marked())).toBe(1);
  expect(excusedOf(people, marked({ bo: 'present', ada: 'excused', dora: 'excused' }))).toBe(2);
});

test('a person with a card and no seat is a guest by card; a list stored by an older version contains no cards', () => {
  const card = { left: 3, isLacking: false };
  expect(isCardGuest({ participationId: null, isTrial: false, card })).toBe(true);
  expect(isCardGuest({ participationId: 'seat', isTrial: false, card })).toBe(false);
  expect(isCardGuest({ participationId: null, isTrial: true, card })).toBe(false);
  expect(isCardGuest({ participationId: null, isTrial: false, card: null })).toBe(false);
  expect(isCardGuest({ participationId: null, isTrial: false })).toBe(false);
});
