import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { viewsContract, type SavedView } from '#shared/accounts/views.ts';
import type { Role } from '#shared/kernel/access.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { SavedViews } from './SavedViews.tsx';

const [own, shared]: [SavedView, SavedView] = [
  { id: '7c7a8a31-5b7c-4c57-8d0f-000000000001', name: 'Meine', query: 'status=draft', columns: null, isShared: false },
  { id: '7c7a8a31-5b7c-4c57-8d0f-000000000002', name: 'Halbjahr', query: '', columns: ['title', 'price'], isShared: true },
];

beforeEach(() => localStorage.clear());

test('a view of the club brings its columns along', async () => {
  const { hand } = await open('editor');
  await hand.press('Ansichten');
  expect(await screen.findByText('Ansichten des Vereins')).toBeDefined();
  await hand.user.click(await screen.findByRole('menuitem', { name: 'Halbjahr' }));
  await waitFor(() => expect(localStorage.getItem('columns.courses')).toBe('["title","price"]'));
  await waitFor(() => expect(hand.button('Halbjahr')).toBeDefined());
});

test('the chosen columns are kept along with the filters, for all where the board says so', async () => {
  localStorage.setItem('columns.courses', '["title"]');
  const { server, hand } = await open('admin');
  server.on(viewsContract.create, ({ name, columns, isShared }) => ({ ...own, name, columns, isShared }));
  await hand.press('Ansichten');
  await hand.user.click(await screen.findByRole('menuitem', { name: 'Ansicht speichern' }));
  await hand.fill('Name', 'Kurz');
  await hand.tick('Für alle, die im Verein diese Liste sehen');
  await hand.press('Speichern');
  await hand.reads('Gespeichert: Kurz');
  expect(server.sent[0]?.body).toEqual({ page: 'courses', query: '', columns: ['title'], name: 'Kurz', isShared: true });
});

test('who may not share is not asked, and changes own views alone', async () => {
  localStorage.setItem('columns.courses', '["title"]');
  const { hand } = await open('editor');
  await hand.press('Ansichten');
  await hand.user.click(await screen.findByRole('menuitem', { name: 'Umbenennen und löschen' }));
  await waitFor(() => expect(hand.field('Name der Ansicht Meine').value).toBe('Meine'));
  expect(() => hand.field('Name der Ansicht Halbjahr')).toThrow();
  await hand.user.keyboard('{Escape}');
  await hand.press('Ansichten');
  await hand.user.click(await screen.findByRole('menuitem', { name: 'Ansicht speichern' }));
  await waitFor(() => expect(hand.field('Name').value).toBe(''));
  expect(() => hand.field('Für alle, die im Verein diese Liste sehen')).toThrow();
});

async function open(role: Role) {
  const server = signIn(userOf(role)).on(viewsContract.list, [own, shared]);
  return { server, hand: await showAtAddress(<SavedViews page="courses" />) };
}
