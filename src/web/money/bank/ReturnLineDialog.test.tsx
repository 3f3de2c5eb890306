import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bankLinesContract, type KeptLine } from '#shared/money/bankLines.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ReturnLineDialog } from './ReturnLineDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const returned = { kind: 'return', messageId: 'RWA-20261101-1', mandate: 'RWA-M-17', code: 'AC04', feeCents: 410 } as const;
const line: KeptLine = {
  id,
  day: '2026-11-20',
  cents: -7000,
  name: 'Ute Muster',
  purpose: 'RUECKLASTSCHRIFT',
  account: '•••• 2051',
  accountKey: '',
  ofAccount: '',
  state: 'new',
  version: 3,
  result: 'suggestion',
  kind: null,
  message: 'Eine Lastschrift kam zurück.',
  mayAssign: false,
  charges: [],
  action: returned,
  mayReopen: false,
};

test('the data of the bank line are recorded: the reason, and the fee passed on', async () => {
  const { server, hand, onClose } = open();
  server.on(bankLinesContract.giveBack, { version: 4 });
  await hand.reads(/^Mandat RWA-M-17, Lauf RWA-20261101-1: -70,00\s€$/);
  expect([hand.field('Grund der Bank').value, hand.field('Gebühr der Bank in Euro').value]).toEqual(['AC04, Konto aufgelöst', '4,10']);
  await hand.press('Vermerken');
  await hand.reads('Die Rücklastschrift ist vermerkt.');
  expect(onClose).toHaveBeenCalledOnce();
  expect(server.sent).toEqual([
    { method: 'POST', address: `/bank-lines/${id}/return`, body: { version: 3, code: 'AC04', feeCents: 410, withFee: true } },
  ]);
});

test('a line without a reason is recorded with the selected one, and an unknown code of the bank can be kept', async () => {
  const { server, hand, onClose } = open({ ...returned, code: null });
  server.on(bankLinesContract.giveBack, { version: 4 });
  await hand.press('Vermerken');
  await waitFor(() => expect(hand.problem('Grund der Bank')).toBe('Vier Zeichen wie AC04, vom Kontoauszug.'));
  expect(server.sent).toEqual([]);
  await hand.choose('Grund der Bank', 'AM04, Konto nicht gedeckt');
  await hand.press('Vermerken');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ code: 'AM04' });
});

test('a code that is in no list is offered once', async () => {
  const { hand } = open({ ...returned, code: 'ZZ99' });
  expect(hand.field('Grund der Bank').value).toBe('ZZ99, sonstiger Grund');
  expect(await hand.choices('Grund der Bank')).toContain('ZZ99, sonstiger Grund');
});

test('the fee is passed on only if there is one and it is checked', async () => {
  const { server, hand } = open();
  server.on(bankLinesContract.giveBack, { version: 4 });
  await hand.tick('Gebühr weiterberechnen: 4,10\u00A0€');
  await hand.press('Vermerken');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  await hand.tick('Gebühr weiterberechnen: 4,10\u00A0€');
  await hand.fill('Gebühr der Bank in Euro', '');
  expect(hand.field('Gebühr weiterberechnen').disabled).toBe(true);
  await hand.press('Vermerken');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { feeCents: 410, withFee: false },
    { feeCents: 0, withFee: false },
  ]);
});

test('a line decided by somebody else keeps the form open with the input, and shows why', async () => {
  const { server, hand, onClose } = open();
  server.on(bankLinesContract.giveBack, () => refuse('wrong-state'));
  await hand.fill('Gebühr der Bank in Euro', '5,00');
  await hand.press('Vermerken');
  await waitFor(() => expect(hand.refusal()).toBeTruthy());
  expect(hand.field('Gebühr der Bank in Euro').value).toBe('5,00');
  expect(onClose).not.toHaveBeenCalled();
});

test('a fee above the limit is refused at its field', async () => {
  const { server, hand } = open();
  await hand.fill('Gebühr der Bank in Euro', '100,01');
  await hand.press('Vermerken');
  await waitFor(() => expect(hand.problem('Gebühr der Bank in Euro')).toBeTruthy());
  expect(server.sent).toEqual([]);
});

function open(action: KeptLine['action'] = returned) {
  const onClose = vi.fn();
  const server = signIn(userOf('admin'));
  return { server, onClose, hand: show(<ReturnLineDialog line={{ ...line, action }} onClose={onClose} />) };
}
