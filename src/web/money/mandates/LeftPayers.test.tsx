import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mandatesContract } from '#shared/money/mandates.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LeftPayers } from './LeftPayers.tsx';

const [payerId, memberId] = ['1', '2'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string];

test('a payer who has left leads to the members, the account and the mandates', async () => {
  const paysFor = [
    { name: 'Mia Ohm', memberId, openCents: 2500 },
    { name: 'Can Ohm', memberId: null, openCents: 500 },
  ];
  signIn(userOf('admin')).on(mandatesContract.left, [{ payerId, name: 'Ohm, Ole', leftOn: '2026-06-30', paysFor }]);
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

test('without such payers the list says so', async () => {
  signIn(userOf('admin')).on(mandatesContract.left, []);
  const hand = show(<LeftPayers club="RWA" search={undefined} onOpen={vi.fn<(id: string) => void>()} />);
  await hand.reads('Kein ausgetretener Zahler gefunden.');
  expect(screen.queryByText(/nicht mehr im Verein/)).toBeNull();
});
