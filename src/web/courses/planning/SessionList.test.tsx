import { expect, test, vi } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { bookingsContract } from '#shared/halls/bookings.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { HallState } from '#shared/courses/planning/sessionShapes.ts';
import { editedCourseOf } from '#test/web/course.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { SessionList } from './SessionList.tsx';

const id = '4d7a8a31-5b7c-4c57-8d0f-000000000001';
const facilityId = '4d7a8a31-5b7c-4c57-8d0f-000000000002';

test('a session is called off with a reason that the families read, and that is undone', async () => {
  const { server, hand } = open(null);
  await hand.press('Absagen');
  await hand.reads('Alle Angemeldeten erhalten sofort eine Mail.');
  await hand.press('Stunde absagen');
  await hand.reads('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.user.click(await hand.reads('Übungsleitung erkrankt'));
  await hand.press('Stunde absagen');
  await hand.reads('Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.');
  expect(server.sent.at(-1)?.body).toEqual({ reason: 'Übungsleitung erkrankt', words: '' });
});

test('of a session that a closure has put out, the families read that its hall is closed', async () => {
  const { server, hand } = open({ ...missing, reason: 'Die Halle ist gesperrt: Wasserschaden', isClosed: true });
  server.on(bookingsContract.checkSeries, []);
  await hand.press('Lösen …');
  await hand.press('Stunde absagen …');
  await hand.press('Stunde absagen');
  await hand.reads('Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.');
  expect(server.sent.at(-1)?.body).toEqual({ reason: 'Halle gesperrt', words: '' });
});

const missing: HallState = { facilityId, unitIds: [], bookingId: null, state: 'missing', reason: 'Belegt', isClosed: false };

function open(hall: HallState | null) {
  vi.setSystemTime('2026-11-22T10:00:00Z');
  const server = signIn(userOf('admin')).on(coursesContract.cancelSession, { ok: true });
  const session: EditedCourse['sessions'][number] = {
    id,
    localDate: '2027-01-11',
    startsAt: '2027-01-11T17:00:00.000Z',
    endsAt: '2027-01-11T18:00:00.000Z',
    place: '',
    state: 'planned',
    reason: null,
    substitute: null,
    presentCount: null,
    mayReturn: false,
    hall,
  };
  return { server, hand: show(<SessionList course={editedCourseOf({ sessions: [session] })} />) };
}
