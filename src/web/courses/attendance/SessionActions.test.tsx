import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { SessionActions } from './SessionActions.tsx';

const session: TrainingDate = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  courseId: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  courseTitle: 'Yoga',
  slug: 'yoga',
  club: 'RWA',
  startsAt: '2099-11-23T15:30:00.000Z',
  endsAt: '2099-11-23T16:30:00.000Z',
  place: 'Turnhalle',
  state: 'planned',
  reason: null,
  substitute: null,
  mayRestore: false,
  expected: 13,
  excused: 0,
  trials: 0,
  marked: 0,
  isMine: true,
};
const address = `/sessions/${session.id}/cancellation`;

test('cancelling a session asks for a reason, shows who is notified, sends the message, and can be undone', async () => {
  const { server, hand } = open(session);
  await hand.press('Stunde absagen');
  await hand.reads('13 Angemeldete erhalten sofort eine Mail.');
  await hand.press('Stunde absagen');
  await hand.reads('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.user.click(await hand.reads('Wetter'));
  await hand.fill('Eigene Worte', 'Glatteis vor der Halle');
  server.on(coursesContract.cancelSession, { ok: true });
  await hand.press('Stunde absagen');
  await hand.reads('Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.');
  server.on(coursesContract.restoreSession, { ok: true });
  await hand.press('Rückgängig');
  await hand.reads('Die Stunde findet statt. Niemand wurde benachrichtigt.');
  expect(server.sent.map(({ method, address: to, body }) => [method, to, body])).toEqual([
    ['POST', address, { reason: 'Wetter', words: 'Glatteis vor der Halle' }],
    ['DELETE', address, null],
  ]);
});

test('of a session that is over it is noted that it did not take place, without a mail, and undone', async () => {
  const { server, hand } = open({ ...session, startsAt: '2020-11-23T15:30:00.000Z', endsAt: '2020-11-23T16:30:00.000Z' });
  await hand.press('Fand nicht statt');
  await hand.reads('Niemand erhält eine Mail, und Anwesenheit wird nicht mehr erwartet.');
  await hand.user.click(await hand.reads('Übungsleitung erkrankt'));
  server.on(coursesContract.cancelSession, { ok: true });
  await hand.press('Fand nicht statt');
  await hand.reads('Die Stunde fand nicht statt.');
  server.on(coursesContract.restoreSession, { ok: true });
  await hand.press('Rückgängig');
  await hand.reads('Die Stunde gilt wieder als geplant.');
  expect(server.sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('a cancelled session is restored with one tap; if the hall is taken, that is shown and nothing changes', async () => {
  const { server, hand, onDone } = open({ ...session, state: 'cancelled', reason: 'Wetter', mayRestore: true });
  server.on(coursesContract.restoreSession, () => refuse('occupied', { startTime: 'Belegt: Handballturnier' }));
  await hand.press('Absage zurücknehmen');
  await hand.reads(/Belegt: Handballturnier/);
  expect(onDone).not.toHaveBeenCalled();
  server.on(coursesContract.restoreSession, { ok: true });
  await hand.press('Absage zurücknehmen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

function open(of: TrainingDate) {
  const server = signIn(userOf('trainer'));
  const onDone = vi.fn();
  return { server, onDone, hand: show(<SessionActions session={of} isOffline={false} onDone={onDone} />) };
}

test('a substitute entered by mistake is removed at once, or later from the same list', async () => {
  const trainer = { id: '9d7a8a31-5b7c-4c57-8d0f-000000000003', name: 'Vera Vertretung' };
  const first = open(session);
  first.server.on(coursesContract.trainers, [trainer]).on(coursesContract.substitute, { ok: true });
  await first.hand.press('Vertretung');
  await first.hand.press('Vera Vertretung');
  await first.hand.reads('Die Vertretung ist eingetragen.');
  await first.hand.press('Rückgängig');
  await first.hand.reads('Niemand vertritt.');
  expect(first.server.sent.map(({ body }) => body)).toEqual([{ personId: trainer.id }, { personId: null }]);
});

test('when the line is cut by the press, the dialog stays with its words and what was typed; nothing new is begun', async () => {
  const server = signIn(userOf('trainer'));
  let cut: () => void = () => undefined;
  function Held() {
    const [isOffline, setIsOffline] = useState(false);
    cut = () => setIsOffline(true);
    return <SessionActions session={session} isOffline={isOffline} onDone={() => undefined} />;
  }
  const hand = show(<Held />);
  await hand.press('Stunde absagen');
  await hand.user.click(await hand.reads('Wetter'));
  await hand.fill('Eigene Worte', 'Glatteis vor der Halle');
  server.on(coursesContract.cancelSession, () => (cut(), refuse('unavailable')));
  await hand.press('Stunde absagen');
  await hand.reads(/^Der Dienst ist gerade nicht erreichbar/);
  expect(hand.field('Eigene Worte').value).toBe('Glatteis vor der Halle');
  await hand.reads('Absagen und Vertretung gehen nur mit Verbindung.');
  server.on(coursesContract.cancelSession, { ok: true });
  await hand.press('Stunde absagen');
  await hand.reads('Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.');
});

test('when there is nobody to choose, the dialog says who would be shown', async () => {
  const { server, hand } = open(session);
  server.on(coursesContract.trainers, []);
  await hand.press('Vertretung');
  await hand.reads(
    'Zum Vertreten ist sonst niemand eingetragen. Gezeigt werden alle, die im Verein ein Angebot leiten oder eine Rolle haben.',
  );
});

test('an existing substitute can be removed', async () => {
  const { server, hand } = open({ ...session, substitute: 'Vera Vertretung' });
  server.on(coursesContract.trainers, []).on(coursesContract.substitute, { ok: true });
  await hand.press('Vertretung');
  await hand.reads('Bisher: Vera Vertretung');
  await hand.press('Niemand vertritt');
  await hand.reads('Die Vertretung entfällt.');
  expect(server.sent.map(({ body }) => body)).toEqual([{ personId: null }]);
});
