import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assignmentSets,
  assignmentStates,
  helperListStates,
  hoursInWords,
  nextHelperListStates,
  sharedMinutes,
} from './helperListWords.ts';

const span = (startsAt: string, endsAt: string) => ({ startsAt: `2026-11-22T${startsAt}:00Z`, endsAt: `2026-11-22T${endsAt}:00Z` });

test('two shifts overlap in the minutes in which both run; consecutive ones do not', () => {
  expect(sharedMinutes(span('10:00', '12:00'), span('11:30', '13:00'))).toBe(30);
  expect(sharedMinutes(span('10:00', '12:00'), span('12:00', '13:00'))).toBe(0);
  expect(sharedMinutes(span('10:00', '12:00'), span('14:00', '15:00'))).toBe(0);
  expect(sharedMinutes(span('10:00', '12:00'), span('10:30', '11:00'))).toBe(30);
});

test('the order of the two is irrelevant, and the overlap is at most the shorter one', () => {
  const minute = fc.integer({ min: 0, max: 2000 });
  const any = fc
    .tuple(minute, minute)
    .map(([start, length]) => ({ startsAt: new Date(start * 60_000), endsAt: new Date((start + length) * 60_000) }));
  fc.assert(
    fc.property(any, any, (one, other) => {
      const lengthOf = ({ startsAt, endsAt }: typeof one) => (endsAt.getTime() - startsAt.getTime()) / 60_000;
      const shared = sharedMinutes(one, other);
      expect(shared).toBe(sharedMinutes(other, one));
      expect(shared).toBeLessThanOrEqual(Math.min(lengthOf(one), lengthOf(other)));
      expect(sharedMinutes(one, one)).toBe(lengthOf(one));
    }),
  );
});

test('a settled or cancelled list is final, and only a running one can become either', () => {
  const leading = (to: string) => helperListStates.filter((from) => nextHelperListStates[from].some((next) => next === to));
  expect([nextHelperListStates.done, nextHelperListStates.cancelled]).toEqual([[], []]);
  expect(leading('done')).toEqual(['closed']);
  expect(leading('cancelled')).toEqual(['open', 'closed']);
  expect(leading('draft')).toEqual([]);
});

test('a helper who cancelled neither holds a seat nor fills a need; a no-show held a seat and filled none', () => {
  const setsOf = (state: (typeof assignmentStates)[number]) => ({
    holds: assignmentSets.holding.includes(state),
    fills: assignmentSets.filling.includes(state),
  });
  expect(setsOf('cancelled')).toEqual({ holds: false, fills: false });
  expect(setsOf('no_show')).toEqual({ holds: true, fills: false });
  expect(setsOf('standby')).toEqual({ holds: false, fills: false });
});

test('hours have a decimal comma', () => {
  expect([hoursInWords(150), hoursInWords(60), hoursInWords(100)]).toEqual(['2,5 Std.', '1 Std.', '1,67 Std.']);
});
