import { expect, test, vi } from 'vitest';
import type { MoveChoice } from '#shared/courses/moves/moves.ts';
import { movesContract } from '#shared/courses/moves/moves.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { MoveForm } from './MoveForm.tsx';

const token = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const maxis: MoveChoice = {
  courseId: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  slug: 'maxis',
  title: 'Maxis',
  when: 'montags 16:30–17:30 Uhr',
  startsOn: '15.12.2026',
  isFull: false,
  costs: true,
  words: ['Bis 14.12.2026 bei „Minis“, ab 15.12.2026 bei „Maxis“.', '„Maxis“ kostet ab 01.01.2027 15,00 € im Monat.'],
  quote: 'wie gezeigt',
};
const full = { ...maxis, courseId: '9d7a8a31-5b7c-4c57-8d0f-000000000003', title: 'Profis', isFull: true, startsOn: null };

test('costs and first day are shown above a button that names the change, and are sent; then the form closes', async () => {
  const server = signIn(userOf('reader'))
    .on(movesContract.choices, [maxis, full])
    .on(movesContract.move, { id: token, state: 'confirmed' });
  const onClose = vi.fn<() => void>();
  const hand = show(<MoveForm token={token} onClose={onClose} />);
  await hand.reads('montags 16:30–17:30 Uhr · ab 15.12.2026');
  await hand.user.click(radio('Maxis'));
  await hand.reads('„Maxis“ kostet ab 01.01.2027 15,00 € im Monat.');
  await hand.press('Zahlungspflichtig wechseln');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.sent[0]?.body).toEqual({ courseId: maxis.courseId, quote: 'wie gezeigt' });
});

test('a full group leads to its waiting list; if the terms changed meanwhile, that is shown and nothing is done', async () => {
  signIn(userOf('reader'))
    .on(movesContract.choices, [full])
    .on(movesContract.move, () => refuse('quote-changed'));
  const onClose = vi.fn<() => void>();
  const hand = show(<MoveForm token={token} onClose={onClose} />);
  await hand.reads('montags 16:30–17:30 Uhr · voll, mit Warteliste');
  await hand.user.click(radio('Profis'));
  await hand.press('Auf die Warteliste');
  await hand.reads(/haben sich gerade geändert/);
  expect(onClose).not.toHaveBeenCalled();
});

test('without another suitable group, that is shown', async () => {
  signIn(userOf('reader')).on(movesContract.choices, []);
  const hand = show(<MoveForm token={token} onClose={() => undefined} />);
  await hand.reads('Zurzeit gibt es in dieser Abteilung keine andere Gruppe, die passt.');
});

function radio(title: string): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(title));
  const found = label?.querySelector('input');
  if (!found) throw new Error(`no choice „${title}“`);
  return found;
}
