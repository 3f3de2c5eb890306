import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { binContract, type Binned } from '#shared/club/bin.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { Page } from './BinPage.tsx';

const id = (end: number) => `7c7a8a31-5b7c-4c57-8d0f-00000000000${end}`;
const news: Binned = {
  id: id(1),
  kind: 'news',
  name: 'Wir feiern Sommerfest',
  deletedAt: '2026-11-22T09:00:00.000Z',
  deletedBy: 'Anton Rotmuster',
  until: '2026-12-22',
};
const template: Binned = { ...news, id: id(2), kind: 'mailTemplates', name: 'Einladung' };

test('deleted records are listed by kind and restored; an obstacle is reported', async () => {
  const server = signIn(userOf('admin'))
    .on(binContract.list, ({ kind }) => ({ rows: [news, template].filter((one) => !kind || one.kind === kind), next: null }))
    .on(binContract.restore, ({ id: wanted }) =>
      wanted === template.id ? refuse('invalid-input', { id: 'Der Name ist inzwischen vergeben.' }) : { kind: news.kind, name: news.name },
    );
  const hand = await showAtAddress(<Page />);
  await waitFor(() => hand.button('Einladung wiederherstellen'));
  await hand.press('Einladung wiederherstellen');
  await hand.reads('Der Name ist inzwischen vergeben.');
  await hand.press('Wir feiern Sommerfest wiederherstellen');
  await hand.reads('Wiederhergestellt: Wir feiern Sommerfest');
  expect(server.sent.map(({ address }) => address)).toEqual([`/deleted-records/${id(2)}/restore`, `/deleted-records/${id(1)}/restore`]);
  await hand.choose('Art', 'Neuigkeit');
  await waitFor(() => expect(() => hand.button('Einladung wiederherstellen')).toThrow());
});

test('a record is deleted permanently, after a confirmation', async () => {
  const server = signIn(userOf('admin'))
    .on(binContract.list, ({ kind }) => ({ rows: [news, template].filter((one) => !kind || one.kind === kind), next: null }))
    .on(binContract.erase, { ok: true as const });
  const hand = await showAtAddress(<Page />);
  await waitFor(() => hand.button('Aktionen für Einladung'));
  await hand.press('Aktionen für Einladung');
  await hand.user.click(await hand.reads('Endgültig löschen …'));
  await hand.reads(/„Einladung“ ist dann sofort weg/);
  expect(server.sent).toEqual([]);
  await hand.press('Endgültig löschen');
  await hand.reads('Endgültig gelöscht: Einladung');
  expect(server.sent.map(({ address }) => address)).toEqual([`/deleted-records/${id(2)}`]);
});

test('an empty bin explains what will be listed', async () => {
  signIn(userOf('admin')).on(binContract.list, { rows: [], next: null });
  const hand = await showAtAddress(<Page />);
  await hand.reads('Hier liegt nichts.');
});
