import { expect, test } from 'vitest';
import { enrolmentSets, enrolmentStates, mayChange, type EnrolmentState } from './enrolmentStates.ts';

const from = (state: EnrolmentState) => enrolmentStates.filter((to) => mayChange(state, to));
const leadingTo = (state: EnrolmentState) => enrolmentStates.filter((one) => mayChange(one, state));

test('an enrolment that has ended, or whose course is over, never changes again', () => {
  for (const state of [...enrolmentSets.ended, 'completed', 'no_show'] as const) expect([state, from(state)]).toEqual([state, []]);
});

test('every pending or seated enrolment can be cancelled, and is cancelled with its course', () => {
  expect(leadingTo('cancelled')).toEqual(enrolmentSets.active);
  expect(leadingTo('annulled')).toEqual(enrolmentSets.active);
});

test('only people on the waiting list are offered a seat, and only an offer or an unconfirmed address expires', () => {
  expect(leadingTo('offered')).toEqual(['waitlisted']);
  expect(leadingTo('declined')).toEqual(['offered']);
  expect(leadingTo('expired')).toEqual(['unverified', 'offered']);
});

test('only a confirmed seat continues to the end of the course', () => {
  expect(leadingTo('completed')).toEqual(['confirmed']);
  expect(leadingTo('no_show')).toEqual(['confirmed']);
});

test('nothing returns to an unconfirmed address, and no state follows itself', () => {
  expect(leadingTo('unverified')).toEqual([]);
  expect(enrolmentStates.filter((state) => mayChange(state, state))).toEqual([]);
});

test('a state is either active, ended or the end of a course, and states that hold a seat are active', () => {
  const { active, ended, holding, occupying } = enrolmentSets;
  expect([...active, ...ended, 'completed', 'no_show'].toSorted()).toEqual([...enrolmentStates].toSorted());
  expect(holding.filter((state) => !active.includes(state))).toEqual([]);
  expect([...holding, 'unverified'].toSorted()).toEqual([...occupying].toSorted());
});
