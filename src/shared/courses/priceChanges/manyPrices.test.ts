import { expect, test } from 'vitest';
import { changedPrice, pricesChange } from './manyPrices.ts';

test('by percent a price is rounded to half euros, by an amount to the cent; none becomes negative, and a free offer stays free', () => {
  expect([6000, 3550, 50].map((cents) => changedPrice(cents, { by: 'percent', percent: 5 }))).toEqual([6300, 3750, 50]);
  expect(changedPrice(6000, { by: 'percent', percent: -10 })).toBe(5400);
  expect([changedPrice(6000, { by: 'cents', cents: 250 }), changedPrice(200, { by: 'cents', cents: -500 })]).toEqual([6250, 0]);
  expect([changedPrice(0, { by: 'cents', cents: 500 }), changedPrice(0, { by: 'percent', percent: 50 })]).toEqual([0, 0]);
});

test('a change by nothing, or by an implausible amount, is none', () => {
  for (const change of [
    { by: 'percent', percent: 0 },
    { by: 'cents', cents: 0 },
    { by: 'percent', percent: -95 },
    { by: 'cents', cents: 1.5 },
  ])
    expect(pricesChange.safeParse(change).success).toBe(false);
});
