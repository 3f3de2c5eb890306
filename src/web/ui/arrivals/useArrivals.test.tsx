import { Menu } from '@mantine/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { RowMenu } from '../decisions/RowMenu.tsx';
import { RecordTable } from '../lists/RecordTable.tsx';

type Row = { id: string };

const columns = [{ name: 'name', label: 'Name', isName: true, cell: nameCell }];

function nameCell({ id }: Row) {
  return <button type="button">{id}</button>;
}

/** A list to which rows come by themselves. */
function List({ next }: { next: readonly string[] }) {
  const [rows, setRows] = useState<readonly Row[]>([{ id: 'Berg' }, { id: 'Diehl' }]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <RecordTable<Row>
        label="Mitglieder"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        renderCard={({ id }) => id}
        renderActions={({ id }) => (
          <RowMenu name={id}>
            <Menu.Item>Platz absagen</Menu.Item>
          </RowMenu>
        )}
        selection={{ selected, onSelect: setSelected, isSelectable: () => true, nameOf: ({ id }) => id }}
        empty={null}
      />
      <button type="button" onClick={() => setRows(next.map((id) => ({ id })))}>
        Andere schreiben
      </button>
    </>
  );
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-name]')?.textContent);

/** What happens elsewhere takes no focus away. */
const others = () => fireEvent.click(screen.getByRole('button', { name: 'Andere schreiben' }));

async function listed(next: readonly string[]) {
  signIn(userOf('admin'));
  return showAtAddress(<List next={next} />);
}

test('while one works in a list, rows that come between the others wait behind a button, and those after the last one do not', async () => {
  const hand = await listed(['Albers', 'Berg', 'Cordes', 'Diehl', 'Ernst']);
  screen.getByRole('button', { name: 'Berg' }).focus();
  others();
  expect(names()).toEqual(['Berg', 'Diehl', 'Ernst']);
  await hand.press('2 neue zeigen');
  expect(names()).toEqual(['Albers', 'Berg', 'Cordes', 'Diehl', 'Ernst']);
  expect(screen.queryByRole('button', { name: /neue zeigen/ })).toBeNull();
});

test('with a row selected they wait too, until nothing is selected any more', async () => {
  const hand = await listed(['Albers', 'Berg', 'Diehl']);
  await hand.user.click(screen.getByRole('checkbox', { name: /Berg/ }));
  (document.activeElement as HTMLElement).blur();
  others();
  screen.getByRole('button', { name: '1 neue zeigen' });
  expect(names()).toEqual(['Berg', 'Diehl']);
  await hand.user.click(screen.getByRole('checkbox', { name: /Berg/ }));
  (document.activeElement as HTMLElement).blur();
  await waitFor(() => expect(names()).toEqual(['Albers', 'Berg', 'Diehl']));
});

test('who only looks at a list sees what comes at once, and what goes goes', async () => {
  await listed(['Albers', 'Diehl']);
  others();
  expect(names()).toEqual(['Albers', 'Diehl']);
});

test('a right click on a row opens its menu', async () => {
  await listed([]);
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Diehl' }));
  await screen.findByRole('menuitem', { name: 'Platz absagen' });
});
