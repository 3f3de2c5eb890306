import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queueClasses } from './courseStates.ts';
import { inQueueOrder, nextOffers, offerEnd, placeInWords, type Waiting } from './waitingList.ts';

const waiting = fc.array(
  fc.record({ queueClass: fc.constantFrom(10, 20, 25, 30), group: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null, freq: 3 }) }),
  { maxLength: 20 },
);
const entriesOf = (list: { queueClass: number; group: string | null }[]): Waiting[] =>
  list.map(({ queueClass, group }, at) => ({ id: `p${at}`, queueClass, queueRank: at, groupKey: group }));

test('offers never exceed the free seats, families get all or none, and no single person is skipped', () => {
  fc.assert(
    fc.property(waiting, fc.integer({ min: -2, max: 8 }), fc.boolean(), (list, free, isStrict) => {
      const queue = entriesOf(list);
      const offered = new Set(nextOffers(queue, free, isStrict));
      expect(offered.size).toBeLessThanOrEqual(Math.max(0, free));
      for (const group of ['a', 'b', 'c']) {
        const members = queue.filter(({ groupKey }) => groupKey === group).map(({ id }) => offered.has(id));
        expect(new Set(members).size).toBeLessThanOrEqual(1);
      }
      const order = inQueueOrder(queue).filter(({ groupKey }) => groupKey === null);
      const firstLeftOut = order.findIndex(({ id }) => !offered.has(id));
      if (firstLeftOut >= 0) expect(order.slice(firstLeftOut).some(({ id }) => offered.has(id))).toBe(false);
    }),
  );
});

test('an offer expires 24 hours before the start at the latest, and none is made after that', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const until = (first: string, last = first, joinsLate = false) =>
    offerEnd(now, 48, { first: new Date(first), last: new Date(last), joinsLate })?.toISOString();
  expect(until('2026-12-21T10:00:00Z')).toBe('2026-11-23T10:00:00.000Z');
  expect(until('2026-11-23T09:00:00Z')).toBe('2026-11-22T09:00:00.000Z');
  expect(until('2026-11-22T09:59:00Z')).toBeUndefined();
  expect(until('2026-11-22T09:59:00Z', '2026-12-21T10:00:00Z', true)).toBeUndefined();
  expect(offerEnd(now, 48, undefined)?.toISOString()).toBe('2026-11-23T10:00:00.000Z');
  // In a running course as long as late joining is possible, until the day before its last session.
  expect(until('2026-11-21T10:00:00Z', '2026-12-21T10:00:00Z', true)).toBe('2026-11-23T10:00:00.000Z');
  expect(until('2026-11-14T10:00:00Z', '2026-11-23T09:00:00Z', true)).toBe('2026-11-22T09:00:00.000Z');
  expect(until('2026-11-14T10:00:00Z', '2026-11-22T09:59:00Z', true)).toBeUndefined();
  expect(until('2026-11-14T10:00:00Z', '2026-12-21T10:00:00Z')).toBeUndefined();
});

test.each([
  ['returning', false, /Reihe der bisherigen Teilnehmenden; alle anderen kommen danach/],
  ['member', false, /Reihe der Mitglieder; davor kommen bisherige Teilnehmende, danach alle anderen/],
  ['partner', false, /Reihe der Partnervereine; davor kommen bisherige Teilnehmende und Mitglieder/],
  ['public', false, /Reihe für alle; davor kommen bisherige Teilnehmende und Mitglieder/],
  ['member', true, /Reihe der Mitglieder; alle anderen kommen danach/],
  ['public', true, /Reihe für alle; davor kommen Mitglieder\.$/],
] as const)('a person waiting as %s (event: %s) sees who comes before', (name, isEvent, words) => {
  expect(placeInWords({ queueClass: queueClasses[name], isTogether: false, isEvent })[0]).toMatch(words);
});

test('only people waiting as a family are told that they get seats together', () => {
  const words = (isTogether: boolean) => placeInWords({ queueClass: 30, isTogether, isEvent: false }).join(' ');
  expect(words(true)).toContain('nur zusammen');
  expect(words(false)).not.toContain('nur zusammen');
});
