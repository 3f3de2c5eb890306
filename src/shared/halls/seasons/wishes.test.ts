import { expect, test } from 'vitest';
import { wishInput } from './wishes.ts';

const time = { facilityId: null, weekday: 2, fromTime: '18:00', toTime: '19:30' };
const faults = (options: object[], minutes = 90) =>
  wishInput
    .safeParse({ groupName: 'Minis', ageGroup: 'children', participants: 12, minutes, options })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a wished time has room for the training, to the minute', () => {
  expect(faults([time])).toEqual([]);
  expect(faults([{ ...time, toTime: '19:29' }])).toEqual(['options.0.toTime: Zwischen 18:00 und 19:29 Uhr passen keine 90 Minuten.']);
  expect(faults([{ ...time, fromTime: '19:30', toTime: '18:00' }])).toHaveLength(1);
});

test('a time stands once; the second one says which it repeats', () => {
  const other = { ...time, weekday: 3 };
  expect(faults([other, time, time])).toEqual(['options.2.weekday: Wunschzeit 3 gleicht Wunschzeit 2.']);
  expect(faults([time, other, { ...time, facilityId: '9d7a8a31-5b7c-4c57-8d0f-000000000001' }])).toEqual([]);
});
