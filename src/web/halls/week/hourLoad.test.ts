import { expect, test } from 'vitest';
import { exampleFacility } from '#shared/halls/facilities.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import { hourLoad } from './hourLoad.ts';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(end).padStart(12, '0')}`;
const openings = [{ weekday: 1, opens: '16:00', closes: '18:30', validFrom: null, validTo: null }];
const units = [1, 2].map((at) => ({ id: uuid(at), label: `Teil ${at}`, retiredOn: null }));
const hall: Hall = { ...exampleFacility, id: uuid(9), units, openings, staff: null, openDefects: 0, version: 1 };
const [monday, tuesday] = ['2026-11-30', '2026-12-01'];

function bookingOf(from: string, to: string, unitIds: string[], state: Booking['state'] = 'approved'): Booking {
  return {
    id: uuid(30),
    seriesId: null,
    club: 'RWA',
    holder: 'RWA',
    facilityId: hall.id,
    unitIds,
    date: monday,
    startsAt: `${monday}T${from}:00.000Z`,
    endsAt: `${monday}T${to}:00.000Z`,
    state,
    title: null,
    kind: null,
    ageGroup: null,
    expectedParticipants: null,
    priority: null,
    message: null,
    contactPerson: null,
    contactPhone: null,
    departmentId: null,
    reason: null,
    offer: null,
    may: [],
    version: 1,
  };
}

test('the load of an hour is the share of its unit minutes; requests do not count, and a closed day has no load', () => {
  // 16:30 to 17:30 in one part, 18:00 to 18:30 in both.
  const bookings = [
    bookingOf('15:30', '16:30', [uuid(1)]),
    bookingOf('17:00', '17:30', [uuid(1), uuid(2)]),
    bookingOf('16:00', '17:00', [uuid(2)], 'requested'),
  ];
  expect(hourLoad([monday, tuesday], [hall], bookings, [])).toEqual([
    { hour: 16, percents: [25, undefined] },
    { hour: 17, percents: [25, undefined] },
    { hour: 18, percents: [100, undefined] },
  ]);
  expect(hourLoad([monday], [hall], bookings, [{ facilityId: hall.id, date: monday }])).toEqual([]);
});
