import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { bookingCheckContract } from '#shared/halls/bookingCheck.ts';
import { bookingsContract, type BookingView } from '#shared/halls/bookings.ts';
import { exampleFacility, facilitiesContract } from '#shared/halls/facilities.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { ownBookingsContract, type OwnFilter } from '#shared/halls/ownBookings.ts';
import type { FakeServer } from '#test/web/server.ts';
import { showAtAddress, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { OwnBookings } from './OwnBookings.tsx';
import { ownAddress, type OwnAddress } from './OwnFilters.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(end).padStart(12, '0')}`;
const [hallId, part, series] = [uuid(1), uuid(2), uuid(3)];

test('a series is one row with its dates and omissions; a changed date is no omission, and a date can be opened', async () => {
  const ofSeries = { seriesId: series, title: 'Handball-Minis' };
  const { hand } = await open([
    bookingOf(10, '2026-11-23', ofSeries),
    bookingOf(11, '2026-11-30', { ...ofSeries, state: 'cancelled' }),
    bookingOf(12, '2026-11-30', ofSeries),
    bookingOf(13, '2026-12-07', { ...ofSeries, state: 'displaced' }),
    bookingOf(14, '2026-12-14', { ...ofSeries, state: 'requested' }),
    bookingOf(15, '2026-11-24', { title: 'Vorstand', kind: 'event' }),
  ]);
  await hand.reads('3 Termine bis 14.12.2026 · 1 fällt aus');
  await hand.reads('Mo 18:00–19:30');
  await hand.reads('2 Zugesagt, 1 Angefragt');
  const list = screen.getByRole('list', { name: 'Buchungen' });
  expect(list.children).toHaveLength(2);
  await hand.user.click(within(list).getByText('3 Termine bis 14.12.2026 · 1 fällt aus'));
  await hand.press(/^Montag, 30\.11\.2026, 18:00–19:30 Uhr$/);
  await screen.findByRole('dialog');
});

test('the server is queried with the filters: four weeks by default, more on request, hall and text; cancelled ones separately', async () => {
  const { hand, asked } = await open([bookingOf(10, '2026-11-23', { state: 'cancelled', title: 'Yoga' })]);
  await hand.reads('Keine Buchung in diesem Zeitraum.');
  expect(asked.at(-1)).toMatchObject({ from: '2026-11-22', to: '2026-12-19', search: '' });
  await hand.press('Zeitraum erweitern');
  await waitFor(() => expect(asked.at(-1)?.to).toBe('2027-03-13'));
  await hand.fill('Gruppe suchen', 'Yoga');
  await waitFor(() => expect(asked.at(-1)?.search).toBe('Yoga'));
  await hand.user.click(hand.field('Stand'));
  await hand.user.click(await hand.reads('Nur abgesagte'));
  await hand.reads('Yoga');
  await hand.user.click(hand.field('Sportstätte'));
  const choices = () => [...document.querySelectorAll('[role=option]')];
  await waitFor(() => expect(choices().map(({ textContent }) => textContent)).toContain('Turnhalle am Bach'));
  await hand.user.click(choices().find(({ textContent }) => textContent === 'Turnhalle am Bach') ?? document.body);
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ facility: hallId, search: 'Yoga' }));
});

test('of many series the first 25 are shown, the rest on request', async () => {
  const { hand } = await open(Array.from({ length: 60 }, (_, at) => bookingOf(100 + at, addDays('2026-11-23', at % 20), {})));
  await hand.reads('25 von 60');
  expect(screen.getByRole('list', { name: 'Buchungen' }).children).toHaveLength(25);
  await hand.press('Weitere laden');
  await hand.reads('50 von 60');
});

test('hours are released for a selected and listed range of days, never all at once; a large number must be typed, and the release can be undone', async () => {
  const hours = Array.from({ length: 25 }, (_, at) => bookingOf(200 + at, addDays('2026-11-23', at), { may: ['release'], title: 'Yoga' }));
  const { hand, server } = await open(hours);
  server.on(ownBookingsContract.release, ({ ids }) => ({ changed: ids.length }));
  server.on(ownBookingsContract.reclaim, ({ ids }) => ({ changed: ids.length }));
  await hand.press('Stunden freigeben …');
  const dialog = within(await screen.findByRole('dialog'));
  await hand.press('Freigeben');
  expect(server.sent).toEqual([]);
  await hand.user.type(dialog.getByLabelText('Von'), '01.12.2026{Tab}');
  await hand.user.type(dialog.getByLabelText('Bis'), '03.12.2026{Tab}');
  await hand.reads('3 Stunden: Yoga (3)');
  await hand.press('3 Stunden freigeben');
  await hand.reads('3 Stunden sind freigegeben.');
  expect(server.sent.at(-1)?.body).toEqual({ ids: [uuid(208), uuid(209), uuid(210)] });
  await hand.press('Rückgängig');
  await hand.reads('3 Stunden sind wieder Ihre.');
  await hand.press('Stunden freigeben …');
  const again = within(await screen.findByRole('dialog'));
  await hand.user.type(again.getByLabelText('Von'), '23.11.2026{Tab}');
  await hand.user.type(again.getByLabelText('Bis'), '17.12.2026{Tab}');
  await hand.press('25 Stunden freigeben');
  await hand.reads('Bitte die Zahl 25 eingeben.');
  expect(server.sent).toHaveLength(2);
  await hand.user.type(again.getByLabelText(/die Zahl 25 eingeben/), '25');
  await hand.press('25 Stunden freigeben');
  await hand.reads('25 Stunden sind freigegeben.');
});

