import { useRouterState } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { viewsContract } from '#shared/accounts/views.ts';
import { searchContract } from '#shared/office/search.ts';
import { show, showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { SearchButton } from './SearchButton.tsx';

const view = {
  id: '0197b2d0-0000-7000-8000-000000000001',
  name: 'Turnen unter 18',
  query: 'departmentId=7&sort=name',
  columns: ['number'],
};

/** A page with the palette, which says its address. */
function Somewhere() {
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <>
      <SearchButton />
      <p>{search}</p>
    </>
  );
}

test('before anything is typed the palette offers the pinned views; one leads to its rows, with its columns', async () => {
  signIn(userOf('admin'))
    .on(searchContract.find, [])
    .on(viewsContract.pinned, [{ ...view, page: 'members' }]);
  const hand = await showAtAddress(<Somewhere />, '/admin/members');
  await hand.user.keyboard('{Control>}k{/Control}');
  await hand.reads('Turnen unter 18');
  expect(screen.getByText('Mitglieder')).toBeTruthy();
  await hand.user.click(screen.getByText('Turnen unter 18'));
  expect(JSON.parse(localStorage.getItem('columns.members') ?? 'null')).toEqual(['number']);
  await hand.reads('?departmentId=7&sort=name');
});

test('with a word typed they make room for what is found', async () => {
  signIn(userOf('admin'))
    .on(searchContract.find, [])
    .on(viewsContract.pinned, [{ ...view, page: 'members' }]);
  const hand = show(<SearchButton />);
  await hand.user.keyboard('{Control>}k{/Control}');
  await hand.reads('Turnen unter 18');
  await hand.user.keyboard('tu');
  await waitFor(() => expect(screen.queryByText('Turnen unter 18')).toBeNull());
});

test('a view of a page that is closed to the viewer is not offered', async () => {
  signIn(userOf('trainer'))
    .on(searchContract.find, [])
    .on(viewsContract.pinned, [
      { ...view, page: 'members' },
      { ...view, id: '0197b2d0-0000-7000-8000-000000000002', name: 'Süd', page: 'bookings' },
    ]);
  const hand = show(<SearchButton />);
  await hand.user.keyboard('{Control>}k{/Control}');
  await hand.reads('Süd');
  expect(screen.queryByText('Turnen unter 18')).toBeNull();
});

test('on public pages nobody asks for the views of a visitor', async () => {
  const server = signIn(null).on(searchContract.find, []);
  const hand = show(<SearchButton />);
  await hand.user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Wonach suchen Sie?' })).not.toBeNull());
  expect(server.unanswered).toEqual([]);
});
