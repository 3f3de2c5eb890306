import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clubAccountsContract } from '#shared/club/bankAccounts/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { EndForm } from './EndForm.tsx';

test('an account that still collects is not closed, and the reason stands at the day', async () => {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn<() => void>();
  server.on(clubAccountsContract.setEnded, () => refuse('invalid-input', { endedOn: 'Dieses Konto zieht noch ein.' }));
  const account = { id: '9d7a8a31-5b7c-4c57-8d0f-000000000001', name: 'Girokonto', version: 3 };
  const hand = show(<EndForm account={account} onDone={onDone} />);
  await hand.press('Konto beenden');
  await waitFor(() => expect(hand.problem('Letzter Tag')).toBe('Dieses Konto zieht noch ein.'));
  expect(server.sent).toMatchObject([{ address: `/club-accounts/${account.id}/end`, body: { version: 3 } }]);
  expect(onDone).not.toHaveBeenCalled();
});
