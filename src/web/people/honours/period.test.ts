import { expect, test } from 'vitest';
import { daysOf } from './period.ts';

const today = '2026-12-20';

test('a period moves with the calendar; without selected days a range is the next 30 days', () => {
  expect(daysOf({ period: 'next30' }, today)).toEqual({ from: '2026-12-20', to: '2027-01-19' });
  expect(daysOf({ period: 'thisYear' }, today)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(daysOf({ period: 'nextYear' }, today)).toEqual({ from: '2027-01-01', to: '2027-12-31' });
  expect(daysOf({ period: 'range' }, today)).toEqual(daysOf({ period: 'next30' }, today));
  expect(daysOf({ period: 'range', from: '2027-03-01' }, today)).toEqual({ from: '2027-03-01', to: '2027-03-31' });
  expect(daysOf({ period: 'range', from: '2027-03-01', to: '2027-03-05' }, today)).toEqual({ from: '2027-03-01', to: '2027-03-05' });
});

test('previously selected days do not limit another period', () => {
  expect(daysOf({ period: 'nextYear', from: '2027-03-01', to: '2027-03-05' }, today)).toEqual({ from: '2027-01-01', to: '2027-12-31' });
  expect(daysOf({ period: 'next30', from: '2027-03-01', to: '2027-03-05' }, today)).toEqual({ from: '2026-12-20', to: '2027-01-19' });
});
