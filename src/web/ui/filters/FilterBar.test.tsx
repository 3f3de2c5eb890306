import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '#test/web/page.tsx';
import { FilterBar } from './FilterBar.tsx';

const names = ['Status', 'Abteilung', 'Art', 'Eintritt', 'Austritt'];

function Bar({ first }: { first: readonly string[] }) {
  const [set, setSet] = useState(first);
  return (
    <FilterBar
      search={{ label: 'Name', value: '', onSearch: () => undefined }}
      filters={names.map((name) => ({
        name,
        isSet: set.includes(name),
        field: <button onClick={() => setSet([...set, name])}>{name}</button>,
      }))}
      onReset={() => setSet([])}
    />
  );
}

const there = () => names.filter((name) => screen.queryByRole('button', { name }) !== null);

test('three filters are shown at once, the others behind a button', async () => {
  const hand = show(<Bar first={[]} />);
  expect(there()).toEqual(['Status', 'Abteilung', 'Art']);
  await hand.press('Weitere Filter');
  expect(there()).toEqual(names);
  await hand.press('Weniger Filter');
  expect(there()).toEqual(['Status', 'Abteilung', 'Art']);
});

test('active filters are always visible, and one button resets all of them', async () => {
  const hand = show(<Bar first={['Austritt']} />);
  expect(there()).toEqual(['Status', 'Abteilung', 'Art', 'Austritt']);
  await hand.press('Filter zurücksetzen');
  expect(there()).toEqual(['Status', 'Abteilung', 'Art']);
  expect(screen.queryByRole('button', { name: 'Filter zurücksetzen' })).toBeNull();
});
