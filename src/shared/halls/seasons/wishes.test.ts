import { expect, test } from 'vitest';
import { wishInput } from './wishes.ts';

const time = { facilityId: null, weekday: 2, fromTime: '18:00', toTime: '19:30' };
const faults = (options: object[], minutes = 90, sport = 'Handball') =>
  wishInput
    .safeParse({ groupName: 'Minis', sport, ageGroup: 'children', participants: 12, minutes, options })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a wished time is long enough for the training, to the minute', () => {
  expect(faults([time])).toEqual([]);
  expect(faults([{ ...time, toTime: '19:29' }])).toEqual(['options.0.toTime: Zwischen 18:00 und 19:29 Uhr passen keine 90 Minuten.']);
  expect(faults([{ ...time, fromTime: '19:30', toTime: '18:00' }])).toHaveLength(1);
});

test('a time covered by an earlier one is refused; a wider one after it is accepted', () => {
  const hall = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
  const other = { ...time, weekday: 3 };
  expect(faults([other, time, time])).toEqual(['options.2.weekday: Wunschzeit 3 liegt schon in Wunschzeit 2.']);
  expect(
    faults([
      { ...time, fromTime: '17:00' },
      { ...time, facilityId: hall },
    ]),
  ).toEqual(['options.1.weekday: Wunschzeit 2 liegt schon in Wunschzeit 1.']);
  expect(faults([{ ...time, facilityId: hall }, time])).toEqual([]);
  expect(faults([time, { ...time, fromTime: '17:00', toTime: '20:00' }, { ...time, fromTime: '19:00', toTime: '20:30' }])).toEqual([]);
});

test('a wish names its sport', () => {
  expect(faults([time], 90, '')).toEqual(['sport: Bitte die Sportart nennen.']);
});
