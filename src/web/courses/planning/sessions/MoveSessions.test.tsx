import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { manySessionsContract } from '#shared/courses/planning/manySessions.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import type { Session } from './MoveSession.tsx';
import { MoveSessions } from './MoveSessions.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(end).padStart(12, '0')}`;
const courseId = uuid(99);

function sessionOf(end: number, date: string, state: Session['state'] = 'planned'): Session {
  const times = { startsAt: `${date}T17:00:00.000Z`, endsAt: `${date}T18:30:00.000Z` };
  const rest = { place: '', reason: null, substitute: null, presentCount: null, hall: null, mayReturn: false };
  return { id: uuid(end), localDate: date, ...times, state, ...rest };
}

test('the sessions of a range of days are moved; conflicts and pending approvals are shown before, can be left out with one click, and the move can be undone', async () => {
  const server = signIn(userOf('editor'));
  server.on(manySessionsContract.previewMoves, ({ sessionIds }) =>
    sessionIds.map((id) => ({
      id,
      startsAt: '2026-11-24T18:00:00.000Z',
      endsAt: '2026-11-24T19:30:00.000Z',
      place: '',
      trouble: id === uuid(4) ? 'Belegt am 08.12.2026, 19:00–20:30 Uhr: SCB' : '',
      isAsked: id === uuid(5),
    })),
  );
  server.on(manySessionsContract.move, ({ sessionIds }) => ({ changed: sessionIds.length }));
  server.on(manySessionsContract.takeBackMoves, ({ sessionIds }) => ({ changed: sessionIds.length }));
  const sessions = [
    sessionOf(1, '2026-11-16'),
    sessionOf(2, '2026-11-23'),
    sessionOf(3, '2026-11-30', 'cancelled'),
    sessionOf(4, '2026-12-07', 'moved'),
    sessionOf(5, '2026-12-14'),
  ];
  const hand = show(<MoveSessions course={{ id: courseId, sessions }} />);
  await hand.press('Mehrere verlegen …');
  const dialog = within(await screen.findByRole('dialog'));
  await hand.user.type(dialog.getByLabelText('Termine von'), '01.11.2026{Tab}');
  await hand.user.type(dialog.getByLabelText('bis'), '14.12.2026{Tab}');
  await hand.press('3 Termine verlegen');
  expect(hand.problem('Um so viele Tage')).toBe('Bitte sagen Sie, was sich ändert: Tag, Zeit oder Halle.');
  const fill = async (label: string, text: string) => {
    await hand.user.clear(hand.field(label));
    await hand.user.paste(text);
  };
  await fill('Um so viele Tage', '1');
  await fill('Neuer Beginn', '19:00');
  await hand.reads(/^Belegt am 08\.12\.2026/);
  await hand.reads(/^Die Hallenverwaltung muss den neuen Zeiten erst zustimmen/);
  expect(dialog.getAllByText('Die Halle wird angefragt.')).toHaveLength(1);
  await hand.press('3 Termine verlegen, Halle anfragen');
  expect(hand.problem('bis')).toBe('Ein Termin geht so nicht, siehe unten.');
  await hand.press('Den Termin, der so nicht geht, auslassen');
  await fill('Grund', 'Messe');
  await hand.press('2 Termine verlegen, Halle anfragen');
  await hand.reads(/^2 Termine sind verlegt, für einen ist die Halle erst angefragt/);
  const sentTo = (end: string) => server.sent.filter(({ address }) => address.endsWith(end)).at(-1)?.body;
  expect(sentTo('/moves')).toEqual({
    sessionIds: [uuid(2), uuid(5)],
    days: 1,
    startTime: '19:00',
    endTime: null,
    hall: null,
    reason: 'Messe',
  });
  await hand.press('Rückgängig');
  await hand.reads('2 Termine finden wie zuvor statt.');
  expect(sentTo('/returns')).toEqual({ sessionIds: [uuid(2), uuid(5)] });
});

test('with a single future session there is no bulk move', () => {
  signIn(userOf('editor'));
  show(<MoveSessions course={{ id: courseId, sessions: [sessionOf(1, '2026-11-16'), sessionOf(2, '2026-11-23')] }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
