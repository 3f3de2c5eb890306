import { expect, test, vi } from 'vitest';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ImportCards } from './ImportCards.tsx';

test('cards of an older system are tried before they are taken over: each line says what becomes of it', async () => {
  const onClose = vi.fn<() => void>();
  const server = signIn(userOf('admin'));
  const row = { name: 'Mila Muster', message: '' };
  server.on(cardsContract.import, {
    rows: [
      { ...row, line: 1, result: 'new' },
      { ...row, line: 2, result: 'refused', message: 'Noch offen sind 1 bis 10 Besuche.' },
    ],
  });
  const hand = show(<ImportCards club="RWA" isOpen onClose={onClose} />);
  await hand.reads(/^Eine Zeile je Karte: Nachname; Vorname; Geburtsdatum oder Mitgliedsnummer; Art; noch offene Besuche; gültig bis\./);
  const text = 'Muster;Mila;04.05.2018;Zehnerkarte;6;31.12.2027';
  await hand.fill('Zeilen', text);
  await hand.press('Prüfen');
  await hand.reads(/Noch offen sind 1 bis 10 Besuche\./);
  expect(server.sent.map(({ body }) => body)).toEqual([{ club: 'RWA', text, isDryRun: true }]);
  await hand.press('Eine anlegen');
  await hand.reads('1 Karte ist übernommen.');
  expect(server.sent.at(-1)?.body).toEqual({ club: 'RWA', text, isDryRun: false });
  expect(onClose).toHaveBeenCalled();
});
