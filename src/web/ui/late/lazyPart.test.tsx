import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { reloadOnFailedChunk } from '#web/lib/call/freshness.ts';
import { show, signIn } from '#test/web/page.tsx';
import { lazyPart } from './lazyPart.tsx';

test('a part whose file does not come without a line says so in its place; what was typed beside it stays, and it comes later', async () => {
  signIn(null);
  reloadOnFailedChunk();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  let hasLine = false;
  const Calendar = lazyPart(async () => {
    if (hasLine) return () => <p>Kalender</p>;
    const payload = new TypeError('Failed to fetch dynamically imported module');
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  });
  const hand = show(<Form calendar={<Calendar />} />);
  await hand.user.type(screen.getByLabelText('Name'), 'Jo Muster');
  await hand.press('Tag wählen');
  await hand.reads('Das konnte nicht geladen werden.');
  await hand.reads(/^Keine Verbindung\./);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Jo Muster');
  hasLine = true;
  await hand.press('Noch einmal versuchen');
  await hand.reads('Kalender');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Jo Muster');
});

test('without a line the file is not requested at all, since browsers would keep the failure', async () => {
  signIn(null);
  const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(() => Promise.resolve(() => <p>Kalender</p>));
  const Calendar = lazyPart(load);
  const hand = show(<Calendar />);
  await hand.reads(/^Keine Verbindung\./);
  expect(load).not.toHaveBeenCalled();
  isOnLine.mockReturnValue(true);
  await hand.press('Noch einmal versuchen');
  await hand.reads('Kalender');
});

function Form({ calendar }: { calendar: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <label>
        Name <input />
      </label>
      <button type="button" onClick={() => setIsOpen(true)}>
        Tag wählen
      </button>
      {isOpen && calendar}
    </>
  );
}
