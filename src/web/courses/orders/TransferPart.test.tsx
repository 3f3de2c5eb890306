import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import { TransferPart } from './TransferPart.tsx';

const transfer = { name: 'RWA Probe', iban: 'DE02120300000000202051', cents: 7000, reference: 'RWA-K10007', dueOn: '2026-12-06' };

test('account, amount and reference are readable, and the QR code contains them', async () => {
  signIn(null);
  const hand = show(<TransferPart of={transfer} />);
  await hand.reads('DE02 1203 0000 0000 2020 51');
  await hand.reads(/fällig frühestens am 06\.12\.2026/);
  await hand.reads(/^70,00/);
  expect(await screen.findByRole('img', { hidden: true, name: /GiroCode: 70,00.* an RWA Probe, RWA-K10007/ })).toBeTruthy();
});

test('all of it is copied at once, for a banking app on the same phone', async () => {
  signIn(null);
  const hand = show(<TransferPart of={transfer} />);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await hand.press(/^Daten kopieren/);
  expect(copied.mock.calls[0]?.[0].replaceAll('\u00a0', ' ')).toBe(
    'Empfänger: RWA Probe\nIBAN: DE02 1203 0000 0000 2020 51\nBetrag: 70,00 €\nVerwendungszweck: RWA-K10007',
  );
});

test('without a known amount there is no QR code', async () => {
  signIn(null);
  const hand = show(<TransferPart of={{ ...transfer, cents: null }} />);
  await hand.reads('So überweisen Sie, sobald der Verein den Betrag nennt');
  expect(screen.queryByText('Code für die Banking-App')).toBeNull();
});
