import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { holidayContract } from '#shared/courses/holiday/holiday.ts';
import type { RoundRow } from '#shared/courses/holiday/shapes.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { CallOff } from './CallOff.tsx';

const round: RoundRow = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'GSV',
  name: 'Osterferien 2027',
  text: '',
  wishesUntil: '2027-02-28',
  sendsOn: '2027-03-03',
  phase: 'open',
  offers: 3,
  children: 5,
  isOwn: true,
  version: 4,
};

test('cancelling a round shows the consequences, requires a reason, and sends it with the version that was read', async () => {
  const { server, hand } = open();
  await hand.reads(/Die Wünsche werden gelöscht, und alle Familien mit Wünschen erhalten eine Mail/);
  await hand.press('Runde abbrechen');
  await waitFor(() => expect(hand.problem('Grund')).toBe('Bitte ausfüllen.'));
  expect(server.sent).toEqual([]);
  server.on(holidayContract.cancel, { ...round, phase: 'cancelled', version: 5 });
  await hand.fill('Grund', 'Die Halle ist gesperrt.');
  await hand.press('Runde abbrechen');
  await hand.reads('Die Runde ist abgebrochen, die Familien sind benachrichtigt.');
  expect(server.sent).toEqual([
    { method: 'POST', address: `/holiday-rounds/${round.id}/cancellation`, body: { version: 4, reason: 'Die Halle ist gesperrt.' } },
  ]);
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('a refusal is shown in the dialog, and the reason is kept', async () => {
  const { server, hand } = open();
  server.on(holidayContract.cancel, () => refuse('wrong-state'));
  await hand.fill('Grund', 'Die Halle ist gesperrt.');
  await hand.press('Runde abbrechen');
  await hand.reads('Das geht jetzt nicht (mehr).');
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Das geht jetzt nicht (mehr).');
  expect(hand.field('Grund').value).toBe('Die Halle ist gesperrt.');
  server.on(holidayContract.cancel, () => refuse('invalid-input', { reason: 'Bitte ohne Namen von Kindern.' }));
  await hand.press('Runde abbrechen');
  await waitFor(() => expect(hand.problem('Grund')).toBe('Bitte ohne Namen von Kindern.'));
});

function open() {
  const server = signIn(userOf('admin', 'GSV'));
  const hand = show(<CallOff round={round} />);
  void hand.press('Runde abbrechen …');
  return { server, hand };
}
