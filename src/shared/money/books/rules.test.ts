import { expect, test } from 'vitest';
import { closableDays, comparedLines, isClosed, metersOf, totalsOf } from './rules.ts';

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

test('the meters count the income of a sphere, and all of it', () => {
  const lines = [
    { sphere: 'ideal', label: 'Beiträge', inCents: 4_000_000, outCents: 0 },
    { sphere: 'purpose', label: 'Kurse', inCents: 700_000, outCents: 900_000 },
    { sphere: 'business', label: 'Getränke', inCents: 5_100_000, outCents: 0 },
    { sphere: null, label: 'Guthaben', inCents: 1000, outCents: 0 },
  ];
  expect(metersOf(lines)).toEqual([
    { name: 'business', cents: 5_100_000, limitCents: 5_000_000 },
    { name: 'purpose', cents: 700_000, limitCents: 5_000_000 },
    { name: 'all', cents: 9_801_000, limitCents: 10_000_000 },
  ]);
});

test('two years stand side by side, also what was only in one; without spheres the lines of one purpose are one', () => {
  const now = [
    { sphere: 'purpose', label: 'Kurse', inCents: 700, outCents: 100 },
    { sphere: 'business', label: 'Kurse', inCents: 300, outCents: 0 },
  ];
  const before = [
    { sphere: 'purpose', label: 'Kurse', inCents: 500, outCents: 0 },
    { sphere: 'ideal', label: 'Spenden', inCents: 50, outCents: 0 },
  ];
  expect(comparedLines(now, before, true)).toEqual([
    { ...now[0], inBefore: 500, outBefore: 0 },
    { ...now[1], inBefore: 0, outBefore: 0 },
    { sphere: 'ideal', label: 'Spenden', inCents: 0, outCents: 0, inBefore: 50, outBefore: 0 },
  ]);
  expect(comparedLines(now, before, false)).toEqual([
    { sphere: null, label: 'Kurse', inCents: 1000, outCents: 100, inBefore: 500, outBefore: 0 },
    { sphere: null, label: 'Spenden', inCents: 0, outCents: 0, inBefore: 50, outBefore: 0 },
  ]);
});
