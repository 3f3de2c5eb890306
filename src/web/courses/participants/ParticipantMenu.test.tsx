import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import type { ListedEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import { refuse, type FakeServer } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ParticipantMenu } from './ParticipantMenu.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';

test('an enrolment is rejected with or without a reason', async () => {
  const { server, hand } = await open('Ablehnen');
  server.on(enrolmentsContract.decide, { ok: true });
  await hand.fill('Grund', 'Kein Attest');
  await hand.user.keyboard('{Enter}');
  await hand.reads('Die Anmeldung von Jo Muster ist abgelehnt.');
  expect(server.sent).toEqual([
    { method: 'POST', address: `/participants/${id}/decision`, body: { action: 'reject', reason: 'Kein Attest' } },
  ]);
});

test('nobody is moved to the front without a reason', async () => {
  const { server, hand } = await open('An die erste Stelle setzen');
  server.on(enrolmentsContract.reorder, { ok: true });
  expect(hand.button('An die erste Stelle setzen').disabled).toBe(true);
  await hand.fill('Grund', '   ');
  await hand.press('An die erste Stelle setzen');
  expect(hand.problem('Grund')).toBe('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Grund', 'Härtefall');
  await hand.press('An die erste Stelle setzen');
  await hand.reads('Jo Muster steht jetzt an erster Stelle.');
  expect(server.sent[0]?.body).toEqual({ position: 1, reason: 'Härtefall' });
});

test('a note is saved with the version that was read, and a refusal loses no input', async () => {
  const { server, hand } = await open('Notiz');
  server.on(enrolmentsContract.note, () => refuse('conflict'));
  expect(hand.field('Notiz, nur für die Verwaltung').value).toBe('Alt');
  await hand.fill('Notiz, nur für die Verwaltung', 'Neu ');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.refusal()).toContain('geändert'));
  expect(server.sent[0]?.body).toEqual({ note: 'Neu', version: 3 });
  expect(hand.field('Notiz, nur für die Verwaltung').value).toBe('Neu ');
});

test('cancelling asks about the fee only for a seat in a course', async () => {
  const waiting = await open('Platz absagen');
  expect(() => waiting.hand.field('Gebühr nach der Absageregel')).toThrow();
});

test("a move offers the courses of the club of the person's own course", async () => {
  const asked: unknown[] = [];
  await open('In anderen Kurs', (server) =>
    server.on(coursesContract.staffed, ({ club }) => {
      asked.push(club);
      return { rows: [] };
    }),
  );
  await waitFor(() => expect(asked).toEqual(['SCB']));
});

async function open(action: string, before: (server: FakeServer) => void = () => undefined) {
  const server = signIn(userOf('admin'));
  before(server);
  const hand = show(<ParticipantMenu one={one} course={course} />);
  await hand.press('Aktionen für Jo Muster');
  await hand.press(action);
  await hand.reads(`${action}: Jo Muster`);
  return { server, hand };
}

const course: ParticipantList['course'] = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000009',
  slug: 'yoga',
  title: 'Yoga',
  number: 'SCB-2026-001',
  club: 'SCB',
  status: 'published',
  placesMax: 10,
  placesMin: null,
  placesReserved: 0,
  registration: 'direct',
  lateJoin: 'prorata',
};

const one: ListedEnrolment = {
  id,
  personId: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  firstname: 'Jo',
  lastname: 'Muster',
  age: 30,
  gender: null,
  isMember: true,
  state: 'waitlisted',
  position: 2,
  registeredAt: '2026-11-01T10:00:00.000Z',
  channel: 'web',
  phone: null,
  contactEmail: null,
  guardianName: null,
  hasHealthNote: false,
  mayBePhotographed: false,
  isGroup: false,
  offerExpiresAt: null,
  priceCategory: null,
  priceCents: null,
  comingPrice: '',
  cancelFeeCents: null,
  leavesOn: null,
  moving: '',
  swapUntil: null,
  keptUntil: null,
  pause: null,
  mayPause: false,
  mayLeaveOnDay: false,
  staffNote: 'Alt',
  present: 0,
  version: 3,
};
