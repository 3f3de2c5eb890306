import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contentPagesContract, type ListedPage } from '#shared/content/contentPages.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { Page } from './PagesAdmin.tsx';

const imprint: ListedPage = {
  id: '7c7a8a31-5b7c-4c57-8d0f-0123456789ac',
  club: 'RWA',
  slug: 'impressum',
  title: 'Impressum',
  state: 'published',
  menuLabel: '',
  menuOrder: 0,
  parentId: null,
  legalKind: 'imprint',
  version: 1,
  updatedAt: '2026-11-01T10:00:00.000Z',
};

test('pages that the foot of every page leads to are offered as long as the club has none, with their name and address filled in', async () => {
  signIn(userOf('admin')).on(contentPagesContract.list, [imprint]);
  const hand = await showAtAddress(<Page />, '/admin/pages');
  await hand.press('Datenschutz anlegen');
  await waitFor(() => expect(hand.field('Titel').value).toBe('Datenschutz'));
  expect(hand.field('Adresse').value).toBe('datenschutz');
  expect(screen.queryByText('Impressum anlegen')).toBeNull();
});

test('a club that has them all is offered none', async () => {
  const all = (['imprint', 'privacy', 'contact', 'accessibility'] as const).map((legalKind, at) => ({
    ...imprint,
    id: `${imprint.id.slice(0, -1)}${at}`,
    title: legalKind,
    legalKind,
  }));
  signIn(userOf('admin')).on(contentPagesContract.list, all);
  const hand = await showAtAddress(<Page />, '/admin/pages');
  await hand.reads('accessibility');
  expect(screen.queryByText(/anlegen$/)).toBeNull();
});
