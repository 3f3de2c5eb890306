import { brokenOf } from '../longFiles.ts';
import { none, type Proof } from '../proof.ts';

/** The journeys of test/year/long in a real browser, each on an emptied product. */
export const proof: Proof = {
  goal: 'the long journeys of a year hold on an emptied product (year [part of a file name])',
  minutes: () => 180,
  run: ({ text }) => {
    const { count, broken } = brokenOf('test/year/long', text('seed', ''));
    return Promise.resolve([none(`journeys broken of ${count}`, broken)]);
  },
};
