import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { dashboardContract } from '#shared/office/dashboard/dashboard.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { managedCourseOf } from '#test/web/course.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { OpenTasks } from './OpenTasks.tsx';

const open = async (role: Role, offers: number) => {
  const rows = Array.from({ length: offers }, () => managedCourseOf({}));
  signIn(userOf(role)).on(dashboardContract.read, []).on(coursesContract.manage, { rows, total: offers });
  return showAtAddress(<OpenTasks club="RWA">{null}</OpenTasks>, '/admin');
};

test('in a club without offers, who plans them is led to the first one', async () => {
  const hand = await open('editor', 0);
  await hand.reads('Noch kein Angebot.');
  expect(screen.getByRole('link', { name: 'Erstes Angebot anlegen' }).getAttribute('href')).toBe('/admin/courses/new');
});

test.each([
  ['editor', 3],
  ['trainer', 0],
] as const)('who has nothing to begin (%s with %d offers) reads that all is done', async (role, offers) => {
  const hand = await open(role, offers);
  await hand.reads('Alles erledigt.');
  expect(screen.queryByText('Erstes Angebot anlegen')).toBeNull();
});

test('the board, which the first steps lead there, reads only that nothing else waits', async () => {
  const hand = await open('admin', 0);
  await hand.reads('Sonst ist nichts offen.');
  expect(screen.queryByText('Erstes Angebot anlegen')).toBeNull();
});
