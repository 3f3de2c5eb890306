import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { searchContract } from '#shared/office/search.ts';
import { show, signIn } from '#test/web/page.tsx';
import { SearchButton } from './SearchButton.tsx';

const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Wonach suchen Sie?' });

// Whether the first letters come before the dialog is drawn depends on the files that this process loaded before; both ways end alike.
test('letters typed before the search is drawn stand in its field, and not in the field that was open before', async () => {
  signIn(null).on(searchContract.find, []);
  const hand = show(
    <>
      <input aria-label="Titel" />
      <SearchButton />
    </>,
  );
  const title = screen.getByLabelText<HTMLInputElement>('Titel');
  await hand.user.click(title);
  await hand.user.keyboard('{Control>}k{/Control}turx');
  await hand.user.keyboard('{Backspace}n');
  await waitFor(() => expect(field()?.value).toBe('turn'));
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await hand.user.keyboard('en');
  expect(field()?.value).toBe('turnen');
  expect(title.value).toBe('');
});

test('it can be closed before it is drawn, and the next search begins empty', async () => {
  signIn(null).on(searchContract.find, []);
  const hand = show(<SearchButton />);
  await hand.user.keyboard('{Control>}k{/Control}tu{Escape}');
  await hand.user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(field()?.value).toBe(''));
});
