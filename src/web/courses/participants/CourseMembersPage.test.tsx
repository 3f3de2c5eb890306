import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { Page } from './CourseMembersPage.tsx';

const open = (role: 'trainer' | 'editor') => {
  signIn(userOf(role)).on(coursesContract.staffed, { rows: [] });
  return showAtAddress(<Page />);
};

test('without a course a trainer chooses among their own, others among all of the club', async () => {
  await (await open('trainer')).reads('Hier gibt es keine Kurse.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Meine' }).checked).toBe(true);
});

test('an editor, who leads none, sees those of the club at once', async () => {
  await (await open('editor')).reads('Hier gibt es keine Kurse.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Alle des Vereins' }).checked).toBe(true);
});
