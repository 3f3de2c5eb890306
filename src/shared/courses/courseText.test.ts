import { expect, test } from 'vitest';
import { periodInWords, slotInWords, timesOfOffer } from './courseText.ts';

const slot = { weekday: 1, startTime: '16:30:00', endTime: '17:30:00' };

test.each([
  ['montags 16:30–17:30 Uhr', {}],
  ['sonntags 16:30–17:30 Uhr', { weekday: 7 }],
  ['montags 16:30–17:30 Uhr (ab 18.01.2027)', { from: '2027-01-18' }],
  ['montags 16:30–17:30 Uhr (bis 29.03.2027)', { until: '2027-03-29' }],
  ['montags 16:30–17:30 Uhr (ab 18.01.2027 bis 29.03.2027)', { from: '2027-01-18', until: '2027-03-29' }],
])('"%s" is the text of a weekly time, without its seconds', (words, changes) => {
  expect(slotInWords({ ...slot, ...changes })).toBe(words);
});

test('an offer on a single day is said by its date, one that repeats by its weekdays', () => {
  const day = { slots: [slot], startsOn: '2027-03-22', endsOn: '2027-03-22' };
  expect(timesOfOffer(day)).toEqual(['Montag, 22.03.2027, 16:30–17:30 Uhr']);
  expect(periodInWords(day)).toBe('22.03.2027');
  expect(timesOfOffer({ ...day, endsOn: '2027-03-29' })).toEqual(['montags 16:30–17:30 Uhr']);
  expect(timesOfOffer({ ...day, endsOn: null })).toEqual(['montags 16:30–17:30 Uhr']);
  // A slot of another weekday has no date on that day.
  expect(timesOfOffer({ ...day, slots: [{ ...slot, weekday: 2 }] })).toEqual(['dienstags 16:30–17:30 Uhr']);
});
