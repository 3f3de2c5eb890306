import { expect, test } from 'vitest';
import { mayMovePayouts, payoutRunStates, pendingPayouts, type PayoutRunState } from './words.ts';

const from = (state: PayoutRunState) => payoutRunStates.filter((to) => mayMovePayouts(state, to));

test('a file is downloaded before the bank can have carried it out, and is thrown away until then', () => {
  expect(from('draft')).toEqual(['downloaded', 'discarded']);
  expect(from('downloaded')).toEqual(['executed', 'discarded']);
});

test('a file that is carried out or thrown away stays so', () => {
  expect(from('executed')).toEqual([]);
  expect(from('discarded')).toEqual([]);
});

test('exactly the files that can still be thrown away are pending', () => {
  expect(payoutRunStates.filter((state) => mayMovePayouts(state, 'discarded'))).toEqual(pendingPayouts);
});
