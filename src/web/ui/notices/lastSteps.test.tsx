import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { UserMenu } from '#web/app/layouts/UserMenu.tsx';
import { setUser } from '#web/lib/session/session.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { notify } from './notices.tsx';

beforeEach(() => void vi.useRealTimers());

test('two confirmations are in sight at most, and none twice', async () => {
  signIn(userOf('admin'));
  const hand = show(<UserMenu />);
  for (const words of ['Eins.', 'Zwei.', 'Zwei.', 'Drei.']) notify(words);
  await hand.reads('Drei.');
  const times = () => ['Eins.', 'Zwei.', 'Drei.'].map((words) => screen.queryAllByText(words).length);
  await waitFor(() => expect(times()).toEqual([0, 1, 1]));
});

test('what can be undone stands in the account menu for half an hour, is undone from there once, and is nothing for the next user of the tab', async () => {
  // Somebody of its own: other pages of this worker have left steps of theirs.
  const admin = { ...userOf('admin'), id: 'd3c5a0f6-6f0e-4b57-8c52-0b0c7f7b1a11' };
  signIn(admin);
  const hand = show(<UserMenu />);
  const undone = vi.fn<() => void>();
  notify('Die Halle ist frei.', undone);
  notify('Gespeichert.');
  await hand.press('Konto von Vera Vogel');
  await hand.reads('Letzte Schritte');
  expect(document.querySelectorAll('[aria-label^="Rückgängig: "]')).toHaveLength(1);
  await hand.press('Rückgängig: Die Halle ist frei.');
  expect(undone).toHaveBeenCalledTimes(1);
  await hand.press('Konto von Vera Vogel');
  expect(document.querySelector('[aria-label^="Rückgängig: "]')).toBeNull();
  await hand.user.keyboard('{Escape}');

  notify('Die Liste ist zu.', undone);
  setUser({ ...userOf('editor'), id: '0b5a1f5e-7f3c-4c3e-9a53-1d2f3a4b5c6e', fullName: 'Edda Editor' });
  await hand.press('Konto von Edda Editor');
  expect(document.querySelector('[aria-label^="Rückgängig: "]')).toBeNull();
  await hand.user.keyboard('{Escape}');

  setUser(admin);
  notify('Der Beitrag ist gelöscht.', undone);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
  await hand.press('Konto von Vera Vogel');
  expect(document.querySelector('[aria-label^="Rückgängig: "]')).toBeNull();
});
