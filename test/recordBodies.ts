import { addDays, localOf } from '../src/shared/kernel/calendar.ts';

/** The placeholder of an ID. */
const some = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';
/** A day that has not passed. */
const coming = addDays(localOf(new Date()).date, 3);
/** A day not long ago. */
const past = addDays(coming, -10);
const hours = { facilityId: some, unitIds: [some], title: 'Volleyball', kind: 'training', startTime: '18:30', endTime: '20:00' };
const course = {
  kind: 'course',
  title: 'Yoga am Montag',
  startsOn: '2027-01-11',
  endsOn: '2027-03-22',
  slots: [{ weekday: 1, startTime: '18:30', endTime: '20:00' }],
  trainers: [{ personId: some, role: 'lead' }],
};
const season = {
  name: 'Winter 2027/28',
  startsOn: '2027-10-01',
  endsOn: '2028-03-31',
  wishesFrom: '2027-05-01T06:00:00Z',
  wishesUntil: '2027-06-30T21:59:00Z',
  facilities: [{ facilityId: some, windows: [{ weekday: 1, opens: '16:00', closes: '22:00' }] }],
};

/** Request bodies for locations where the example of the endpoint has no ID, or days that pass. */
export const fullerBodies: { readonly [place: string]: unknown } = {
  'POST /bank-lines/{id}/assignment .payerId': { shares: [], payerId: some },
  'POST /bookings .organisationId': { ...hours, date: '2027-01-04', organisationId: some },
  'POST /bookings/series .organisationId': { ...hours, weekday: 1, startsOn: '2027-01-04', endsOn: '2027-03-22', organisationId: some },
  'POST /charges .excluded.participationId': { dueOn: '2026-12-15', excluded: [{ participationId: some, reason: 'Härtefall' }] },
  'POST /charges/batch .payerId': { items: [{ id: some, version: 1 }], action: 'payer', payerId: some, reason: 'Trennung' },
  'POST /expenses .departmentId': { spentOn: past, purpose: 'Fahrt', departmentId: some, cents: null, km: 84, vouchers: [] },
  'POST /manage/courses .trainers.personId': course,
  'POST /me/absences .personIds': { personIds: [some], from: coming, to: coming, reason: 'ill', note: '' },
  'POST /offer-watches .courseId': { courseId: some, email: 'jo@example.org' },
  'POST /seasons .facilities.facilityId': season,
};
