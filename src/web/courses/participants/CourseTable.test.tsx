import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { idOf, listed as one, offer as course } from '#test/web/participants.ts';
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
  const list: StaffedList = { course, occupied: 1, waiting: 0, sessionsHeld: 4, mayOfferBySystem: true, mayMail: false, rows, payments };
  return show(<CourseTable list={list} columns={participantColumns(list)} mayEdit={false} mayExport={false} />);
}
