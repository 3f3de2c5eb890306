import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { donationsContract, type Donation } from '#shared/money/donations/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DonationList } from './DonationList.tsx';

const donation: Donation = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  donorName: 'Gerd Gönner',
  donorAddress: 'Weg 1\n59999 Auenfeld',
  kind: 'money',
  cents: 10_000,
  receivedOn: '2026-11-27',
  inCash: false,
  note: '',
  receiptNo: null,
  isLocked: false,
  version: 1,
};

test('the button says that nothing is selected, and then what it issues', async () => {
  signIn(userOf('admin'));
  const second = { ...donation, id: '9d7a8a31-5b7c-4c57-8d0f-000000000002', cents: 5000 };
  const hand = show(<DonationList club="RWA" donations={[donation, second]} mayIssue onEdit={vi.fn()} onReceipt={vi.fn()} />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Keine Spende ausgewählt' });
  expect(button.disabled).toBe(true);
  await hand.user.click(screen.getByRole('checkbox', { name: /100,00/ }));
  expect([button.textContent, button.disabled]).toEqual(['Bestätigung ausstellen', false]);
  await hand.user.click(screen.getByRole('checkbox', { name: /50,00/ }));
  expect(button.textContent).toBe('Sammelbestätigung über 2 Spenden');
});

test('all donations without a receipt are selected at once, and each donor gets an own receipt', async () => {
  const ids = [1, 2, 3].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`);
  const donations = ids.map((id, at) => ({ ...donation, id, donorName: at === 2 ? 'Ina Ohm' : 'Gerd Gönner' }));
  const receipt = { issuedOn: '2026-12-01', cents: 10_000, donations: 1, createdBy: '', cancelledAt: null, reason: '', mailedAt: null };
  const issued = ids.slice(1).map((id, at) => ({ ...receipt, id, no: `2026-${at + 4}`, donorName: '', mayMail: false, version: 1 }));
  const server = signIn(userOf('admin')).on(donationsContract.issue, issued);
  const [onEdit, onReceipt] = [vi.fn(), vi.fn()];
  const hand = show(<DonationList club="RWA" donations={donations} mayIssue onEdit={onEdit} onReceipt={onReceipt} />);
  await hand.tick('Alle ohne Bestätigung (3)');
  await hand.press('2 Bestätigungen ausstellen');
  await hand.reads(/2 Bestätigungen sind ausgestellt, Nr\. 2026-4 bis 2026-5/);
  expect(server.sent[0]?.body).toEqual({ donationIds: ids, club: 'RWA' });
  expect(onReceipt).not.toHaveBeenCalled();
});
