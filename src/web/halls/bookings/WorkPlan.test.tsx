import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { bookingCheckContract } from '#shared/halls/bookingCheck.ts';
import { bookingsContract, type BookingView } from '#shared/halls/bookings.ts';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import { refuse, type FakeServer } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { WorkPlan } from './WorkPlan.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-00000000001${end}`;
const [own, part1, part2] = [uuid(1), uuid(2), uuid(3)];
const monday = '2026-11-23';
const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '22:00', validFrom: null, validTo: null }));

test('a picked booking is moved by keys, dropped with Enter, and moved back by the notification', async () => {
  const { server, hand } = await open();
  await pick(hand, /18:00–19:30 RWA · Volleyball/);
  await hand.user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  await hand.reads(/18:30–20:15 Uhr, Turnhalle am Bach Teil 1\. Frei\./);
  await hand.user.keyboard('{Enter}');
  await hand.reads(/^Verschoben auf .*, 18:30 Uhr\.$/);
  await hand.press('Rückgängig');
  await hand.reads('Der Termin steht wieder an seinem alten Platz.');
  const place = { facilityId: own, unitIds: [part1], date: monday, scope: 'one', title: 'Volleyball', kind: 'training' };
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { ...place, startTime: '18:30', endTime: '20:15', version: 3 },
    { ...place, startTime: '18:00', endTime: '19:30', version: 4 },
  ]);
});

test('conflicts are shown while moving, before anything is sent; a drop there asks first and shows free alternatives', async () => {
  const { server, hand } = await open();
  server.on(bookingCheckContract.check, ({ hours: [hour] }) => ({
    free: 0,
    lacking: hour
      ? [{ ...hour, reason: 'Belegt: SCB', conflicts: [], otherTimes: [{ ...slot, startTime: '20:30', endTime: '22:00' }], otherHalls: [] }]
      : [],
  }));
  await pick(hand, /18:00–19:30 RWA · Volleyball/);
  await hand.user.keyboard('{ArrowRight}');
  await hand.reads(/Turnhalle am Bach Teil 2\. Belegt: SCB bis 20:00 Uhr/);
  await hand.user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Belegung verschieben' });
  await hand.reads('Die Halle ist nicht frei');
  await hand.user.click(within(dialog).getByRole('button', { name: '20:30–22:00 Uhr' }));
  await hand.press('Verschieben');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ startTime: '20:30', endTime: '22:00', unitIds: [part1], scope: 'one' });
});

test('moving a date of a series asks which dates move; a refusal is shown in the dialog, which stays open', async () => {
  const { server, hand } = await open();
  await pick(hand, /16:00–17:00 RWA · Kinderturnen/);
  await hand.user.keyboard('{ArrowUp}{Enter}');
  await screen.findByRole('dialog', { name: 'Belegung verschieben' });
  expect(server.sent).toEqual([]);
  server.on(bookingsContract.change, () => refuse('occupied', { startTime: '24.11.2026, 15:45–16:45: SCB' }));
  await hand.choose('Gilt für', 'Ab diesem Termin');
  await hand.press('Verschieben');
  await hand.reads(/15:45–16:45: SCB/);
  expect(server.sent[0]?.body).toMatchObject({ scope: 'following', startTime: '15:45', endTime: '16:45' });
});

test('Escape cancels a move, and nothing is sent', async () => {
  const { server, hand } = await open();
  await pick(hand, /18:00–19:30 RWA · Volleyball/);
  await hand.user.keyboard('{ArrowDown}{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hierhin' })).toBeNull());
  expect(server.sent).toEqual([]);
});

test('in a hall of the town a move announces the required approval, and requests the new time', async () => {
  const { server, hand } = await open({ managerClub: 'GSV', ownerKind: 'municipality', needsApproval: true });
  await pick(hand, /18:00–19:30 RWA · Volleyball/);
  await hand.user.keyboard('{ArrowDown}');
  await hand.press('Hierhin');
  await hand.reads(/Die Hallenverwaltung muss der neuen Zeit erst zustimmen/);
  await hand.reads(/Bis dahin bleibt Ihnen die alte Zeit\./);
  server.on(bookingsContract.change, { changed: 1, asked: 1 });
  await hand.press('Neue Zeit anfragen');
  await hand.reads('Die neue Zeit ist angefragt. Bis zur Antwort bleibt die alte.');
  expect(screen.queryByRole('button', { name: 'Rückgängig' })).toBeNull();
  await waitFor(() => expect(server.sent[0]?.body).toMatchObject({ startTime: '18:15', endTime: '19:45', unitIds: [part1] }));
});

