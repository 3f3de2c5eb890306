import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cashContract, type Balance } from '#shared/money/cash/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { BalancesPart } from './BalancesPart.tsx';

const balanceOf = (cents: number, version: number): Balance => ({
  account: 'bank',
  accountId: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  name: 'Girokonto',
  startCents: cents,
  inCents: 0,
  outCents: 0,
  endCents: cents,
  endedOn: null,
  opening: { cents, day: '2026-01-01', version },
  statement: null,
});

test('if somebody else set the opening balance meanwhile, both values are shown and one is chosen', async () => {
  const server = signIn(userOf('admin'));
  let stored = balanceOf(100_000, 4);
  server.on(cashContract.balances, () => [stored]);
  server.on(cashContract.setOpening, () => {
    if (server.sent.length > 1) return { cents: 90_000, day: '2026-01-01', version: 6 };
    stored = balanceOf(80_000, 5);
    return refuse('conflict');
  });
  const hand = show(<BalancesPart club="RWA" year={2026} />);
  await hand.press('Anfang: 01.01.2026');
  await hand.fill('Betrag in Euro', '900,00');
  await hand.press('Speichern');
  expect((await screen.findByRole('radio', { name: /^Gespeichert: 800,00/ })).isConnected).toBe(true);
  await hand.user.click(screen.getByRole('radio', { name: /^Ihre Eingabe: 900,00/ }));
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { cents: 90_000, version: 4 },
    { cents: 90_000, version: 5 },
  ]);
});
