import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import type { BookingView } from '#shared/halls/bookings.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { PlanFilterBar } from './PlanFilterBar.tsx';
import { useShown, type PlanFilters } from './planFilters.ts';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(end).padStart(12, '0')}`;

test('the plan is filtered by kind, age, state, conflicts and text; a click on a name of the legend hides it, a second shows it again', async () => {
  signIn(userOf('admin', 'GSV')).on(departmentsContract.list, [{ id: uuid(9), name: 'Handball', managed: null }]);
  const hand = show(<Plan />);
  expect(shown()).toEqual(['RWA Handball', 'SCB Yoga', 'SCB Turnen', 'VHS ']);
  await hand.press('SCB');
  expect(shown()).toEqual(['RWA Handball', 'VHS ']);
  expect(screen.getByRole('button', { name: 'SCB' }).getAttribute('aria-pressed')).toBe('false');
  await hand.press('SCB');
  await pick(hand, 'Art', 'Training');
  expect(shown()).toEqual(['RWA Handball', 'SCB Turnen']);
  await pick(hand, 'Stand', 'Angefragt');
  expect(shown()).toEqual(['SCB Turnen']);
  // Selecting the same value again clears the filter.
  await pick(hand, 'Art', 'Training');
  await pick(hand, 'Stand', 'Freigegeben');
  expect(shown()).toEqual(['SCB Yoga']);
  await pick(hand, 'Stand', 'Freigegeben');
  // A request, and what stands where it wants to; the same time in another part of the hall is no conflict, nor is a released hour.
  await pick(hand, 'Stand', 'Im Konflikt');
  expect(shown()).toEqual(['RWA Handball', 'SCB Turnen']);
  await pick(hand, 'Stand', 'Im Konflikt');
  await hand.press('Weitere Filter');
  await pick(hand, 'Altersgruppe', 'Jugend');
  expect(shown()).toEqual(['RWA Handball']);
  await pick(hand, 'Altersgruppe', 'Jugend');
  await pick(hand, 'Abteilung', 'Handball');
  expect(shown()).toEqual(['SCB Turnen']);
});

/** A select is named by its placeholder, so its list has no label of its own. */
async function pick(hand: Hand, label: string, option: string): Promise<void> {
  await hand.user.click(await waitFor(() => hand.field(label)));
  await hand.user.click(await hand.reads(option));
}

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

const bookings = [
  bookingOf(1, 'RWA', { title: 'Handball', kind: 'training', ageGroup: 'youth' }),
  bookingOf(2, 'SCB', { title: 'Yoga', kind: 'course', state: 'released' }),
  bookingOf(3, 'SCB', { title: 'Turnen', kind: 'training', state: 'requested', departmentId: uuid(9) }),
  bookingOf(4, 'VHS', { kind: null, unitIds: [uuid(22)] }),
];

function Plan() {
  const [filters, setFilters] = useState<PlanFilters>({});
  const isShown = useShown(filters, bookings);
  return (
    <>
      <PlanFilterBar
        filters={filters}
        club="GSV"
        bookings={bookings}
        isGrid
        onChange={(change) => setFilters((before) => ({ ...before, ...change }))}
      />
      <ul>
        {bookings.filter(isShown).map(({ id, holder, title }) => (
          <li key={id}>{`${holder} ${title ?? ''}`}</li>
        ))}
      </ul>
    </>
  );
}

function bookingOf(end: number, holder: string, more: Partial<BookingView>): BookingView {
  return {
    id: uuid(end),
    seriesId: null,
    club: 'GSV',
    holder,
    facilityId: uuid(20),
    unitIds: [uuid(21)],
    date: '2026-11-30',
    startsAt: '2026-11-30T17:00:00.000Z',
    endsAt: '2026-11-30T18:30:00.000Z',
    state: 'approved',
    title: null,
    kind: 'training',
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
    ...more,
  };
}
