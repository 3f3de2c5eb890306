import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { feeFamiliesContract } from '#shared/money/fees/feeFamilies.ts';
import { mandatesContract } from '#shared/money/mandates.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LeftPayers } from './LeftPayers.tsx';

const [payerId, memberId] = ['1', '2'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string];

const left = { name: 'Ohm, Ole', leftOn: '2026-06-30', hasDied: false, isKept: false };

test('a payer who has left leads to the members, the account and the mandates', async () => {
  const paysFor = [
    { name: 'Mia Ohm', memberId, openCents: 2500 },
    { name: 'Can Ohm', memberId: null, openCents: 500 },
  ];
  signIn(userOf('admin')).on(mandatesContract.left, [{ payerId, ...left, paysFor }]);
  const onOpen = vi.fn<(id: string) => void>();
  const hand = show(<LeftPayers club="RWA" search={undefined} onOpen={onOpen} />);
  await hand.reads('30.06.2026');
  expect(screen.getByText('1 Zahler').tagName).toBe('OUTPUT');
  expect(screen.getByRole('link', { name: 'Mia Ohm' }).getAttribute('href')).toBe(`/member/${memberId}`);
  const account = screen.getByRole('link', { name: 'Konto: Ohm, Ole' });
  expect([account.textContent, account.getAttribute('href')]).toEqual(['30,00\u00a0€', `/admin/money/charges?konto=${payerId}`]);
  expect(screen.queryByRole('link', { name: 'Can Ohm' })).toBeNull();
  await hand.press('Ohm, Ole');
  expect(onOpen).toHaveBeenCalledWith(payerId);
});

test('a payer who left keeps paying at one press, and no longer at the next; of who died it is not asked', async () => {
  const shown = { isKept: false };
  const server = signIn(userOf('admin'));
  server.on(mandatesContract.left, () => [
    { payerId, ...left, ...shown, paysFor: [] },
    { payerId: memberId, ...left, name: 'Ohm, Ida', hasDied: true, paysFor: [] },
  ]);
  server.on(feeFamiliesContract.keepPayer, ({ isKept }) => {
    shown.isKept = isKept;
    return { ok: true } as const;
  });
  const hand = show(<LeftPayers club="RWA" search={undefined} onOpen={vi.fn<(id: string) => void>()} />);
  await hand.reads('2 Zahler');
  expect(screen.queryByRole('button', { name: 'Zahlt weiter: Ohm, Ida' })).toBeNull();
  await hand.press('Zahlt weiter: Ohm, Ole');
  await hand.reads('zahlt weiter');
  await hand.reads('1 Zahler');
  expect(server.sent.map(({ body }) => body)).toEqual([{ leftOn: '2026-06-30', isKept: true }]);
  await hand.press('Zahlt nicht weiter: Ohm, Ole');
  await hand.reads('2 Zahler');
});

test('without such payers the list says so', async () => {
  signIn(userOf('admin')).on(mandatesContract.left, []);
  const hand = show(<LeftPayers club="RWA" search={undefined} onOpen={vi.fn<(id: string) => void>()} />);
  await hand.reads('Kein ausgetretener Zahler gefunden.');
  expect(screen.queryByText(/nicht mehr im Verein/)).toBeNull();
});
