import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { Chooser } from './Chooser.tsx';

test('a club without an offer says where participants come from and leads to the first offer', async () => {
  const hand = await open(true);
  await hand.reads('Noch kein Angebot.');
  expect(screen.getByRole('link', { name: 'Angebot anlegen' }).getAttribute('href')).toBe('/admin/courses/new');
});

test('whoever may not plan is not led to a page that is closed to them', async () => {
  const hand = await open(false);
  await hand.reads('Noch kein Angebot.');
  expect(screen.queryByRole('link', { name: 'Angebot anlegen' })).toBeNull();
});

function open(mayPlan: boolean) {
  signIn(userOf(mayPlan ? 'admin' : 'trainer')).on(coursesContract.staffed, { rows: [] });
  return showAtAddress(<Chooser club={undefined} mayMail={false} mayPlan={mayPlan} />);
}
