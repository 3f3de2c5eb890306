import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import { TransferFacts } from './TransferFacts.tsx';

test('the code of a transfer is saved as a picture that a banking app can read: dark on white, with a quiet zone', async () => {
  signIn(null);
  const saved = vi.fn<(name: string) => void>();
  const pen = { fillStyle: '', fillRect: vi.fn<(x: number, y: number, width: number, height: number) => void>() };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'], { type: 'image/png' })));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved(this.download);
  });
  const hand = show(<TransferFacts name="RWA" iban="DE02120300000000202051" cents={9600} reference="RWA-7" />);
  await hand.user.click(await waitFor(() => document.querySelector('summary') ?? hand.button('Code für die Banking-App')));
  await hand.press('Code speichern');
  await waitFor(() => expect(saved).toHaveBeenCalledWith('girocode-RWA-7.png'));
  const [ground, ...dots] = pen.fillRect.mock.calls;
  expect(ground?.slice(0, 2)).toEqual([0, 0]);
  expect(dots.length).toBeGreaterThan(400);
  // Four modules around it stay white.
  expect(Math.min(...dots.flatMap(([x, y]) => [x, y]))).toBe(4 * 8);
});
