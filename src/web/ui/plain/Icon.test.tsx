import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn, show } from '#test/web/page.tsx';
import { Icon } from './Icon.tsx';

const icons = () => [...document.querySelectorAll('svg[aria-hidden]')];

test('an icon that came with the code is drawn at once, without a request', () => {
  signIn(null);
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  show(<Icon name="search" />);
  expect(icons()[0]?.querySelectorAll('path').length).toBeGreaterThan(0);
  expect(icons()[0]?.querySelector('path')?.getAttribute('stroke')).toBe('currentColor');
  expect(fetch).not.toHaveBeenCalled();
});

test('icons that are shown together come with one request; of a file nothing is drawn but shapes', async () => {
  signIn(null);
  const body =
    '<g fill="none" stroke="currentColor"><path d="M1 1h2" onload="alert(1)"/></g><script>alert(1)</script><image href="x"/><circle cx="12" r="3"/>';
  const fetch = vi.fn((_address: string) => Promise.resolve(Response.json({ icons: { 'test-one': { body }, 'test-two': { body } } })));
  vi.stubGlobal('fetch', fetch);
  show(
    <>
      <p>Bild</p>
      <Icon name="test-two" />
      <Icon name="test-one" size={14} />
    </>,
  );
  await waitFor(() => expect(icons().map((icon) => icon.childElementCount)).toEqual([2, 2]));
  expect(screen.getByText('Bild')).toBeDefined();
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/icons/tabler.json?icons=test-one,test-two']);
  expect(icons()[1]?.innerHTML).toBe('<path fill="none" stroke="currentColor" d="M1 1h2"></path><circle cx="12" r="3"></circle>');
});

test('an icon that did not come because the line was cut is drawn once it is back', async () => {
  signIn(null);
  const fetch = vi.fn((_address: string) => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetch);
  show(<Icon name="test-later" />);
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  fetch.mockImplementation(() => Promise.resolve(Response.json({ icons: { 'test-later': { body: '<path d="M1 1h2"/>' } } })) as never);
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(icons()[0]?.childElementCount).toBe(1);
  });
});

test('icons that took too long on a slow line are asked for once more, with time enough, and drawn', async () => {
  signIn(null);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  const fetch = vi.fn((_address: string, { signal }: { signal: AbortSignal }) =>
    signal.aborted
      ? Promise.reject(new DOMException('signal timed out', 'TimeoutError'))
      : Promise.resolve(Response.json({ icons: { 'test-slow': { body: '<path d="M1 1h2"/>' } } })),
  );
  vi.stubGlobal('fetch', fetch);
  show(<Icon name="test-slow" />);
  await waitFor(() => expect(icons()[0]?.childElementCount).toBe(1));
  expect(fetch).toHaveBeenCalledTimes(2);
});
