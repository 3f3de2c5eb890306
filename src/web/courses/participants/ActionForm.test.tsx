import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import type { ListedEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { movesContract } from '#shared/courses/moves/moves.ts';
import { peopleContract } from '#shared/people/people.ts';
import { managedCourseOf } from '#test/web/course.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { ActionForm } from './ActionForm.tsx';
import type { Action } from './actionWords.ts';

const [id, personId, courseId, nextId, groupId, foundId] = ['1', '2', '3', '4', '5', '6'].map(
  (end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`,
) as [string, string, string, string, string, string];

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test.each([
  ['confirm', 'Zusagen', 'Jo Muster ist dabei.'],
  ['offer', 'Platz anbieten', 'Jo Muster hat den Platz angeboten bekommen.'],
  ['reject', 'Ablehnen', 'Die Anmeldung von Jo Muster ist abgelehnt.'],
] as const)('"%s" is sent as such, requires no reason, and is confirmed by a notification', async (action, button, words) => {
  const { server, hand, onDone } = open(action);
  server.on(enrolmentsContract.decide, { ok: true });
  await hand.press(button);
  await hand.reads(words);
  expect(onDone).toHaveBeenCalledOnce();
  expect(server.sent).toEqual([{ method: 'POST', address: `/participants/${id}/decision`, body: { action, reason: '' } }]);
});

test('a seat is cancelled without a fee unless the fee is checked', async () => {
  const { server, hand, onDone } = open('cancel', { state: 'confirmed' });
  server.on(enrolmentsContract.cancel, { ok: true });
  await hand.press('Platz absagen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await hand.tick('Gebühr nach der Absageregel');
  await hand.fill('Grund', 'Umzug');
  await hand.press('Platz absagen');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { withFee: false, reason: '' },
    { withFee: true, reason: 'Umzug' },
  ]);
});

test('in a permanent group a last day is required, today by default, and there is no fee', async () => {
  const { server, hand, onDone } = open('cancel', { state: 'confirmed', mayLeaveOnDay: true });
  server.on(enrolmentsContract.cancel, { ok: true });
  expect(() => hand.field('Gebühr nach der Absageregel')).toThrow();
  await hand.press('Platz absagen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await hand.fill('Letzter Tag', '31.12.2026');
  await hand.user.tab();
  await hand.press('Platz absagen');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { withFee: false, reason: '', leavesOn: '2026-11-22' },
    { withFee: false, reason: '', leavesOn: '2026-12-31' },
  ]);
});

test.each<[string, Partial<ListedEnrolment>, boolean]>([
  ['who waits', { state: 'waitlisted' }, true],
  ['who comes to an event', { state: 'confirmed' }, false],
])('%s never has a fee', (_who, changes, isInCourse) => {
  const { hand } = open('cancel', changes, isInCourse);
  expect(() => hand.field('Gebühr nach der Absageregel')).toThrow();
});

test('a seat is transferred only after a person is selected', async () => {
  const { server, hand, onDone } = open('replace');
  server.on(enrolmentsContract.replace, { ok: true });
  expect(hand.button('Ersatzperson').disabled).toBe(true);
  await hand.fill('Person suchen', 'Ahorn');
  await hand.user.click(await hand.reads(/^Ada Ahorn/));
  await hand.press('Ersatzperson');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([{ method: 'POST', address: `/participants/${id}/replacement`, body: { personId: foundId } }]);
});

test('from a course a person can move to any other course that is no draft, at once', async () => {
  const { server, hand, onDone } = open('move');
  server.on(enrolmentsContract.move, { id, state: 'confirmed' });
  await waitFor(async () => expect(await hand.choices('Neuer Kurs')).toEqual(['Pilates (B-1)', 'Judo (G-1)']));
  expect(hand.button('In anderen Kurs').disabled).toBe(true);
  await hand.choose('Neuer Kurs', 'Pilates (B-1)');
  await hand.press('In anderen Kurs');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([{ method: 'POST', address: `/participants/${id}/move`, body: { courseId: nextId } }]);
});

test('from a permanent group a person can only change to another group, from a given day', async () => {
  const { server, hand, onDone } = open('move', { mayLeaveOnDay: true });
  server.on(enrolmentsContract.move, { id, state: 'confirmed' });
  await waitFor(async () => expect(await hand.choices('Neue Gruppe')).toEqual(['Judo (G-1)']));
  await hand.choose('Neue Gruppe', 'Judo (G-1)');
  await hand.press('In anderen Kurs');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toEqual({ courseId: groupId, from: '2026-11-22' });
});

test('a refused move keeps the form open and shows the reason', async () => {
  const { server, hand, onDone } = open('move', { mayLeaveOnDay: true });
  server.on(enrolmentsContract.move, () => refuse('invalid-input', { from: 'Bitte höchstens 92 Tage voraus.' }));
  await waitFor(async () => expect(await hand.choices('Neue Gruppe')).toHaveLength(1));
  await hand.choose('Neue Gruppe', 'Judo (G-1)');
  await hand.press('In anderen Kurs');
  await waitFor(() => expect(hand.problem('Ab')).toBe('Bitte höchstens 92 Tage voraus.'));
  expect(onDone).not.toHaveBeenCalled();
});

test('a change of groups is undone after its details are shown', async () => {
  const { server, hand, onDone } = open('stay', { moving: 'Wechselt am 01.12. zu „Judo“.' });
  server.on(movesContract.undoByStaff, { ok: true });
  await hand.reads('Wechselt am 01.12. zu „Judo“.');
  await hand.press('Wechsel zurücknehmen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test('another price group is saved with the version; the first save wins', async () => {
  const { server, hand, onDone } = open('price', { priceCategory: 'member' });
  server.on(enrolmentsContract.setPrice, () => refuse('conflict'));
  await hand.choose('Preisgruppe', 'Nichtmitglieder');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.refusal()).toBeDefined());
  expect(server.sent[0]?.body).toEqual({ version: 3, priceCategory: 'non_member' });
  expect(onDone).not.toHaveBeenCalled();
});

test('at an event nobody is moved to a course', () => {
  open('move', {}, false);
  expect(document.querySelector('form')).toBeNull();
});

function open(action: Action, changes: Partial<ListedEnrolment> = {}, isInCourse = true) {
  const server = signIn(userOf('admin'))
    .on(coursesContract.staffed, {
      rows: [
        managedCourseOf({ id: courseId, title: 'Yoga', number: 'A-1' }),
        managedCourseOf({ id: nextId, title: 'Pilates', number: 'B-1' }),
        managedCourseOf({ id: groupId, title: 'Judo', number: 'G-1', kind: 'permanent' }),
        managedCourseOf({ id: foundId, title: 'Entwurf', number: 'E-1', status: 'draft', kind: 'permanent' }),
      ],
    })
    .on(peopleContract.search, [{ id: foundId, firstname: 'Ada', lastname: 'Ahorn', birthDate: null, isMember: true, isClaimed: false }]);
  const onDone = vi.fn<() => void>();
  const of = isInCourse ? ({ id: courseId, club: 'RWA' } as const) : undefined;
  const hand = show(<ActionForm action={action} course={of} one={{ ...one, ...changes }} onDone={onDone} />);
  return { server, hand, onDone };
}

const one: ListedEnrolment = {
  id,
  personId,
  firstname: 'Jo',
  lastname: 'Muster',
  age: 30,
  gender: null,
  isMember: true,
  state: 'pending',
  position: null,
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
  staffNote: null,
  present: 0,
  version: 3,
};
