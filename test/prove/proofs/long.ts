import { brokenOf } from '../longFiles.ts';
import { none, type Proof } from '../proof.ts';

/** The tests of test/long: the rarer ways of starts, backups, stores and attacks. */
export const proof: Proof = {
  goal: 'the rarer ways of starts and backups, and every stored attack by itself, hold (long [part of a file name])',
  minutes: () => 30,
  run: ({ text }) => {
    const { count, broken } = brokenOf('test/long', text('seed', ''));
    return Promise.resolve([none(`files broken of ${count}`, broken)]);
  },
};
