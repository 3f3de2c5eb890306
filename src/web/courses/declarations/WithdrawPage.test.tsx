import { expect, test, vi } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { declarationsContract } from '#shared/courses/declarations.ts';
import { show, signIn } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { Page } from './WithdrawPage.tsx';

test('a withdrawal is shown for review before it is declared, and can be edited there', async () => {
  const server = signIn(null)
    .on(coursesContract.list, { rows: [] })
    .on(declarationsContract.create, { receivedAt: '2026-11-22T09:00:12.000Z', text: 'Widerruf über die Widerrufsfunktion', endsOn: null });
  const hand = show(<Page />);
  await hand.reads(/^Ohne Konto und ohne Grund, 14 Tage lang\./);
  await hand.fill('Ihr Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.fill('Vertrag', 'Yoga');
  await hand.press('Weiter');
  await hand.reads('Stimmt das so?');
  expect(server.sent).toEqual([]);
  await hand.press('Ändern');
  await hand.fill('Vertrag', 'Yoga am Morgen');
  await hand.press('Weiter');
  await hand.press('Widerruf bestätigen');
  await hand.reads('Widerruf über die Widerrufsfunktion');
  await hand.reads(/Darin steht auch, ob der Vertrag damit aufgehoben ist, oder dass der Verein noch prüft\.$/);
  expect(server.sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ kind: 'withdrawal', name: 'Jo Muster', email: 'jo@example.org', contract: 'Yoga am Morgen' }),
  ]);
});

test('if the line is cut at the last button, the review stays with the reason; what a field refuses is mended in the form', async () => {
  signIn(null)
    .on(coursesContract.list, { rows: [] })
    .on(declarationsContract.create, () => refuse('invalid-input', { email: 'Bitte prüfen Sie die Adresse.' }));
  const hand = show(<Page />);
  await hand.fill('Ihr Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.fill('Vertrag', 'Yoga');
  await hand.press('Weiter');
  const line = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  await hand.press('Widerruf bestätigen');
  await hand.reads(/^Keine Verbindung\./);
  await hand.reads('Stimmt das so?');
  vi.stubGlobal('fetch', line);
  await hand.press('Widerruf bestätigen');
  await hand.reads('Bitte prüfen Sie die Adresse.');
  await hand.reads('Weiter');
});
