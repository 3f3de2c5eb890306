import { expect, test } from 'vitest';
import { chargeStates, mayMoveCharge, mayMoveRun, sepaRunStates, type ChargeState } from './chargeWords.ts';

const leadingTo = (to: ChargeState) => chargeStates.filter((from) => mayMoveCharge(from, to));

test('a cancelled, split or pending charge is not moved by hand', () => {
  for (const from of ['cancelled', 'split', 'in_collection'] as const)
    expect([from, chargeStates.filter((to) => mayMoveCharge(from, to))]).toEqual([from, []]);
});

test('nobody moves a charge into collection, back or into installments by hand', () => {
  for (const to of ['in_collection', 'returned', 'split', 'draft'] as const) expect([to, leadingTo(to)]).toEqual([to, []]);
});

test('a paid charge can only be reopened; a waived one, too', () => {
  expect(chargeStates.filter((to) => mayMoveCharge('paid', to))).toEqual(['open']);
  expect(chargeStates.filter((to) => mayMoveCharge('written_off', to))).toEqual(['open']);
  expect(leadingTo('cancelled')).toEqual(['draft', 'open']);
});

test('a run whose file was submitted is not withdrawn', () => {
  expect(sepaRunStates.filter((to) => mayMoveRun('submitted', to))).toEqual(['settled']);
  expect(sepaRunStates.filter((from) => mayMoveRun(from, 'cancelled'))).toEqual(['draft', 'downloaded']);
});