test('dates are cancelled for selected days and groups with a reason; that can be undone, and what cannot be restored is reported', async () => {
  const dates = Array.from({ length: 4 }, (_, at) =>
    bookingOf(300 + at, addDays('2026-11-23', at), { may: ['cancel'], title: at === 1 ? 'Yoga' : 'Judo' }),
  );
  const { hand, server } = await open(dates);
  server.on(ownBookingsContract.cancel, ({ ids }) => ({ changed: ids.length }));
  server.on(ownBookingsContract.restore, { changed: 1, asked: 1 });
  await hand.press('Termine absagen …');
  const dialog = within(await screen.findByRole('dialog'));
  await hand.user.type(dialog.getByLabelText('Von'), '23.11.2026{Tab}');
  await hand.user.type(dialog.getByLabelText('Bis'), '25.11.2026{Tab}');
  await hand.reads('3 Termine: Judo (2), Yoga (1)');
  await hand.choose('Nur diese Gruppen', 'Judo');
  await hand.press('2 Termine absagen');
  expect(hand.problem('Grund')).toBe('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Grund', 'Trainer krank');
  await hand.press('2 Termine absagen');
  await hand.reads('2 Termine sind abgesagt.');
  expect(server.sent.at(-1)?.body).toEqual({ ids: [uuid(300), uuid(302)], reason: 'Trainer krank' });
  await hand.press('Rückgängig');
  await hand.reads(/^Ein Termin steht wieder, 1 davon als Anfrage\. Für die übrigen/);
});

test('a displaced date is given another place out of those that are free, or let go after a question; nothing else is offered', async () => {
  const { hand, server } = await open(
    [bookingOf(400, '2026-12-07', { state: 'displaced', reason: 'Neuer Boden', seriesId: series, may: ['change', 'cancel'] })],
    'displaced',
  );
  const elsewhere = {
    facilityId: uuid(4),
    facilityName: 'Nordhalle',
    unitIds: [uuid(5)],
    date: '2026-12-07',
    startTime: '18:00',
    endTime: '19:30',
  };
  server.on(bookingCheckContract.check, ({ hours: [hour] }) => ({
    free: hour?.facilityId === hallId ? 0 : 1,
    lacking:
      hour?.facilityId === hallId ? [{ ...hour, reason: 'Neuer Boden', conflicts: [], otherTimes: [], otherHalls: [elsewhere] }] : [],
  }));
  server.on(bookingsContract.change, { changed: 1 }).on(bookingsContract.cancel, { changed: 1 });
  await hand.press(/Ringen/);
  await hand.reads(/^Dieser Termin hat keinen Platz mehr/);
  for (const name of ['Absagen', 'Änderung speichern', 'Stunde freigeben']) expect(screen.queryByRole('button', { name })).toBeNull();
  await hand.press('Anderen Platz wählen …');
  await hand.press('Nordhalle');
  await hand.press('Neue Zeit anfragen');
  await hand.reads('Der andere Platz ist angefragt; die Hallenverwaltung entscheidet darüber.');
  expect(server.sent[0]?.body).toMatchObject({
    scope: 'one',
    facilityId: uuid(4),
    unitIds: [uuid(5)],
    date: '2026-12-07',
    startTime: '18:00',
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Belegung verschieben' })).toBeNull());
  await hand.press('Ausfallen lassen …');
  await hand.press('Ausfallen lassen');
  await hand.reads('Der Termin fällt aus.');
  expect(server.sent[1]).toMatchObject({ address: `/bookings/${uuid(400)}/cancel`, body: { scope: 'one', reason: 'Neuer Boden' } });
});

function bookingOf(end: number, date: string, more: Partial<BookingView>): BookingView {
  return {
    id: uuid(end),
    seriesId: null,
    club: 'RWA',
    holder: 'RWA',
    facilityId: hallId,
    unitIds: [part],
    date,
    startsAt: `${date}T17:00:00.000Z`,
    endsAt: `${date}T18:30:00.000Z`,
    state: 'approved',
    title: 'Ringen',
    kind: 'training',
    ageGroup: null,
    expectedParticipants: null,
    priority: 3,
    message: '',
    contactPerson: '',
    contactPhone: '',
    departmentId: null,
    reason: '',
    offer: null,
    may: [],
    version: 1,
    ...more,
  };
}

const hall = { ...exampleFacility, id: hallId, name: 'Turnhalle am Bach', units: [{ id: part, label: 'Halle', retiredOn: null }] };

type Opened = { hand: Hand; asked: OwnFilter[]; server: FakeServer };

async function open(bookings: BookingView[], shown: OwnAddress['show'] = 'current'): Promise<Opened> {
  const server = signIn(userOf('admin'));
  const asked: OwnFilter[] = [];
  server.on(departmentsContract.list, []);
  const town = {
    ...hall,
    id: uuid(4),
    name: 'Nordhalle',
    managerClub: 'GSV' as const,
    needsApproval: true,
    units: [{ id: uuid(5), label: 'Halle', retiredOn: null }],
  };
  server.on(
    facilitiesContract.list,
    [hall, town].map((one) => ({ ...one, staff: null, openDefects: 0, version: 1 })),
  );
  server.on(bookingsContract.mine, (filter) => {
    asked.push(filter);
    return bookings;
  });
  return { hand: await showAtAddress(<Kept first={shown} />), asked, server };
}

/** Keeps the choice as the URL does. */
function Kept({ first }: { first: OwnAddress['show'] }) {
  const [address, setAddress] = useState(ownAddress.parse({ show: first }));
  return (
    <OwnBookings club="RWA" address={address} onChange={(change) => setAddress((before) => ownAddress.parse({ ...before, ...change }))} />
  );
}
