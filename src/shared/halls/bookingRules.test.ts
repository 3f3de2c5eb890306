import { describe, expect, test } from 'vitest';
import { brokenRule, openingsOn, openingWords, type RuledFacility, type Wish } from './bookingRules.ts';

// 2026-11-25 is a Wednesday.
const hall: RuledFacility = {
  isActive: true,
  gridMinutes: 15,
  minMinutes: 30,
  maxMinutes: 120,
  leadDays: 2,
  maxAdvanceDays: 60,
  minParticipants: 4,
  capacityPersons: 40,
  units: [
    { id: 'a', label: 'Teil A', retiredOn: null },
    { id: 'b', label: 'Teil B', retiredOn: '2026-12-01' },
  ],
  openings: [
    { weekday: 3, opens: '08:00', closes: '12:00', validFrom: null, validTo: null },
    { weekday: 3, opens: '14:00', closes: '22:00', validFrom: null, validTo: null },
    { weekday: 7, opens: '00:00', closes: '23:45', validFrom: null, validTo: null },
  ],
};
const wish: Wish = { date: '2026-11-25', startTime: '16:00', endTime: '17:00', unitIds: ['a'] };
const circumstances = { today: '2026-11-22', now: new Date('2026-11-22T09:00:00Z') };

/** The field and the message of the first rule that a changed request violates. */
function broken(change: Partial<Wish>, facility: Partial<RuledFacility> = {}, around: Partial<Parameters<typeof brokenRule>[2]> = {}) {
  const found = brokenRule({ ...hall, ...facility }, { ...wish, ...change }, { ...circumstances, ...around });
  return found && [found.path, found.message];
}

test('a valid wish breaks no rule', () => expect(broken({})).toBeUndefined());

describe('parts', () => {
  test.each<[string, Partial<Wish>, Partial<RuledFacility>, string[] | undefined]>([
    ['a hall that is not given away', {}, { isActive: false }, ['facilityId', 'Diese Sportstätte wird zurzeit nicht vergeben.']],
    ['no part at all', { unitIds: [] }, {}, ['unitIds', 'Bitte mindestens einen Teil wählen.']],
    ['a part of another hall', { unitIds: ['a', 'z'] }, {}, ['unitIds', 'Diesen Teil gibt es hier nicht.']],
    ['a part on its last day', { unitIds: ['b'], date: '2026-11-25' }, {}, undefined],
    [
      'a part on the day from which it is retired',
      { unitIds: ['a', 'b'], date: '2026-12-02' },
      { units: [hall.units[0] ?? { id: '', label: '', retiredOn: null }, { id: 'b', label: 'Teil B', retiredOn: '2026-12-02' }] },
      ['unitIds', '„Teil B“ wird ab dem 02.12.2026 nicht mehr vergeben.'],
    ],
    [
      'a part the day before it is retired',
      { unitIds: ['b'], date: '2026-12-02' },
      { units: [{ id: 'b', label: 'Teil B', retiredOn: '2026-12-03' }] },
      undefined,
    ],
  ])('%s', (_what, change, facility, expected) => expect(broken(change, facility)).toEqual(expected));
});

describe('times', () => {
  const grid = 'Hier wird im Raster von 15 Minuten gebucht.';
  const length = { minMinutes: 5 };
  test.each<[string, string, Partial<RuledFacility>, string[] | undefined]>([
    ['16:00', '16:00', length, ['endTime', 'Das Ende muss nach dem Beginn liegen.']],
    ['16:15', '16:00', length, ['endTime', 'Das Ende muss nach dem Beginn liegen.']],
    ['16:05', '17:00', length, ['startTime', grid]],
    ['16:00', '16:59', length, ['endTime', grid]],
    ['16:00', '16:15', length, undefined],
    ['16:00', '16:20', { ...length, gridMinutes: 5 }, undefined],
    ['16:20', '17:00', { ...length, gridMinutes: 20 }, undefined],
  ])('%s to %s', (startTime, endTime, facility, expected) => expect(broken({ startTime, endTime }, facility)).toEqual(expected));

  const skipped = 'Diese Uhrzeit gibt es am 29.03.2026 nicht: Die Uhr wird auf Sommerzeit gestellt.';
  test.each<[string, string, string, string[] | undefined]>([
    ['the hour that the clocks skip', '02:00', '03:00', ['startTime', skipped]],
    ['its last quarter', '02:45', '03:15', ['startTime', skipped]],
    ['an end within it', '01:30', '02:30', ['endTime', skipped]],
    ['up to its beginning, which is skipped', '01:30', '02:00', ['endTime', skipped]],
    ['from its end on', '03:00', '04:00', undefined],
  ])('in the night to summer time: %s', (_what, startTime, endTime, expected) =>
    expect(broken({ date: '2026-03-29', startTime, endTime }, {}, { today: '2026-03-22', now: new Date('2026-03-22T09:00:00Z') })).toEqual(
      expected,
    ),
  );

  test('in the night to winter time every time exists, the repeated hour as well', () => {
    const around = { today: '2026-10-20', now: new Date('2026-10-20T09:00:00Z') };
    expect(broken({ date: '2026-10-25', startTime: '02:00', endTime: '02:45' }, {}, around)).toBeUndefined();
  });
});

