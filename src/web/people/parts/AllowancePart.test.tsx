import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { allowancesContract, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { AllowancePart } from './AllowancePart.tsx';

const use: AllowanceUse = {
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  kind: 'trainer',
  year: 2026,
  limitCents: 330_000,
  hereCents: 50_000,
  otherClubsCents: 0,
  elsewhereCents: 10_000,
  countsOtherClubs: false,
  version: 2,
};

/** The part with a button that stands for a colleague who saves another sum. */
function Followed() {
  const [shown, setShown] = useState(use);
  return (
    <>
      <AllowancePart use={shown} isOwn />
      <button type="button" onClick={() => setShown({ ...use, elsewhereCents: 20_000, countsOtherClubs: true, version: 3 })}>
        Jemand speichert
      </button>
    </>
  );
}

test('a declaration keeps what was typed when somebody else saves it, and is sent with the newer version after the choice', async () => {
  const server = signIn(userOf('trainer')).on(allowancesContract.declare, { ok: true });
  const hand = show(<Followed />);
  await hand.press(/^Erklärung ändern/);
  await hand.fill('Anderswo 2026 schon steuerfrei bezahlt (€)', '300');
  await hand.press('Jemand speichert');
  await hand.reads(/^Ihre Eingabe: 300,00/);
  await hand.reads(/^Gespeichert: 200,00/);
  await hand.user.click(await hand.reads(/^Ihre Eingabe: 300,00/));
  await waitFor(() => expect(hand.field('Die Summe aus den anderen Vereinen dieses Portals mitzählen').checked).toBe(true));
  await hand.press('Erklärung speichern');
  await hand.reads('Die Erklärung ist gespeichert.');
  expect(server.sent[0]?.body).toMatchObject({ elsewhereCents: 30_000, countsOtherClubs: true, version: 3 });
});
