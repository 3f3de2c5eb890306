import { expect, test } from 'vitest';
import { mayMovePayouts, payoutRunStates, pendingPayouts, type PayoutRunState } from './words.ts';

const from = (state: PayoutRunState) => payoutRunStates.filter((to) => mayMovePayouts(state, to));

test('a file is downloaded before it can be executed, and can be discarded until then', () => {
  expect(from('draft')).toEqual(['downloaded', 'discarded']);
  expect(from('downloaded')).toEqual(['executed', 'discarded']);
});

test('an executed or discarded file is final', () => {
  expect(from('executed')).toEqual([]);
  expect(from('discarded')).toEqual([]);
});

test('exactly the files that can still be discarded are pending', () => {
  expect(payoutRunStates.filter((state) => mayMovePayouts(state, 'discarded'))).toEqual(pendingPayouts);
});
