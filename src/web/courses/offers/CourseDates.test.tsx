import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { show } from '#test/web/page.tsx';
import { CourseDates } from './CourseDates.tsx';

beforeEach(() => void vi.setSystemTime('2027-01-20T10:00:00Z'));

test('a few sessions are all shown at once, past ones included', () => {
  show(<CourseDates course={courseOn(['2027-01-11'])} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('button')).toBeNull();
});

test('of many sessions the next ones are shown, until all are requested', async () => {
  const hand = show(<CourseDates course={courseOn(Array.from({ length: 9 }, (_, at) => `2027-01-${18 + at}`))} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(7);
  await hand.press('Alle 9 Termine zeigen');
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
});

function courseOn(days: string[]): Pick<CoursePage, 'sessions' | 'skipped'> {
  const sessions = days.map((day) => ({
    id: day,
    localDate: day,
    startsAt: `${day}T17:00:00.000Z`,
    endsAt: `${day}T18:00:00.000Z`,
    state: 'planned' as const,
    reason: null,
    place: '',
  }));
  return { sessions, skipped: [] };
}
