import { expect, test } from 'vitest';
import { movesContract } from '#shared/courses/moves/moves.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { SwapPart } from './SwapPart.tsx';

const token = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const swap = {
  words: ['Eine andere Familie möchte von „Maxis“ zu „Minis“.', '„Maxis“ kostet danach 15,00 € im Monat.'],
  quote: 'wie gezeigt',
  button: 'Zahlungspflichtig tauschen',
  hasAgreed: false,
};

test('the effect of a swap is shown above a button that names its cost, and is sent; an expired swap is reported', async () => {
  const server = signIn(userOf('reader')).on(movesContract.answerSwap, () => refuse('offer-over'));
  const hand = show(<SwapPart token={token} swap={swap} />);
  await hand.reads('„Maxis“ kostet danach 15,00 € im Monat.');
  await hand.press('Zahlungspflichtig tauschen');
  await hand.reads(/ist abgelaufen oder wurde schon beantwortet/);
  expect(server.sent.at(-1)?.body).toEqual({ agrees: true, quote: 'wie gezeigt' });
});

test('a family that agreed can withdraw until the other family has agreed', async () => {
  const server = signIn(userOf('reader')).on(movesContract.answerSwap, { id: token, state: 'waitlisted' });
  const hand = show(<SwapPart token={token} swap={{ ...swap, hasAgreed: true }} />);
  await hand.reads('Sie haben zugestimmt.');
  expect(() => hand.button('Zahlungspflichtig tauschen')).toThrow();
  await hand.press('Zustimmung zurücknehmen');
  await expect.poll(() => server.sent.at(-1)?.body).toEqual({ agrees: false });
});
