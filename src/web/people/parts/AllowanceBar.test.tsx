import { expect, test } from 'vitest';
import type { AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { AllowanceBar, AllowanceNote } from './AllowanceBar.tsx';

const use: AllowanceUse = {
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  kind: 'trainer',
  year: 2026,
  limitCents: 330_000,
  hereCents: 200_000,
  otherClubsCents: 40_000,
  elsewhereCents: 10_000,
  countsOtherClubs: true,
  version: 1,
};

test('the bar shows the used amount, the limit, and the amount to be added', async () => {
  signIn(userOf('admin'));
  const hand = show(<AllowanceBar use={use} addedCents={14_000} />);
  await hand.reads(/2\.640,00.*von 3\.300,00.*\(80 %\)/);
  await hand.reads(/Davon 400,00.*aus anderen Vereinen dieses Portals und 100,00.*nach eigener Erklärung anderswo/);
});

test.each([
  [13_999, undefined],
  [14_000, 'Der Freibetrag ist bald verbraucht'],
  [79_999, 'Der Freibetrag ist bald verbraucht'],
  [80_000, 'Der Freibetrag ist verbraucht'],
])('with %d cents more the approver sees: %s', async (addedCents, title) => {
  signIn(userOf('admin'));
  const hand = show(<AllowanceNote use={use} addedCents={addedCents} />);
  if (title) await hand.reads(title);
  else expect(document.body.textContent).not.toContain('Freibetrag');
});
