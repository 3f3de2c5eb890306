import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { viewsContract, type SavedView } from '#shared/accounts/views.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { SavedViews } from './SavedViews.tsx';

const [own, shared]: [SavedView, SavedView] = [
  { id: '7c7a8a31-5b7c-4c57-8d0f-000000000001', name: 'Meine', query: 'status=draft', columns: null, isShared: false, isPinned: false },
  { id: '7c7a8a31-5b7c-4c57-8d0f-000000000002', name: 'Halbjahr', query: '', columns: ['title', 'price'], isShared: true, isPinned: false },
];

beforeEach(() => localStorage.clear());

test('a shared view of the club restores its columns', async () => {
  const { hand } = await open('editor');
  await hand.press('Ansichten');
  await hand.reads('Ansichten des Vereins');
  await hand.press('Halbjahr');
  await waitFor(() => expect(localStorage.getItem('columns.courses')).toBe('["title","price"]'));
  await waitFor(() => expect(opener()).toBe('Halbjahr'));
});

test('the selected columns are saved with the filters, and shared if the board chooses so', async () => {
  localStorage.setItem('columns.courses', '["title"]');
  const { server, hand } = await open('admin');
  server.on(viewsContract.create, ({ name, columns, isShared }) => ({ ...own, name, columns, isShared }));
  await hand.press('Ansichten');
  await hand.press('Ansicht speichern');
  await hand.fill('Name', 'Kurz');
  await hand.tick('Für alle, die im Verein diese Liste sehen');
  await hand.press('Speichern');
  await hand.reads('Gespeichert: Kurz');
  expect(server.sent[0]?.body).toEqual({ page: 'courses', query: '', columns: ['title'], name: 'Kurz', isShared: true });
});

test("the active view is pinned to the viewer's own menu", async () => {
  const { server, hand } = await open('editor');
  server.on(viewsContract.pin, { ok: true });
  await hand.press('Ansichten');
  await hand.press('Halbjahr');
  await waitFor(() => expect(opener()).toBe('Halbjahr'));
  await hand.press('Halbjahr');
  await hand.press('„Halbjahr“ im Menü merken');
  await hand.reads('Im Menü gemerkt: Halbjahr');
  expect(server.sent).toEqual([{ method: 'PUT', address: `/me/views/${shared.id}/pin`, body: { isPinned: true } }]);
});

test('a user without the right to share is not offered sharing, and edits own views only', async () => {
  localStorage.setItem('columns.courses', '["title"]');
  const { hand } = await open('editor');
  await hand.press('Ansichten');
  await hand.press('Umbenennen und löschen');
  await waitFor(() => expect(hand.field('Name der Ansicht Meine').value).toBe('Meine'));
  expect(() => hand.field('Name der Ansicht Halbjahr')).toThrow();
  await hand.user.keyboard('{Escape}');
  await hand.press('Ansichten');
  await hand.press('Ansicht speichern');
  await waitFor(() => expect(hand.field('Name').value).toBe(''));
  expect(() => hand.field('Für alle, die im Verein diese Liste sehen')).toThrow();
});

/** What the button says: the view that is shown. */
function opener(): string | undefined {
  return document.querySelector('button[aria-haspopup=menu]')?.textContent;
}

async function open(role: Role) {
  const server = signIn(userOf(role)).on(viewsContract.list, [own, shared]);
  return { server, hand: await showAtAddress(<SavedViews page="courses" />) };
}
