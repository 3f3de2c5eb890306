import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useKept } from './useKept.ts';

const asNumber = (stored: unknown) => (typeof stored === 'number' ? stored : 0);
const drawn = vi.fn();

function Shown({ name }: { name: string }) {
  const [value, keep] = useKept('test.number', asNumber);
  drawn(name);
  return (
    <>
      <p>{`${name} ${value}`}</p>
      <button onClick={() => keep((before) => before + 1)}>{`${name} more`}</button>
      <button onClick={() => keep(undefined)}>{`${name} forgets`}</button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const both = () => (
  <>
    <Shown name="A" />
    <Shown name="B" />
  </>
);

test('who shows a kept value follows its change and draws once for each, and to be shown is no change', () => {
  localStorage.setItem('test.number', '4');
  drawn.mockClear();
  render(both());
  expect(screen.getByText('B 4')).toBeTruthy();
  expect(drawn.mock.calls.flat()).toEqual(['A', 'B']);
  press('A more');
  expect(screen.getByText('A 5')).toBeTruthy();
  expect(drawn.mock.calls.flat()).toEqual(['A', 'B', 'A', 'B']);
  expect(localStorage.getItem('test.number')).toBe('5');
  press('B forgets');
  expect([screen.getByText('A 0').textContent, localStorage.getItem('test.number')]).toEqual(['A 0', null]);
});

test('another tab is followed; what cannot be read counts as nothing', () => {
  render(both());
  act(() => {
    localStorage.setItem('test.number', '7');
    dispatchEvent(new StorageEvent('storage', { key: 'test.number' }));
  });
  expect(screen.getByText('A 7')).toBeTruthy();
  act(() => {
    localStorage.setItem('test.number', '{broken');
    dispatchEvent(new StorageEvent('storage', { key: 'test.number' }));
  });
  expect(screen.getByText('A 0')).toBeTruthy();
});

test('a browser that stores nothing keeps it for this window', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  render(both());
  press('A more');
  expect(screen.getByText('B 1')).toBeTruthy();
  full.mockRestore();
  press('A forgets');
});
