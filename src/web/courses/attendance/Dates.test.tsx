import { beforeEach, expect, test, vi } from 'vitest';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { show } from '#test/web/page.tsx';
import { Dates } from './Dates.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-23T09:00:00Z'));

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const date: TrainingDate = {
  id,
  courseId: id,
  slug: 'handball-minis',
  club: 'RWA',
  mayRestore: false,
  courseTitle: 'Handball-Minis',
  startsAt: '2026-11-23T15:30:00.000Z',
  endsAt: '2026-11-23T16:30:00.000Z',
  place: 'Turnhalle Süd',
  state: 'planned',
  reason: '',
  isMine: false,
  substitute: null,
  expected: 13,
  excused: 0,
  trials: 0,
  marked: 0,
};

test.each<[string, Partial<TrainingDate>, string]>([
  ['nobody is excused', {}, '13 erwartet'],
  ['somebody is excused', { excused: 2 }, '11 von 13 erwartet · 2 entschuldigt'],
  ['people are marked', { excused: 2, marked: 11 }, '11 von 13 anwesend · 2 entschuldigt'],
  ['it is over', { startsAt: '2026-11-22T15:30:00.000Z', endsAt: '2026-11-22T16:30:00.000Z' }, '0 von 13 anwesend'],
])('a date says who is expected until there is an attendance: %s', async (_, of, words) => {
  show(<Dates dates={[{ ...date, ...of }]} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain(words));
});
