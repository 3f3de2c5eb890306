import { expect, test } from 'vitest';
import type { ClearanceLight } from '#shared/people/clearances.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { Uncovered } from './Uncovered.tsx';

const youth = (light: ClearanceLight) => ({ youthOffers: ['Kinderturnen'], light });
const adults = { youthOffers: [], light: 'missing' as const };
const warning = 'Angebote mit Minderjährigen ohne gültiges Führungszeugnis';

test('leaders of minors without a valid certificate are counted, nobody else', async () => {
  signIn(userOf('admin'));
  const hand = show(<Uncovered people={[youth('missing'), youth('overdue'), youth('valid'), adults]} />);
  expect(await hand.reads(`2 Personen leiten ${warning}`)).toBeTruthy();
});

test('a single one is described in the singular', async () => {
  signIn(userOf('admin'));
  const hand = show(<Uncovered people={[youth('barred'), adults]} />);
  expect(await hand.reads(`Eine Person leitet ${warning}`)).toBeTruthy();
});

test('without missing certificates there is no warning', () => {
  signIn(userOf('admin'));
  show(<Uncovered people={[youth('soon'), youth('valid'), adults]} />);
  expect(document.body.textContent).not.toContain(warning);
});
