import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dunningContract, type DunningPreview, type ShownNotice } from '#shared/money/dunning/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { RunPart } from './RunPart.tsx';

const notice = (at: number, name: string): ShownNotice => ({
  payerId: `9d7a8a31-5b7c-4c57-8d0f-00000000000${at}`,
  name,
  level: 1,
  levelName: '1. Mahnung',
  lines: [{ reference: 'RWA-1', name: '', label: 'Beitrag', dueOn: '2027-01-01', cents: 6000 }],
  cents: 6000,
  feeCents: 0,
  dueOn: '2027-03-01',
  byMail: at === 1,
  byLetter: at !== 1,
});
const preview: DunningPreview = {
  hash: 'h',
  automatic: null,
  notices: [notice(1, 'Ohm, Ole'), notice(2, 'Igel, Ina')],
  leftOut: [{ payerId: notice(3, '').payerId, name: 'Ulm, Uwe', cents: 900, reason: 'Gestundet bis 01.04.2027.', isCourt: false }],
};
const run = {
  id: notice(4, '').payerId,
  createdOn: '2027-02-15',
  createdBy: 'Vera',
  state: 'done',
  notices: 1,
  letters: 0,
  totalCents: 6000,
  feeCents: 0,
  mayUndo: true,
  version: 1,
} as const;

test('unchecked payers are not notified, one can be lowered by a level, and both are confirmed before sending', async () => {
  const server = signIn(userOf('admin'));
  server.on(dunningContract.preview, preview);
  server.on(dunningContract.create, run);
  const onSent = vi.fn();
  const hand = show(<RunPart onAccount={vi.fn()} onSent={onSent} />);
  await hand.reads(/2 Zahler, 120,00.€, davon 1 per Brief\./);
  await hand.reads('Gestundet bis 01.04.2027.');
  await hand.tick('Igel, Ina auswählen');
  await hand.tick('Ohm, Ole auswählen');
  await hand.press('0 Zahler mahnen');
  await hand.reads('Bitte haken Sie zuerst Zahler an.');
  await hand.tick('Ohm, Ole auswählen');
  await hand.reads(/1 Zahler, 60,00.€\.$/);
  await hand.press('Aktionen für Ohm, Ole');
  await hand.user.click(await hand.reads('Eine Stufe niedriger'));
  await hand.press('1 Zahler mahnen');
  expect(server.sent).toEqual([]);
  await hand.reads(/Mails bleiben verschickt/);
  await hand.press('Verschicken');
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(server.sent).toMatchObject([
    { body: { hash: 'h', excluded: [preview.notices[1]?.payerId], lowered: [preview.notices[0]?.payerId] } },
  ]);
});
