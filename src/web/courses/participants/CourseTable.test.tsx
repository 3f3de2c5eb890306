import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CourseTable } from './CourseTable.tsx';
import { participantColumns } from './participantColumns.tsx';

test('seats stand first, then the waiting list by position, and who has left is kept below', () => {
  open([
    one('Dreher', { state: 'waitlisted', position: 2 }),
    one('Albers', { state: 'confirmed' }),
    one('Çelik', { state: 'waitlisted', position: 1 }),
    one('Jansen', { state: 'cancelled' }),
  ]);
  expect(names('Teilnehmende')).toEqual(['Albers', 'Çelik', 'Dreher']);
  expect(names('Nicht mehr dabei')).toEqual(['Jansen']);
});

test('a heading sorts, a second press turns the order round', async () => {
  const hand = open([one('Berg', { age: 9 }), one('Ähren', { age: 12 }), one('Cordes', { age: null })]);
  await hand.press('Name');
  expect(names('Teilnehmende')).toEqual(['Ähren', 'Berg', 'Cordes']);
  await hand.press('Alter');
  await hand.press('Alter');
  expect(names('Teilnehmende')).toEqual(['Ähren', 'Berg', 'Cordes']);
  expect(screen.getByRole('columnheader', { name: /^Alter/ }).getAttribute('aria-sort')).toBe('descending');
});

test('what somebody has paid and what staff noted about them is not printed', () => {
  open([one('Berg', { staffNote: 'kommt später' })], [{ personId: idOf('Berg'), state: 'open' }]);
  const heads = ['Bezahlung', 'Notiz', 'Telefon'].map((name) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) }));
  expect(heads.map((head) => head.className.includes('no-print'))).toEqual([true, true, false]);
  expect(screen.getByText('kommt später').className).toContain('no-print');
});

function names(label: string): (string | undefined)[] {
  const list = screen.getByRole('table', { name: label, hidden: true });
  const rows = within(list).getAllByRole('row', { hidden: true }).slice(1);
  return rows.map((row) => row.querySelector('td')?.textContent?.split(',')[0]);
}

function open(rows: ListedParticipant[], payments: StaffedList['payments'] = null) {
  signIn(userOf('admin'));
  const list: StaffedList = { course, occupied: 1, waiting: 0, sessionsHeld: 4, mayOfferBySystem: true, mayMail: true, rows, payments };
  return show(<CourseTable list={list} columns={participantColumns(list)} mayEdit={false} />);
}

const course: StaffedList['course'] = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  slug: 'kinderturnen',
  title: 'Kinderturnen',
  number: 'RWA-2026-001',
  club: 'RWA',
  status: 'published',
  placesMax: 10,
  placesMin: null,
  placesReserved: 0,
  registration: 'open',
  lateJoin: 'yes',
};

function idOf(lastname: string): string {
  return `9d7a8a31-5b7c-4c57-8d0f-${lastname.length.toString().padStart(4, '0')}${(lastname.codePointAt(0) ?? 0).toString().padStart(8, '0')}`;
}

function one(lastname: string, changes: Partial<ListedParticipant>): ListedParticipant {
  return {
    id: idOf(lastname),
    personId: idOf(lastname),
    firstname: 'Mia',
    lastname,
    age: 9,
    gender: null,
    isMember: true,
    state: 'confirmed',
    position: null,
    registeredAt: '2026-11-01T10:00:00.000Z',
    channel: 'portal',
    phone: null,
    contactEmail: null,
    guardianName: null,
    hasHealthNote: false,
    mayBePhotographed: true,
    isGroup: false,
    offerExpiresAt: null,
    priceCategory: null,
    priceCents: null,
    cancelFeeCents: null,
    comingPrice: '',
    leavesOn: null,
    pause: null,
    mayPause: false,
    moving: '',
    mayLeaveOnDay: false,
    swapUntil: null,
    keptUntil: null,
    staffNote: null,
    present: 2,
    version: 1,
    emergencyContactName: null,
    emergencyContactPhone: null,
    emergencyOthers: [],
    ...changes,
  };
}
