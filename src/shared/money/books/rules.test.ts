import { expect, test } from 'vitest';
import { closableDays, isClosed, totalsOf } from './rules.ts';

test('only past months can be closed, and none that is closed already', () => {
  expect(closableDays(2026, '2027-01-01', null)).toHaveLength(12);
  expect(closableDays(2026, '2026-12-31', null)[0]).toBe('2026-11-30');
  expect(closableDays(2024, '2024-03-01', null)).toEqual(['2024-02-29', '2024-01-31']);
  expect(closableDays(2026, '2026-06-01', '2026-03-31')).toEqual(['2026-05-31', '2026-04-30']);
  expect(closableDays(2026, '2027-02-01', '2026-12-31')).toEqual([]);
});

test('the last closed day is closed, the next one open; before the first closing every day is open', () => {
  expect(['2026-12-30', '2026-12-31', '2027-01-01'].map((day) => isClosed(day, '2026-12-31'))).toEqual([true, true, false]);
  expect(isClosed('2020-01-01', null)).toBe(false);
});

test('income minus spending is the surplus, whatever the sphere', () => {
  const lines = [
    { sphere: 'ideal', label: 'Beiträge', inCents: 12_000, outCents: 0 },
    { sphere: 'purpose', label: 'Kurse', inCents: 7000, outCents: 1000 },
    { sphere: null, label: 'Guthaben', inCents: -500, outCents: 200 },
  ];
  expect(totalsOf(lines)).toEqual({ inCents: 18_500, outCents: 1200, surplusCents: 17_300 });
  expect(totalsOf([])).toEqual({ inCents: 0, outCents: 0, surplusCents: 0 });
});
