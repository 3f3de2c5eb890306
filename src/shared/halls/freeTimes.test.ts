import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import { freeStretches, type Busy } from './freeTimes.ts';

// 2026-11-25 is a Wednesday, in winter time.
const day = '2026-11-25';
const hall = {
  gridMinutes: 30,
  bufferMinutes: 0,
  units: ['a', 'b'].map((id) => ({ id, label: id, retiredOn: null as string | null })),
  openings: [{ weekday: 3, opens: '16:00', closes: '20:00', validFrom: null, validTo: null }],
};
const taken = (unitId: string, from: string, to: string, date = day): Busy => ({
  unitId,
  fromMs: instantOf(date, from).getTime(),
  toMs: instantOf(date, to).getTime(),
});
const hour = { minutes: 60, parts: 1 };
const words = (found: ReturnType<typeof freeStretches>) => found.map((one) => `${one.startTime}–${one.endTime} ${one.unitIds.join('')}`);

test('an empty hall is free during its opening hours', () => expect(words(freeStretches(hall, [], day, hour))).toEqual(['16:00–20:00 ab']));

test.each<[string, Busy[], Parameters<typeof freeStretches>[3], string[]]>([
  [
    'a stretch ends where one of its parts is taken, and another begins there',
    [taken('a', '17:00', '18:00')],
    hour,
    ['16:00–17:00 ab', '17:00–20:00 b'],
  ],
  [
    'with two parts wanted what one of them holds is not free',
    [taken('a', '17:00', '18:00')],
    { minutes: 60, parts: 2 },
    ['16:00–17:00 ab', '18:00–20:00 ab'],
  ],
  ['what is shorter than wanted is no stretch', [taken('a', '16:30', '19:30'), taken('b', '16:30', '19:30')], hour, []],
  [
    'what is just as long as wanted is one',
    [taken('a', '17:00', '19:00'), taken('b', '17:00', '19:00')],
    hour,
    ['16:00–17:00 ab', '19:00–20:00 ab'],
  ],
  ['a stretch begins on the grid', [taken('a', '16:00', '16:10'), taken('b', '16:00', '16:10')], hour, ['16:30–20:00 ab']],
  ['not before an hour, not after another', [], { ...hour, earliest: '16:40', latest: '18:59' }, ['17:00–18:30 ab']],
  ['not before an instant', [], { ...hour, notBefore: instantOf(day, '17:30') }, ['17:30–20:00 ab']],
  ['not a minute before it', [], { ...hour, notBefore: instantOf(day, '17:31') }, ['18:00–20:00 ab']],
  ['more parts than there are', [], { minutes: 60, parts: 3 }, []],
  ['more time than the day has', [], { minutes: 241, parts: 1 }, []],
  ['all the time that the day has', [], { minutes: 240, parts: 2 }, ['16:00–20:00 ab']],
  [
    'what is no multiple of the grid takes the next one',
    [taken('a', '17:00', '19:00'), taken('b', '17:00', '19:00')],
    { minutes: 45, parts: 1 },
    ['16:00–17:00 ab', '19:00–20:00 ab'],
  ],
  ['taken on the day before only', [taken('a', '16:00', '20:00', '2026-11-24')], hour, ['16:00–20:00 ab']],
])('%s', (_what, busy, need, expected) => expect(words(freeStretches(hall, busy, day, need))).toEqual(expected));

test('after a slot its buffer must be free as well', () => {
  const busy = [taken('a', '18:00', '20:00'), taken('b', '18:00', '20:00')];
  expect(words(freeStretches({ ...hall, bufferMinutes: 30 }, busy, day, hour))).toEqual(['16:00–17:30 ab']);
  expect(words(freeStretches({ ...hall, bufferMinutes: 30 }, [], day, hour))).toEqual(['16:00–20:00 ab']);
});

test('a part is free until the day before it is retired', () => {
  const retired = (retiredOn: string) => ({ ...hall, units: [{ id: 'a', label: 'a', retiredOn }] });
  expect(freeStretches(retired('2026-11-26'), [], day, hour)).toHaveLength(1);
  expect(freeStretches(retired(day), [], day, hour)).toEqual([]);
});

test.each([
  ['2026-03-29', 'the day of 23 hours'],
  ['2026-10-25', 'the day of 25 hours'],
])('on %s, %s, an evening is free like any other', (date) => {
  const sunday = { ...hall, openings: [{ weekday: 7, opens: '00:00', closes: '23:30', validFrom: null, validTo: null }] };
  const busy = ['a', 'b'].map((unit) => taken(unit, '18:00', '19:30', date));
  expect(words(freeStretches(sunday, busy, date, { minutes: 60, parts: 2, earliest: '05:00' }))).toEqual([
    '05:00–18:00 ab',
    '19:30–23:30 ab',
  ]);
  const night = ['a', 'b'].map((unit) => taken(unit, '00:00', '01:00', date));
  expect(words(freeStretches(sunday, night, date, { minutes: 30, parts: 2, latest: '01:30' }))).toEqual(['01:00–01:30 ab']);
});

test('every slot found is on the grid, within the opening hours, long enough, and free', () => {
  const quarter = fc.integer({ min: 64, max: 80 });
  const booking = fc.record({ unitId: fc.constantFrom('a', 'b'), one: quarter, other: quarter });
  fc.assert(
    fc.property(fc.array(booking, { maxLength: 6 }), fc.constantFrom(30, 45, 60, 90), fc.constantFrom(1, 2), (list, minutes, parts) => {
      const busy = list.map(({ unitId, one, other }) =>
        taken(unitId, timeOf(15 * Math.min(one, other)), timeOf(15 * Math.max(one, other))),
      );
      for (const { startTime, endTime, unitIds } of freeStretches(hall, busy, day, { minutes, parts })) {
        expect([minutesOf(startTime) % 30, minutesOf(endTime) % 30]).toEqual([0, 0]);
        expect(startTime >= '16:00' && endTime <= '20:00').toBe(true);
        expect(minutesOf(endTime) - minutesOf(startTime)).toBeGreaterThanOrEqual(minutes);
        expect(unitIds.length).toBeGreaterThanOrEqual(parts);
        const [from, to] = [instantOf(day, startTime).getTime(), instantOf(day, endTime).getTime()];
        expect(busy.filter((one) => unitIds.includes(one.unitId) && one.fromMs < to && from < one.toMs)).toEqual([]);
      }
    }),
  );
});
