import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { manySessionsContract } from '#shared/courses/planning/manySessions.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import type { Session } from './MoveSession.tsx';
import { CancelSessions } from './CancelSessions.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(end).padStart(12, '0')}`;
const courseId = uuid(99);

function sessionOf(end: number, date: string, state: Session['state'] = 'planned'): Session {
  return {
    id: uuid(end),
    localDate: date,
    startsAt: `${date}T17:00:00.000Z`,
    endsAt: `${date}T18:30:00.000Z`,
    place: '',
    state,
    reason: null,
    substitute: null,
    presentCount: null,
    hall: null,
    mayReturn: false,
  };
}

test('the sessions of a range of days are listed and cancelled with one reason; that can be undone', async () => {
  const server = signIn(userOf('editor'));
  server.on(manySessionsContract.cancel, ({ sessionIds }) => ({ changed: sessionIds.length }));
  server.on(manySessionsContract.restore, ({ sessionIds }) => ({ changed: sessionIds.length }));
  const sessions = [
    sessionOf(1, '2026-11-16'),
    sessionOf(2, '2026-11-23'),
    sessionOf(3, '2026-11-30', 'cancelled'),
    sessionOf(4, '2026-12-07', 'moved'),
    sessionOf(5, '2026-12-14'),
  ];
  const hand = show(<CancelSessions course={{ id: courseId, sessions }} />);
  await hand.press('Mehrere absagen …');
  const dialog = within(await screen.findByRole('dialog'));
  await hand.press('Absagen');
  expect(server.sent).toEqual([]);
  await hand.user.type(dialog.getByLabelText('Von'), '01.11.2026{Tab}');
  await hand.user.type(dialog.getByLabelText('Bis'), '07.12.2026{Tab}');
  await hand.press('2 Termine absagen');
  expect(hand.problem('Grund')).toBe('Bitte ausfüllen.');
  await hand.fill('Grund', 'Wasserschaden');
  await hand.press('2 Termine absagen');
  await hand.reads(/^2 Termine sind abgesagt/);
  expect(server.sent.at(-1)?.body).toEqual({ sessionIds: [uuid(2), uuid(4)], reason: 'Wasserschaden' });
  await hand.press('Rückgängig');
  await hand.reads('2 Termine finden doch statt.');
  expect(server.sent.at(-1)).toMatchObject({ body: { sessionIds: [uuid(2), uuid(4)] } });
});

test('with a single future session there is no bulk cancellation', () => {
  signIn(userOf('editor'));
  show(<CancelSessions course={{ id: courseId, sessions: [sessionOf(1, '2026-11-16'), sessionOf(2, '2026-11-23')] }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
