import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { RecordList } from './RecordList.tsx';

const columns = [{ name: 'name', label: 'Name', isName: true, cell: (name: string) => name }];

/** A list of two pages; the second comes a moment after it is asked for. */
function People({ first = ['Albers'], total }: { first?: string[]; total?: number }) {
  const [rows, setRows] = useState(first);
  const onMore = async () => {
    await new Promise((resolve) => void setTimeout(resolve, 20));
    setRows([...rows, 'Berg']);
  };
  return (
    <RecordList
      label="Leute"
      columns={columns}
      rows={rows}
      keyOf={(name) => name}
      total={total}
      onMore={rows.includes('Berg') ? undefined : onMore}
      renderCard={(name) => name}
      empty={<p>Niemand gefunden.</p>}
    />
  );
}

const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Weitere laden' });

test('a list with further pages has one button for the next, busy while it is loaded, and none after the last', async () => {
  signIn(userOf('admin'));
  const hand = show(<People total={1002} />);
  await hand.reads('1 von 1.002');
  expect(screen.getAllByRole('button', { name: 'Weitere laden' })).toHaveLength(1);
  await hand.press('Weitere laden');
  expect(button()?.dataset['loading']).toBe('true');
  await hand.reads('Berg');
  await waitFor(() => expect(button()).toBeNull());
});

test('a list of unknown length has the button without a number, an empty first page as well', async () => {
  signIn(userOf('admin'));
  const hand = show(<People first={[]} />);
  await hand.reads('Niemand gefunden.');
  expect(screen.queryByText(/ von /)).toBeNull();
  await hand.press('Weitere laden');
  await hand.reads('Berg');
  expect(screen.queryByText('Niemand gefunden.')).toBeNull();
});
