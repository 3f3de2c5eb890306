import { expect, test } from 'vitest';
import { formatRemaining } from '../format.ts';
import { Pace } from './pace.ts';

const total = 1_000_000;

test('the remaining time is estimated from the speed of the last seconds, once there are measurements', () => {
  const pace = new Pace();
  pace.note(0, 0);
  expect(pace.remainingMs(total)).toBeUndefined();
  pace.note(10_000, 400);
  expect(pace.remainingMs(total)).toBeUndefined();
  pace.note(100_000, 1000);
  expect(pace.remainingMs(total)).toBe(9000);
  // Ten seconds later the line is ten times as fast: the slow beginning counts no more.
  pace.note(200_000, 11_000);
  pace.note(700_000, 12_000);
  expect(pace.remainingMs(total)).toBe(600);
  // The line broke, the server had less than was sent.
  pace.note(650_000, 12_500);
  expect(pace.remainingMs(total)).toBeUndefined();
  pace.note(750_000, 13_500);
  expect(pace.remainingMs(total)).toBe(2500);
  pace.reset();
  expect(pace.remainingMs(total)).toBeUndefined();
});

test('without progress there is no estimate', () => {
  const pace = new Pace();
  pace.note(5000, 0);
  pace.note(5000, 2000);
  expect(pace.remainingMs(total)).toBeUndefined();
});

test.each([
  [0, 'noch 1 Sekunde'],
  [1400, 'noch 1 Sekunde'],
  [9000, 'noch 9 Sekunden'],
  [59_400, 'noch 59 Sekunden'],
  [61_000, 'noch 1 Minute'],
  [10 * 60_000, 'noch 10 Minuten'],
])('%i ms are "%s"', (ms, words) => expect(formatRemaining(ms)).toBe(words));
