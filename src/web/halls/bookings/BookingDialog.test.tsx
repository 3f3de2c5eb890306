import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { bookingCheckContract, type LackingHour } from '#shared/halls/bookingCheck.ts';
import { bookingsContract, type BookingView, type CheckedDate } from '#shared/halls/bookings.ts';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import { organisationsContract } from '#shared/halls/organisations.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { BookingDialog } from './BookingDialog.tsx';
import type { BookingWish } from './newBooking.ts';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-00000000000${end}`;
const [own, town, foreign, part1, part2, part3] = [uuid(1), uuid(2), uuid(3), uuid(4), uuid(5), uuid(6)];

test('a booking is sent with hall, parts, times and requester', async () => {
  const { server, hand, onClose } = open();
  server.on(bookingsContract.create, booked);
  await hand.choose('Sportstätte', 'Turnhalle am Bach');
  await hand.fill('Titel', 'Volleyball');
  await hand.choose('Art', 'Spiel');
  await hand.choose('Gruppe', 'Jugend');
  await hand.fill('Personen', '18');
  await hand.choose('Abteilung', 'Handball');
  await hand.fill('Tag', '01.12.2026');
  await hand.fill('Von', '17:15');
  await hand.fill('Bis', '18:45');
  await hand.fill('Telefon', '0291 1');
  await hand.fill('Nachricht an die Hallenverwaltung', 'Mit Zuschauern');
  await hand.fill('Grund, wenn außerhalb der Buchungsfrist gebucht wird', 'Verlegt');
  await hand.press('Buchen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/bookings',
      body: {
        facilityId: own,
        unitIds: [part1, part2],
        title: 'Volleyball',
        kind: 'match',
        ageGroup: 'youth',
        expectedParticipants: 18,
        message: 'Mit Zuschauern',
        contactPerson: 'Vera Vogel',
        contactPhone: '0291 1',
        departmentId: uuid(9),
        date: '2026-12-01',
        startTime: '17:15',
        endTime: '18:45',
        windowReason: 'Verlegt',
      },
    },
  ]);
  await hand.reads('Der Termin ist gebucht.');
});

test('one’s own halls and those of the town can be selected, those of another club cannot', async () => {
  const { hand } = open();
  expect(await hand.choices('Sportstätte')).toEqual(['Turnhalle am Bach', 'Stadthalle']);
});

test('a hall is required; a hall of the town is requested, and the result says so', async () => {
  const { server, hand, onClose } = open('trainer');
  server.on(bookingsContract.create, { ...booked, state: 'requested' });
  await hand.press('Buchen');
  await waitFor(() => expect(hand.problem('Sportstätte')).toBeTruthy());
  expect(server.sent).toEqual([]);
  await hand.choose('Sportstätte', 'Stadthalle');
  expect(() => hand.field('Teile')).toThrow();
  expect(() => hand.field('Grund, wenn außerhalb der Buchungsfrist gebucht wird')).toThrow();
  await hand.fill('Titel', 'Turnen');
  await hand.press('Anfragen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ facilityId: town, unitIds: [part3], windowReason: '' });
  await hand.reads('Der Termin ist angefragt.');
});

test('a free slot from the search prefills the form', () => {
  const wish = { facilityId: own, unitIds: [part2], date: '2026-12-05', startTime: '10:00', endTime: '11:00' };
  const { hand } = open('admin', wish);
  expect([hand.field('Sportstätte').value, hand.field('Tag').value, hand.field('Von').value, hand.field('Bis').value]).toEqual([
    'Turnhalle am Bach',
    '05.12.2026',
    '10:00',
    '11:00',
  ]);
  expect(hand.button('Buchen').disabled).toBe(false);
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand, onClose } = open('admin', wishOf(own));
  server.on(bookingsContract.create, () =>
    refuse('invalid-input', { date: 'So weit im Voraus wird nicht vergeben.', endTime: 'Um 22:00 wird geschlossen.' }),
  );
  await hand.fill('Titel', 'Volleyball');
  await hand.press('Buchen');
  await waitFor(() => expect(hand.problem('Tag')).toBe('So weit im Voraus wird nicht vergeben.'));
  expect(hand.problem('Bis')).toBe('Um 22:00 wird geschlossen.');
  expect(hand.refusal()).toBe('Bitte prüfen Sie die markierten Angaben.');
  expect(hand.field('Titel').value).toBe('Volleyball');
  expect(onClose).not.toHaveBeenCalled();
});

test('invalid times and a booking without a title are refused at their fields', async () => {
  const { server, hand } = open('admin', wishOf(own));
  server.on(bookingsContract.create, booked);
  await hand.fill('Von', 'sieben');
  await hand.press('Buchen');
  await waitFor(() => expect(hand.problem('Titel')).toBe('Bitte ausfüllen.'));
  expect(hand.problem('Von')).toBe('Bitte eine Uhrzeit wie 18:30.');
});

test('conflicting bookings are shown above the button', async () => {
  const { server, hand } = open('admin', wishOf(own));
  server.on(bookingsContract.create, () => refuse('occupied', { date: 'SC Blautal, 18:00–19:00' }));
  await hand.fill('Titel', 'Volleyball');
  await hand.press('Buchen');
  await waitFor(() => expect(hand.refusal()).toBe('Zu dieser Zeit ist schon belegt.SC Blautal, 18:00–19:00'));
});

test('a series is checked first; occupied dates are resolved one by one, and then it is booked with these resolutions', async () => {
  const { server, hand, onClose } = open('admin', wishOf(own));
  server.on(bookingsContract.checkSeries, [date('2026-12-01', 'free'), conflict, date('2026-12-22', 'skipped')]);
  server.on(bookingsContract.createSeries, { seriesId: uuid(9), created: 2, state: 'approved', dates: [] });
  await hand.fill('Titel', 'Volleyball');
  await hand.tick('Jede Woche');
  await hand.fill('Erster Termin', '01.12.2026');
  await hand.fill('Letzter Tag', '22.12.2026');
  await hand.fill('Alle … Wochen', '2');
  await hand.press('Termine prüfen');
  await hand.reads('1 frei, 1 belegt, 1 fallen aus');
  const label = [...document.querySelectorAll('label')].map(({ textContent }) => textContent).find((text) => text.includes('SC Blautal'));
  await hand.choose(label ?? '', 'Andere Zeit: 20:00–21:30');
  await hand.press('Buchen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const rule = {
    facilityId: own,
    unitIds: [part1, part2],
    title: 'Volleyball',
    kind: 'training',
    ageGroup: 'adults',
    expectedParticipants: null,
    message: '',
    contactPerson: 'Vera Vogel',
    contactPhone: '',
    startTime: '18:00',
    endTime: '19:30',
    startsOn: '2026-12-01',
    endsOn: '2026-12-22',
    weekday: 2,
    intervalWeeks: 2,
    holidayMode: 'skip_both',
  };
  const [checked, made] = server.sent;
  expect(checked).toMatchObject({ address: '/bookings/series/check', body: { ...rule, resolutions: [] } });
  expect(made).toMatchObject({
    address: '/bookings/series',
    body: { ...rule, resolutions: [{ date: '2026-12-08', action: 'time', startTime: '20:00', endTime: '21:30', unitIds: [part1] }] },
  });
  await hand.reads('2 Termine sind gebucht.');
});

test('any change after the check requires a new check before booking', async () => {
  const { server, hand } = open('admin', wishOf(own));
  server.on(bookingsContract.checkSeries, [date('2026-12-01', 'free')]);
  await hand.fill('Titel', 'Volleyball');
  await hand.tick('Jede Woche');
  await hand.press('Termine prüfen');
  await waitFor(() => hand.button('Buchen'));
  await hand.fill('Bis', '20:00');
  await waitFor(() => hand.button('Termine prüfen'));
});

test('a conflict is shown while typing, and a free alternative is applied with one click', async () => {
  const { server, hand } = open('admin', wishOf(own));
  server.on(bookingCheckContract.check, ({ hours }) =>
    hours[0]?.startTime === '18:00' ? { free: 0, lacking: [lacking] } : { free: 1, lacking: [] },
  );
  await hand.reads(/Belegt: SC Blautal/);
  await hand.press('20:00–21:30 Uhr');
  expect([hand.field('Von').value, hand.field('Bis').value]).toEqual(['20:00', '21:30']);
  await hand.reads('Die Halle ist frei.');
  expect(server.sent).toEqual([]);
});

test('the occupied dates of a series are shown while typing, one by one', async () => {
  const { server, hand } = open('admin', wishOf(own));
  server.on(bookingCheckContract.check, ({ hours }) => ({ free: hours.length - 1, lacking: [{ ...lacking, date: '2026-12-08' }] }));
  await hand.tick('Jede Woche');
  await hand.fill('Letzter Tag', '22.12.2026');
  await hand.reads('1 von 4 Terminen: Halle nicht frei');
  await hand.reads(/Belegt: SC Blautal. Frei wäre: 20:00–21:30 Uhr/);
});

test('a series that ends before it begins is refused at its field', async () => {
  const { server, hand } = open('admin', wishOf(own));
  server.on(bookingsContract.checkSeries, []);
  await hand.fill('Titel', 'Volleyball');
  await hand.tick('Jede Woche');
  await hand.fill('Letzter Tag', '02.12.2026');
  await hand.fill('Erster Termin', '03.12.2026');
  await hand.press('Termine prüfen');
  await waitFor(() => expect(hand.problem('Letzter Tag')).toBe('Der letzte Tag darf nicht vor dem ersten liegen.'));
});

test('the Enter key submits, only once while the request is pending', async () => {
  const { server, hand, onClose } = open('admin', wishOf(own));
  const answered = Promise.withResolvers<void>();
  server.on(bookingsContract.create, () => answered.promise.then(() => booked));
  await hand.fill('Titel', 'Volleyball');
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Buchen').disabled).toBe(true));
  await hand.press('Buchen');
  answered.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

const { caretakerName: _name, caretakerPhone: _phone, keyNote: _note, ...rest } = exampleFacility;
const hall: Facility = {
  ...rest,
  id: own,
  units: [
    { id: part1, label: 'Teil 1', retiredOn: null },
    { id: part2, label: 'Teil 2', retiredOn: null },
  ],
  staff: null,
  openDefects: 0,
  version: 1,
};
const halls: Facility[] = [
  hall,
  {
    ...hall,
    id: town,
    name: 'Stadthalle',
    managerClub: 'GSV',
    ownerKind: 'municipality',
    needsApproval: true,
    units: [{ id: part3, label: 'Halle', retiredOn: null }],
  },
  { ...hall, id: foreign, name: 'Blautalhalle', managerClub: 'SCB', ownerClub: 'SCB' },
];

const booked: BookingView = {
  id: uuid(8),
  seriesId: null,
  club: 'RWA',
  holder: 'RWA',
  facilityId: own,
  unitIds: [part1],
  date: '2026-12-01',
  startsAt: '2026-12-01T17:00:00.000Z',
  endsAt: '2026-12-01T18:30:00.000Z',
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
  may: [],
  version: 1,
};

function wishOf(facilityId: string): BookingWish {
  return { facilityId, unitIds: [part1, part2], date: '2026-12-01', startTime: '18:00', endTime: '19:30' };
}

function date(day: string, result: CheckedDate['result']): CheckedDate {
  return { date: day, startTime: '18:00', endTime: '19:30', result, reason: '', conflicts: [], otherTimes: [], otherHalls: [] };
}

const conflict: CheckedDate = {
  ...date('2026-12-08', 'conflict'),
  reason: 'SC Blautal',
  otherTimes: [{ facilityId: own, facilityName: 'Halle', date: '2026-12-08', startTime: '20:00', endTime: '21:30', unitIds: [part1] }],
};

const lacking: LackingHour = {
  facilityId: own,
  unitIds: [part1],
  date: '2026-12-01',
  startTime: '18:00',
  endTime: '19:30',
  reason: 'Belegt: SC Blautal',
  conflicts: [],
  otherTimes: conflict.otherTimes,
  otherHalls: [],
};

function open(
  role: Role = 'admin',
  wish?: BookingWish,
): { server: ReturnType<typeof signIn>; hand: Hand; onClose: ReturnType<typeof vi.fn> } {
  const viewer = userOf(role);
  const server = signIn(viewer);
  server.on(organisationsContract.list, () => []);
  server.on(departmentsContract.list, [{ id: uuid(9), name: 'Handball', managed: null }]);
  server.on(bookingCheckContract.check, { free: 1, lacking: [] });
  const onClose = vi.fn();
  const hand = show(<BookingDialog isOpen viewer={viewer} halls={halls} day="2026-11-30" wish={wish} onClose={onClose} />);
  return { server, hand, onClose };
}
