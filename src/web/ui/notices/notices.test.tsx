import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/web/page.tsx';
import { notify } from './notices.tsx';

test('only the latest confirmation is shown, and one with undo stays beside it', async () => {
  const undo = vi.fn<() => void>();
  const hand = show(<p>Liste</p>);
  act(() => notify('Marie ist herausgenommen.', undo));
  await hand.reads('Marie ist herausgenommen.');
  act(() => notify('Der Dienst ist gespeichert.'));
  await hand.reads('Der Dienst ist gespeichert.');
  act(() => notify('Die Liste ist gespeichert.'));
  await hand.reads('Die Liste ist gespeichert.');
  await waitFor(() => expect(document.body.textContent).not.toContain('Der Dienst ist gespeichert.'));
  await hand.press('Rückgängig');
  expect(undo).toHaveBeenCalledOnce();
});
