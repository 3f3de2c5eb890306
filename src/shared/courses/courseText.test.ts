import { expect, test } from 'vitest';
import { slotInWords } from './courseText.ts';

const slot = { weekday: 1, startTime: '16:30:00', endTime: '17:30:00' };

test.each([
  ['montags 16:30–17:30 Uhr', {}],
  ['sonntags 16:30–17:30 Uhr', { weekday: 7 }],
  ['montags 16:30–17:30 Uhr (ab 18.01.2027)', { from: '2027-01-18' }],
  ['montags 16:30–17:30 Uhr (bis 29.03.2027)', { until: '2027-03-29' }],
  ['montags 16:30–17:30 Uhr (ab 18.01.2027 bis 29.03.2027)', { from: '2027-01-18', until: '2027-03-29' }],
])('"%s" is said of a weekly time, without its seconds', (words, changes) => {
  expect(slotInWords({ ...slot, ...changes })).toBe(words);
});
