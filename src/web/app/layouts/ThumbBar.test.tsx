import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { viewsContract } from '#shared/accounts/views.ts';
import { dashboardContract } from '#shared/office/dashboard/dashboard.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { onOpenSearch } from '#web/office/search/openSearch.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { ThumbBar } from './ThumbBar.tsx';

async function showFor(role: Role, club?: ClubName) {
  const server = signIn(userOf(role, club));
  server.on(viewsContract.pinned, []).on(dashboardContract.read, []);
  return showAtAddress(<ThumbBar />);
}

const entries = () => [...document.querySelectorAll('[data-thumb-bar] > *')].map((entry) => entry.textContent);

test.each([
  ['trainer', ['Heute', 'Anwesenheit', 'Kontakte', 'Stunden', 'Mehr']],
  ['editor', ['Übersicht', 'Angebote', 'Teilnehmende', 'Buchungen', 'Mehr']],
  ['admin', ['Übersicht', 'Suche', 'Mitglieder', 'Belegung', 'Mehr']],
  ['super', ['Übersicht', 'Suche', 'Mitglieder', 'Belegung', 'Mehr']],
] as const)('the bar of a %s has four entries and the whole menu', async (role, expected) => {
  await showFor(role);
  expect(entries()).toEqual(expected);
});

test('a page that the own club has switched off is not offered', async () => {
  await showFor('trainer', 'SCB');
  expect(entries()).toEqual(['Heute', 'Stunden', 'Mehr']);
});

test('a reader has no bar', async () => {
  await showFor('reader');
  expect(document.querySelector('[data-thumb-bar]')).toBeNull();
});

test('under "Mehr" are all pages, also those for the phone alone; the one that is chosen closes the menu', async () => {
  const hand = await showFor('trainer');
  await hand.press('Mehr');
  const menu = await screen.findByRole('dialog', { name: 'Menü' });
  expect(within(menu).getByRole('link', { name: 'Kontakte' })).toBeTruthy();
  await hand.user.click(within(menu).getByRole('link', { name: 'Belegung' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the search opens from the bar of the board and from the menu', async () => {
  let opened = 0;
  const stop = onOpenSearch(() => void opened++);
  const hand = await showFor('admin');
  await hand.press('Suche');
  await hand.press('Mehr');
  await hand.user.click(within(await screen.findByRole('dialog', { name: 'Menü' })).getByRole('button', { name: 'Suchen' }));
  stop();
  expect(opened).toBe(2);
});