test('bookings of others cannot be picked', async () => {
  const { hand } = await open();
  within(screen.getByRole('region', { name: /^Tagesplan/ }))
    .getByRole('button', { name: /18:00–20:00 SCB/ })
    .focus();
  await hand.user.keyboard('v');
  expect(screen.queryByRole('button', { name: 'Hierhin' })).toBeNull();
});

test('the letter N opens the form for a new booking', async () => {
  const { hand, onBook } = await open();
  within(screen.getByRole('region', { name: /^Tagesplan/ }))
    .getByRole('button', { name: /Volleyball/ })
    .focus();
  await hand.user.keyboard('n');
  expect(onBook).toHaveBeenCalledTimes(1);
});

const slot = { facilityId: own, facilityName: 'Turnhalle am Bach', date: monday, unitIds: [part1] };

const hall: Facility = {
  ...exampleFacility,
  id: own,
  openings,
  units: [part1, part2].map((id, index) => ({ id, label: `Teil ${index + 1}`, retiredOn: null })),
  staff: null,
  openDefects: 0,
  version: 1,
};
function bookingOf(end: number, from: string, to: string, more: Partial<BookingView>): BookingView {
  return {
    id: uuid(end),
    seriesId: null,
    club: 'RWA',
    holder: 'RWA',
    facilityId: own,
    unitIds: [part1],
    date: monday,
    startsAt: instantOf(monday, from).toISOString(),
    endsAt: instantOf(monday, to).toISOString(),
    state: 'approved',
    title: 'Volleyball',
    kind: 'training',
    ageGroup: 'adults',
    expectedParticipants: null,
    priority: null,
    message: null,
    contactPerson: null,
    contactPhone: null,
    departmentId: null,
    reason: null,
    offer: null,
    may: ['change', 'cancel', 'release'],
    version: 3,
    ...more,
  };
}

const planned = [
  bookingOf(6, '16:00', '17:00', { title: 'Kinderturnen', seriesId: uuid(9) }),
  bookingOf(7, '18:00', '19:30', {}),
  bookingOf(8, '18:00', '20:00', { club: 'SCB', holder: 'SCB', title: null, unitIds: [part2], may: [] }),
];

const plan = { bookings: planned, pauses: [], isCut: false };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T07:00:00Z') });
  // jsdom draws nothing, so that nothing can be scrolled.
});
afterEach(() => {
  vi.useRealTimers();
});

const isShown = () => true;

/** The plan within its page, which keeps the picked booking. */
function Plan({ hall: shown, onBook }: { hall: Facility; onBook: () => void }) {
  const [picked, setPicked] = useState<BookingView>();
  return (
    <WorkPlan
      view="day"
      day={monday}
      from={monday}
      halls={[shown]}
      plan={plan}
      viewer={userOf('admin')}
      allHalls={[shown]}
      picked={picked}
      onPick={setPicked}
      onBook={onBook}
      onOpen={() => undefined}
      onDay={() => undefined}
      isShown={isShown}
      zoom={undefined}
    />
  );
}

/** The day of one hall. */
async function open(more: Partial<Facility> = {}): Promise<{ server: FakeServer; hand: Hand; onBook: ReturnType<typeof vi.fn> }> {
  const server = signIn(userOf('admin'));
  server.on(departmentsContract.list, []);
  server.on(bookingCheckContract.check, { free: 1, lacking: [] }).on(bookingsContract.change, { changed: 1 });
  const onBook = vi.fn();
  const hand = show(<Plan hall={{ ...hall, ...more }} onBook={onBook} />);
  await screen.findByRole('region', { name: /^Tagesplan/ });
  return { server, hand, onBook };
}

/** Picks up the block in the grid; the list below has the same text. */
async function pick(hand: Hand, name: RegExp): Promise<void> {
  within(await screen.findByRole('region', { name: /^Tagesplan/ }))
    .getByRole('button', { name })
    .focus();
  await hand.user.keyboard('v');
  await screen.findByRole('button', { name: 'Hierhin' });
}
