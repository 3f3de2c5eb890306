import { screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { bookingRequestsContract, decidedAtOnce, type RequestedDate } from '#shared/halls/bookingRequests.ts';
import { bookingsContract } from '#shared/halls/bookings.ts';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import type { FakeServer } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { ManyBar } from './ManyBar.tsx';
import { moveOf, requestsOf, availabilityInWords } from './requests.ts';
import { RequestDrawer } from './RequestDrawer.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(20 + end).padStart(12, '0')}`;
const [hallId, part, series] = [uuid(1), uuid(2), uuid(3)];

test('selected requests are approved at once, series with all their dates; the notification counts dates', async () => {
  const { server, hand } = open(<Chosen />);
  server.on(bookingRequestsContract.decide, ({ ids }) => ({
    results: ids.map((id, index) => ({ id, changed: index === 0 ? 2 : 0, left: index === 0 ? 0 : 1, code: null })),
  }));
  await hand.reads('2 ausgewählt');
  await hand.press('Zusagen, was frei ist');
  await hand.reads('2 Termine zugesagt, 1 belegt und offen geblieben.');
  expect(server.sent.map(({ address, body }) => [address, body])).toEqual([
    ['/bookings/decisions', { ids: [uuid(4), uuid(6)], action: 'approve', reason: '' }],
  ]);
  await waitFor(() => expect(screen.queryByText('2 ausgewählt')).toBeNull());
});

test('a rejection requires a reason and a confirmation; requests decided by others meanwhile are named', async () => {
  const { server, hand } = open(<Chosen />);
  server.on(bookingRequestsContract.decide, { results: [{ id: uuid(4), changed: 0, left: 0, code: 'not-offered' }] });
  await hand.press('Ablehnen');
  await hand.reads('Bitte einen Grund nennen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Begründung für alle', 'Umbau');
  await hand.press('Ablehnen');
  const dialog = await screen.findByRole('dialog', { name: '2 Anfragen ablehnen?' });
  await hand.user.click(within(dialog).getByRole('button', { name: 'Ablehnen' }));
  await hand.reads('Kein Termin abgelehnt. Eine Anfrage war schon anders erledigt.');
  expect(server.sent[0]?.body).toEqual({ ids: [uuid(4), uuid(6)], action: 'reject', reason: 'Umbau' });
});

test("a selection above the server's limit is sent in batches, and reported as one", async () => {
  const many = Array.from({ length: decidedAtOnce + 1 }, (_, at) => waitingOf(100 + at, '2026-11-30', {}));
  const { server, hand } = open(<ManyBar chosen={requestsOf(many)} onClear={() => undefined} />);
  server.on(bookingRequestsContract.decide, ({ ids }) => ({ results: ids.map((id) => ({ id, changed: 1, left: 0, code: null })) }));
  await hand.press('Zusagen, was frei ist');
  await hand.reads('101 Termine zugesagt.');
  expect(server.sent).toHaveLength(2);
});

test('a decision shows its dates with their conflicts and competing requests, which can be rejected after the approval; a rejection without a reason is refused', async () => {
  const { server, hand } = open(<RequestDrawer id={uuid(4)} halls={[hall]} onOpen={() => undefined} onClose={() => undefined} />);
  server.on(bookingsContract.decide, { changed: 2, left: 0, rivals: [{ id: uuid(6), holder: 'RWA', isSeries: false }] });
  server.on(bookingRequestsContract.decide, { results: [{ id: uuid(6), changed: 1, left: 0, code: null }] });
  await hand.reads('2 Termine, 1 belegt');
  await hand.reads(/Montag, 30\.11\.2026, .*: frei/);
  await hand.reads(/Montag, 07\.12\.2026, .*: belegt durch GSV/);
  await hand.reads('RWA · Training · Jugend · 20 Personen · Vorrang 2');
  await hand.reads('SCB hat 4,5 Std. je Woche in Ihren Hallen; genutzt 9 von 10 vermerkten Terminen eines Jahres.');
  await hand.reads('RWA hat keine feste Zeit in Ihren Hallen.');
  await hand.reads('17:00–18:30 Uhr: GSV');
  await hand.press('Ablehnen');
  expect(hand.problem('Begründung')).toBe('Bitte einen Grund nennen.');
  await hand.press('Zusagen');
  await hand.reads('2 Termine zugesagt.');
  await waitFor(() => expect(server.sent[0]?.body).toMatchObject({ action: 'approve', scope: 'all' }));
  const dialog = await screen.findByRole('dialog', { name: 'Die andere Anfrage ablehnen?' });
  await hand.user.click(within(dialog).getByRole('button', { name: 'Ablehnen' }));
  await hand.reads('Ein Termin abgelehnt.');
  expect(server.sent[1]?.body).toEqual({ ids: [uuid(6)], action: 'reject', reason: 'Die Zeit ist an SCB vergeben.' });
});

test('a decision before the dates are loaded still asks, for a series about all its dates; dates left open are not decided', async () => {
  const { server, hand } = open(<RequestDrawer id={uuid(4)} halls={[hall]} onOpen={() => undefined} onClose={() => undefined} />);
  server.on(bookingRequestsContract.read, { dates: waiting.slice(0, 2), rivals: [], holders: [] });
  server.on(bookingsContract.decide, { changed: 1, left: 1, rivals: [{ id: uuid(6), holder: 'RWA', isSeries: true }] });
  await hand.press('Zusagen');
  await hand.reads('Ein Termin zugesagt, 1 belegt und offen geblieben.');
  const dialog = await screen.findByRole('dialog', { name: 'Die andere Anfrage ablehnen?' });
  expect(dialog.textContent).toContain('Eine Serie wird mit allen ihren Terminen abgelehnt');
  await hand.user.click(within(dialog).getByRole('button', { name: 'Offen lassen' }));
  expect(server.sent).toHaveLength(1);
});

test('a request that moves an approved booking shows its current place; others do not', () => {
  const [series, moved] = requestsOf(waiting);
  expect(series && moveOf(series.first)).toBe('');
  expect(moved && moveOf(moved.first)).toBe('Verlegung, bisher Dienstag, 01.12.2026, 18:00–19:30 Uhr');
});

test('the dates of a series are one request, which shows how many are occupied and by whom', () => {
  const requests = requestsOf(waiting);
  expect(requests.map(({ dates }) => dates.length)).toEqual([2, 1]);
  expect(requests.map(availabilityInWords)).toEqual(['1 von 2 belegt: GSV', 'frei']);
});

function waitingOf(end: number, date: string, more: Partial<RequestedDate>): RequestedDate {
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
    departmentId: null,
    reason: '',
    offer: null,
    may: ['decide'],
    version: 1,
    askedAt: '2026-11-01T10:00:00.000Z',
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

const holders = [
  { holder: 'SCB', weeklyMinutes: 270, marked: 10, used: 9 },
  { holder: 'RWA', weeklyMinutes: 0, marked: 0, used: 0 },
];

function Chosen() {
  const [chosen, setChosen] = useState(requestsOf(waiting));
  return <ManyBar chosen={chosen} onClear={() => setChosen([])} />;
}

function open(what: ReactElement): { server: FakeServer; hand: Hand } {
  const server = signIn(userOf('admin', 'GSV'));
  server.on(bookingRequestsContract.read, ({ id }) => {
    const dates = id === uuid(6) ? waiting.slice(2) : waiting.slice(0, 2);
    return { dates, rivals: waiting.filter((one) => !dates.includes(one)), holders };
  });
  const early = { startsAt: '2026-11-30T16:00:00.000Z', endsAt: '2026-11-30T17:30:00.000Z' };
  const noon = { startsAt: '2026-11-30T11:00:00.000Z', endsAt: '2026-11-30T12:00:00.000Z' };
  const standing = [early, noon].map((times, at) =>
    waitingOf(30 + at, '2026-11-30', { club: 'GSV', holder: 'GSV', state: 'approved', ...times }),
  );
  server.on(bookingsContract.plan, { bookings: standing, pauses: [], isCut: false });
  return { server, hand: show(what) };
}
