import { expect, test } from 'vitest';
import { localOf, weekdayOf } from '#shared/kernel/calendar.ts';
import { bookingCheckContract } from '#shared/halls/bookingCheck.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { newCourse, withoutEmptyRows } from './courseForm.ts';
import { DatesPart } from './DatesPart.tsx';

const [hall, part] = ['4d7a8a31-5b7c-4c57-8d0f-000000000001', '4d7a8a31-5b7c-4c57-8d0f-000000000002'];

test('before an offer is saved, the form lists the occupied dates with the holders and free alternatives', async () => {
  const server = signIn(userOf('editor'));
  const dates = ['2030-01-07', '2030-01-14'].map((date) => ({ date, startsAt: `${date}T17:00:00.000Z`, endsAt: `${date}T18:00:00.000Z` }));
  server.on(coursesContract.dates, { dates, skipped: [], drafts: [] });
  server.on(bookingCheckContract.check, ({ hours, isPlanned }) => {
    expect(isPlanned).toBe(true);
    const [, second] = hours;
    if (!second) throw new Error('both dates are asked');
    const instead = { ...second, startTime: '19:00', endTime: '20:00', facilityName: 'Turnhalle' };
    return { free: 1, lacking: [{ ...second, reason: 'Belegt: SCB', conflicts: [], otherTimes: [instead], otherHalls: [] }] };
  });
  const slot = { weekday: 1, startTime: '18:00', endTime: '19:00', place: '', facilityId: hall, unitIds: [part] };
  const values = withoutEmptyRows({ ...newCourse(), startsOn: '2030-01-07', endsOn: '2030-01-14', slots: [slot] });
  const hand = show(<DatesPart club="RWA" values={values} />);
  await hand.reads('2 Termine.');
  await hand.reads('1 von 2 Terminen: Halle nicht frei');
  await hand.reads(/18:00–19:00 Uhr: Belegt: SCB. Frei wäre: 19:00–20:00 Uhr\./);
});

test('a single date is described in the singular', async () => {
  const server = signIn(userOf('editor'));
  const date = '2030-01-07';
  server.on(coursesContract.dates, {
    dates: [{ date, startsAt: `${date}T17:00:00.000Z`, endsAt: `${date}T18:00:00.000Z` }],
    skipped: [],
    drafts: [],
  });
  const slot = { weekday: 1, startTime: '18:00', endTime: '19:00', place: 'See', facilityId: null, unitIds: [] };
  const hand = show(<DatesPart club="RWA" values={withoutEmptyRows({ ...newCourse(), startsOn: date, endsOn: date, slots: [slot] })} />);
  await hand.reads('1 Termin.');
});

test('whether the hall was free is not asked for a date that has begun', async () => {
  const server = signIn(userOf('editor'));
  const [begun, ended] = [60, 30].map((minutes) => new Date(Date.now() - minutes * 60_000));
  if (!begun || !ended) throw new Error('two moments');
  const { date, time } = localOf(begun);
  server.on(coursesContract.dates, {
    dates: [{ date, startsAt: begun.toISOString(), endsAt: ended.toISOString() }],
    skipped: [],
    drafts: [],
  });
  server.on(bookingCheckContract.check, () => {
    throw new Error('nothing is asked about the past');
  });
  const slot = { weekday: weekdayOf(date), startTime: time, endTime: '23:59', place: '', facilityId: hall, unitIds: [part] };
  const hand = show(<DatesPart club="RWA" values={withoutEmptyRows({ ...newCourse(), startsOn: date, endsOn: date, slots: [slot] })} />);
  await hand.reads('1 Termin.');
  expect(server.sent).toEqual([]);
});

test('another draft at the same hall and time is named, with a link', async () => {
  const server = signIn(userOf('editor'));
  const date = '2030-01-07';
  server.on(coursesContract.dates, {
    dates: [{ date, startsAt: `${date}T17:00:00.000Z`, endsAt: `${date}T18:00:00.000Z` }],
    skipped: [],
    drafts: [{ id: hall, title: 'Pilates', dates: 12, firstOn: date }],
  });
  server.on(bookingCheckContract.check, { free: 1, lacking: [] });
  const slot = { weekday: 1, startTime: '18:00', endTime: '19:00', place: '', facilityId: hall, unitIds: [part] };
  const hand = show(<DatesPart club="RWA" values={withoutEmptyRows({ ...newCourse(), startsOn: date, endsOn: date, slots: [slot] })} />);
  await hand.reads('Zur selben Zeit ist auch ein anderer Entwurf geplant');
  await hand.reads(/12 Termine ab 07\.01\.2030/);
  expect(document.querySelector('a')?.getAttribute('href')).toBe(`/admin/courses/${hall}`);
});
