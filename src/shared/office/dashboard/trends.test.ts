import { expect, test } from 'vitest';
import { changeInWords, trendOf } from './trends.ts';

test('the last full week stands against the mean of the four before; the week that still runs counts nowhere', () => {
  expect(trendOf([100, 8, 4, 6, 6, 9, 1])).toEqual({ now: 9, change: 3, values: [100, 8, 4, 6, 6, 9] });
  expect(trendOf([0, 8, 4, 6, 2, 0])).toEqual({ now: 2, change: -4, values: [0, 8, 4, 6, 2] });
});

test('a change is rounded to whole ones', () => {
  expect(trendOf([1, 2, 2, 2, 2, 0])?.change).toBe(0);
  expect(trendOf([1, 1, 2, 2, 3, 0])?.change).toBe(2);
});

test('weeks before the first value do not lower the mean', () => {
  expect(trendOf([0, 0, 0, 6, 6, 6, 9, 5])?.change).toBe(3);
});

test('fewer than four weeks of values are no trend, nor is a figure that never had any', () => {
  expect(trendOf([0, 0, 5, 5, 5, 9])).toBeUndefined();
  expect(trendOf([0, 5, 5, 5, 5, 9])).toBeDefined();
  expect(trendOf([0, 0, 0, 0, 0, 0])).toBeUndefined();
  expect(trendOf([0, 0, 0, 0, 0, 7])).toBeUndefined();
  expect(trendOf([])).toBeUndefined();
});

test('the change in words', () => {
  expect([4, -1200, 0].map(changeInWords)).toEqual([
    '4 mehr als im Schnitt der Wochen davor',
    '1.200 weniger als im Schnitt der Wochen davor',
    'wie im Schnitt der Wochen davor',
  ]);
});