describe('opening hours, to the minute', () => {
  const words = 'Am Mittwoch ist hier 08:00–12:00 und 14:00–22:00 Uhr geöffnet.';
  test.each<[string, string, string[] | undefined]>([
    ['08:00', '09:00', undefined],
    ['07:45', '09:00', ['startTime', words]],
    ['11:00', '12:00', undefined],
    ['11:15', '12:15', ['endTime', words]],
    ['12:00', '13:00', ['startTime', words]],
    ['13:45', '14:45', ['startTime', words]],
    ['14:00', '15:00', undefined],
    ['21:00', '22:00', undefined],
    ['21:15', '22:15', ['endTime', words]],
    ['22:00', '23:00', ['startTime', words]],
  ])('%s to %s', (startTime, endTime, expected) => expect(broken({ startTime, endTime })).toEqual(expected));

  test('a day without opening hours is named', () =>
    expect(broken({ date: '2026-11-26' })).toEqual(['date', 'Am Donnerstag ist hier geschlossen.']));

  test('seasonal hours apply from their first to their last day', () => {
    const season = { openings: [{ weekday: 3, opens: '08:00', closes: '22:00', validFrom: '2026-11-25', validTo: '2026-12-02' }] };
    const on = (date: string) => openingsOn(season, date).length;
    expect(['2026-11-18', '2026-11-25', '2026-12-02', '2026-12-09', '2026-11-26'].map(on)).toEqual([0, 1, 1, 0, 0]);
    expect([openingWords(season, '2026-11-25'), openingWords(season, '2026-12-09')]).toEqual(['08:00–22:00', 'geschlossen']);
  });
});

test.each<[string, string, string[] | undefined]>([
  ['16:00', '16:15', ['endTime', 'Gebucht werden mindestens 30 Minuten.']],
  ['16:00', '16:30', undefined],
  ['16:00', '18:00', undefined],
  ['16:00', '18:15', ['endTime', 'Gebucht werden höchstens 120 Minuten.']],
])('the length of %s to %s', (startTime, endTime, expected) => expect(broken({ startTime, endTime })).toEqual(expected));

describe('the booking window', () => {
  const open = {
    openings: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '22:00', validFrom: null, validTo: null })),
  };
  const early = ['date', 'Hier wird mindestens 2 Tage vorher gebucht.'];
  const late = ['date', 'Hier wird höchstens 60 Tage im Voraus gebucht.'];
  test.each<[string, string[] | undefined]>([
    ['2026-11-23', early],
    ['2026-11-24', undefined],
    ['2027-01-21', undefined],
    ['2027-01-22', late],
  ])('%s', (date, expected) => {
    expect(broken({ date }, open)).toEqual(expected);
    expect(broken({ date }, open, { mayIgnoreWindow: true })).toBeUndefined();
  });

  test('a past time cannot be booked, not even by managers; one starting at this very instant can', () => {
    const past = ['date', 'Dieser Termin liegt in der Vergangenheit.'];
    const at = (now: string) => broken({ date: '2026-11-22' }, { ...open, leadDays: 0 }, { now: new Date(now), mayIgnoreWindow: true });
    expect(at('2026-11-22T15:00:00.001Z')).toEqual(past);
    expect(at('2026-11-22T15:00:00.000Z')).toBeUndefined();
  });
});

test('a closure has a reason, and is checked after the window and before the number of people', () => {
  expect(broken({ expectedParticipants: 99 }, {}, { pause: 'Herbstferien' })).toEqual(['date', 'Am 25.11.2026 geschlossen: Herbstferien.']);
  expect(broken({}, { leadDays: 9 }, { pause: 'Herbstferien' })).toEqual(['date', 'Hier wird mindestens 9 Tage vorher gebucht.']);
});

test.each<[number | null | undefined, string | undefined]>([
  [3, 'Hier braucht es mindestens 4 Personen.'],
  [4, undefined],
  [40, undefined],
  [41, 'Hier sind höchstens 40 Personen zugelassen.'],
  [null, undefined],
  [undefined, undefined],
])('%s people', (expectedParticipants, message) => {
  expect(broken({ expectedParticipants })?.[1]).toBe(message);
  expect(broken({ expectedParticipants }, { minParticipants: null, capacityPersons: null })).toBeUndefined();
});
