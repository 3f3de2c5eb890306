import { beforeEach, expect, test, vi } from 'vitest';
import { attendanceContract } from '#shared/courses/attendance.ts';
import { editedCourseOf } from '#test/web/course.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import type { Session } from './MoveSession.tsx';
import { SessionList } from '../SessionList.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-${String(end).padStart(12, '0')}`;

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

test('past dates that nobody closed lead to their lists, and are closed together after a question', async () => {
  const server = signIn(userOf('editor'));
  server.on(attendanceContract.closeMany, { changed: 2 });
  const sessions = [sessionOf(1, '2026-11-02'), sessionOf(2, '2026-11-09', 'held'), sessionOf(3, '2026-11-16'), sessionOf(4, '2026-11-23')];
  const course = editedCourseOf({ sessions });
  const hand = await showAtAddress(<SessionList course={course} />);
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([1, 3].map((end) => `/admin/mobile/participantList?session=${uuid(end)}`));
  await hand.press('Vergangene abschließen …');
  await hand.reads(/vom 02\.11\.2026 bis zum 16\.11\.2026 gelten danach als gehalten/);
  expect(server.sent).toEqual([]);
  await hand.press('2 abschließen');
  await hand.reads('2 Termine sind abgeschlossen.');
  // One request for all of them: it is all or nothing.
  expect(server.sent.map(({ address, body }) => [address, body])).toEqual([
    [`/courses/${course.id}/sessions/closings`, { sessionIds: [1, 3].map(uuid) }],
  ]);
});
