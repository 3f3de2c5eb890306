import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bookingRequestsContract } from '#shared/halls/bookingRequests.ts';
import { bookingsContract } from '#shared/halls/bookings.ts';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import type { FakeServer } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import type { Waiting } from '../bookings/queries.ts';
import { WaitingPart } from './WaitingPart.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-0000000000${20 + end}`;
const [hallId, part, series] = [uuid(1), uuid(2), uuid(3)];

test('chosen requests are promised at once, of a series all its dates; the notice counts dates', async () => {
  const { server, hand } = open();
  server.on(bookingRequestsContract.decide, ({ ids }) => ({
    results: ids.map((id, index) => ({ id, changed: index === 0 ? 2 : 0, left: index === 0 ? 0 : 1, code: null })),
  }));
  await hand.user.click(await screen.findByLabelText('Alle 2 Anfragen auswählen'));
  await hand.reads('2 Anfragen ausgewählt, 3 Termine');
  await hand.press('Zusagen, was frei ist');
  await hand.reads('2 Termine zugesagt, 1 belegt und offen geblieben.');
  expect(server.sent.map(({ address, body }) => [address, body])).toEqual([
    ['/bookings/decisions', { ids: [uuid(4), uuid(6)], action: 'approve', reason: '' }],
  ]);
});

test('without a reason nothing is refused; with one it asks first, and what was faster is named', async () => {
  const { server, hand } = open();
  server.on(bookingRequestsContract.decide, ({ ids: [id = ''] }) => ({ results: [{ id, changed: 0, left: 0, code: 'not-offered' }] }));
  await hand.user.click(await screen.findByLabelText(/^RWA, Stadthalle/));
  await hand.press('Ausgewählte ablehnen');
  await hand.reads('Bitte einen Grund nennen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Begründung für alle', 'Umbau');
  await hand.press('Ausgewählte ablehnen');
  await screen.findByRole('dialog', { name: 'Eine Anfrage ablehnen?' });
  await hand.press('Ablehnen');
  await hand.reads('Kein Termin abgelehnt. Eine Anfrage war schon anders erledigt.');
  expect(server.sent[0]?.body).toEqual({ ids: [uuid(6)], action: 'reject', reason: 'Umbau' });
});

test('a decision shows its dates with what stands there, and who else asks; a refusal without a reason says what is missing', async () => {
  const { server, hand } = open();
  server.on(bookingsContract.decide, { changed: 2, left: 0 });
  await hand.user.click((await screen.findAllByRole('button', { name: 'Entscheiden' }))[0] ?? document.body);
  await hand.reads('2 Termine, 1 belegt');
  await hand.reads(/Montag, 30\.11\.2026, .*: frei/);
  await hand.reads(/Montag, 07\.12\.2026, .*: belegt durch GSV/);
  await hand.reads('RWA · Training · Jugend · 20 Personen · Vorrang 2');
  await hand.press('Ablehnen');
  expect(hand.problem('Begründung')).toBe('Bitte einen Grund nennen.');
  await hand.press('Zusagen');
  await hand.reads('2 Termine zugesagt.');
  await waitFor(() => expect(server.sent[0]?.body).toMatchObject({ action: 'approve', scope: 'all' }));
});

test('a request that moves a promised hour says where it stands until then; any other says nothing of it', async () => {
  open();
  expect(await screen.findAllByText(/^Verlegung, bisher /)).toHaveLength(1);
  expect(screen.getByText(/^Verlegung, bisher /).textContent).toContain('Dienstag, 01.12.2026, 18:00–19:30 Uhr');
});

function waitingOf(end: number, date: string, more: Partial<Waiting>): Waiting {
  return {
    id: uuid(end),
    seriesId: null,
    club: 'SCB',
    holder: 'SCB',
    facilityId: hallId,
    unitIds: [part],
    date,
    startsAt: `${date}T17:00:00.000Z`,
    endsAt: `${date}T18:30:00.000Z`,
    state: 'requested',
    title: null,
    kind: 'training',
    ageGroup: 'youth',
    expectedParticipants: 20,
    priority: 2,
    message: '',
    contactPerson: null,
    contactPhone: null,
    reason: '',
    offer: null,
    may: ['decide'],
    version: 1,
    conflicts: [],
    ...more,
  };
}

const taken = {
  club: 'GSV' as const,
  holder: 'GSV',
  title: null,
  startsAt: '2026-12-07T17:00:00.000Z',
  endsAt: '2026-12-07T18:00:00.000Z',
};
const movesFrom = {
  facilityId: hallId,
  date: '2026-12-01',
  startsAt: '2026-12-01T17:00:00.000Z',
  endsAt: '2026-12-01T18:30:00.000Z',
};
const waiting = [
  waitingOf(4, '2026-11-30', { seriesId: series }),
  waitingOf(5, '2026-12-07', { seriesId: series, conflicts: [taken] }),
  waitingOf(6, '2026-11-30', { club: 'RWA', holder: 'RWA', movesFrom }),
];
const hall: Facility = {
  ...exampleFacility,
  id: hallId,
  name: 'Stadthalle',
  managerClub: 'GSV',
  ownerKind: 'municipality',
  units: [{ id: part, label: 'Halle', retiredOn: null }],
  staff: null,
  openDefects: 0,
  version: 1,
};

function open(): { server: FakeServer; hand: Hand } {
  const server = signIn(userOf('admin', 'GSV'));
  server.on(bookingsContract.waiting, waiting);
  return { server, hand: show(<WaitingPart halls={[hall]} />) };
}
