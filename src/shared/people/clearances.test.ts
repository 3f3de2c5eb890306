import { expect, test } from 'vitest';
import { clearanceDueOn, clearanceLight, clearanceLights, standsUncovered } from './clearances.ts';

const noted = { certificateOn: '2024-02-29', seenOn: '2024-03-10', result: 'noEntry', dutyEndedOn: '' } as const;

test('a certificate of 29 February is due on the 28th of a year without that day', () => {
  expect([clearanceDueOn('2024-02-29', 5), clearanceDueOn('2024-02-29', 4), clearanceDueOn('2021-07-01', 5)]).toEqual([
    '2029-02-28',
    '2028-02-29',
    '2026-07-01',
  ]);
});

test('a clearance changes from valid to soon 90 days before its end, and is overdue on the day', () => {
  const on = (day: string) => clearanceLight(noted, '2029-02-28', day);
  expect([on('2028-11-29'), on('2028-11-30'), on('2029-02-27'), on('2029-02-28')]).toEqual(['valid', 'soon', 'soon', 'overdue']);
});

test('a person barred from working with minors stays barred until the duty is over; without an entry it is missing', () => {
  const barred = { ...noted, result: 'notWithMinors' } as const;
  expect(clearanceLight(barred, '2029-02-28', '2024-06-01')).toBe('barred');
  expect(clearanceLight({ ...barred, dutyEndedOn: '2024-05-31' }, '2029-02-28', '2024-06-01')).toBe('ended');
  expect(clearanceLight({ ...barred, dutyEndedOn: '2024-06-01' }, '2029-02-28', '2024-06-01')).toBe('barred');
  expect(clearanceLight(undefined, '', '2024-06-01')).toBe('missing');
  expect(clearanceLight(undefined, '2029-02-28', '2024-06-01')).toBe('missing');
  expect(clearanceLight(noted, '', '2024-06-01')).toBe('missing');
});

test('for minors only a valid certificate counts; a leader of adults only needs none', () => {
  const covering = (youthOffers: string[]) => clearanceLights.filter((light) => !standsUncovered({ youthOffers, light }));
  expect(covering(['Kinderturnen'])).toEqual(['soon', 'valid']);
  expect(covering([])).toEqual([...clearanceLights]);
});
