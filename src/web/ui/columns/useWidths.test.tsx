import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { RecordList, type Column } from '../lists/RecordList.tsx';
import { useColumns } from '../lists/useColumns.tsx';

type Row = { id: string; town: string };
const columns: Column<Row>[] = [
  { name: 'name', label: 'Name', isName: true, cell: ({ id }) => id },
  { name: 'town', label: 'Ort', cell: ({ town }) => town },
];

function People() {
  const { shown, chooser } = useColumns('people', columns);
  return (
    <>
      {chooser}
      <RecordList
        label="Leute"
        columns={shown}
        rows={[{ id: 'Albers', town: 'Auenfeld' }]}
        keyOf={({ id }) => id}
        renderCard={({ id }) => id}
        empty={null}
      />
    </>
  );
}

function listed(): Hand {
  signIn(userOf('admin'));
  return show(<People />);
}

const edge = (label: string) => screen.getByRole('separator', { name: `Breite von ${label}` });
const width = (label: string) => screen.getByRole('columnheader', { name: new RegExp(`^${label}`) }).style.width;
/** Nothing has a size here: the heading says what it was given. */
function sized(label: string): void {
  const head = edge(label).parentElement;
  if (head) head.getBoundingClientRect = () => new DOMRect(0, 0, Number.parseInt(head.style.width || '200', 10), 36);
  edge(label).setPointerCapture = () => undefined;
}

function press(label: string, key: string): void {
  sized(label);
  fireEvent.keyDown(edge(label), { key });
}

test('the arrow keys make a column wider and narrower, and its cells are cut; the browser keeps it for this list', () => {
  listed();
  expect(edge('Ort').getAttribute('aria-valuetext')).toBe('wie der Inhalt');
  press('Ort', 'ArrowRight');
  press('Ort', 'ArrowRight');
  press('Ort', 'ArrowLeft');
  expect([width('Ort'), width('Name')]).toEqual(['216px', '']);
  expect(screen.getByText('Auenfeld').style.maxWidth).toBe('216px');
  expect(edge('Ort').getAttribute('aria-valuetext')).toBe('216 Pixel');
  cleanup();
  listed();
  expect(width('Ort')).toBe('216px');
});

test('a double click, Delete or the menu of the columns takes a width back', async () => {
  const hand = listed();
  press('Ort', 'ArrowRight');
  fireEvent.doubleClick(edge('Ort'));
  expect(width('Ort')).toBe('');
  press('Ort', 'ArrowRight');
  press('Ort', 'Delete');
  expect(width('Ort')).toBe('');
  press('Ort', 'ArrowRight');
  await hand.press('Spalten');
  await hand.press('Breiten zurücksetzen');
  expect(width('Ort')).toBe('');
});

test('a click at the edge, without dragging, offers wider, narrower and back; Escape closes it and the edge has the focus again', async () => {
  const hand = listed();
  sized('Ort');
  await hand.user.click(edge('Ort'));
  await hand.press('Breiter');
  await hand.press('Breiter');
  await hand.press('Schmaler');
  expect(width('Ort')).toBe('248px');
  await hand.press('Breite zurücksetzen');
  expect(width('Ort')).toBe('');
  expect(document.activeElement).toBe(edge('Ort'));
  await hand.user.keyboard('{Enter}');
  await waitFor(() => hand.button('Breiter'));
  expect(() => hand.button('Breite zurücksetzen')).toThrow('no button');
  await hand.user.keyboard('{Escape}');
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(document.activeElement).toBe(edge('Ort'));
});

test('Escape within the buttons, and a press beside them, close them', async () => {
  const hand = listed();
  sized('Ort');
  await hand.user.click(edge('Ort'));
  fireEvent.keyDown(await waitFor(() => hand.button('Breiter')), { key: 'Escape' });
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(document.activeElement).toBe(edge('Ort'));
  await hand.user.click(edge('Ort'));
  await waitFor(() => hand.button('Breiter'));
  await hand.user.click(screen.getByText('Auenfeld'));
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
});

test('a drag sets the width and opens nothing', () => {
  listed();
  sized('Ort');
  const one = edge('Ort');
  fireEvent.pointerDown(one, { button: 0, clientX: 100, pointerId: 1 });
  fireEvent.pointerMove(one, { clientX: 130 });
  fireEvent.lostPointerCapture(one);
  fireEvent.click(one);
  expect(width('Ort')).toBe('230px');
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test.each(['{', '[1]', '{"Leute/town":"200"}', '{"Leute/town":9e9}', '{"Leute/town":-5}', 'null'])(
  'a kept width that is none is not used: %s',
  (kept) => {
    localStorage.setItem(`widths.${location.pathname}`, kept);
    listed();
    expect(width('Ort')).toBe('');
  },
);

test('no column becomes narrower than can be read', () => {
  listed();
  for (let time = 0; time < 30; time++) press('Ort', 'ArrowLeft');
  expect(width('Ort')).toBe('48px');
});
