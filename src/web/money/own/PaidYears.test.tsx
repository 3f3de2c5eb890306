import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paymentsContract } from '#shared/money/payments.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { PaidYears } from './PaidYears.tsx';

test('each year in which the family paid something has its sum and a PDF', async () => {
  const server = signIn(userOf('reader'));
  server.on(paymentsContract.paidYears, [
    { club: 'RWA', year: 2026, cents: 31_200 },
    { club: 'RWA', year: 2025, cents: 12_000 },
  ]);
  const asked = vi.fn<(input: object) => void>();
  server.on(paymentsContract.paidFile, (input) => {
    asked(input);
    return refuse('not-found');
  });
  const hand = show(<PaidYears />, 'gezahlt');
  await hand.reads(/keine Zuwendungsbestätigung/);
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('2026: 312,00\u00A0€');
  await hand.press('PDF: Gezahlt im Jahr 2025');
  await waitFor(() => expect(asked).toHaveBeenCalledWith({ club: 'RWA', year: 2025 }));
  await hand.reads('Das gibt es nicht (mehr).');
});

test('whoever never paid sees nothing', async () => {
  signIn(userOf('reader')).on(paymentsContract.paidYears, []);
  show(<PaidYears />, 'gezahlt');
  await waitFor(() => expect(screen.queryByText('Gezahlt nach Jahren')).toBeNull());
});
