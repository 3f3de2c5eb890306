import { parentPort } from 'node:worker_threads';
import type { Placed, PlacingInput } from '#shared/halls/seasons/placing.ts';
import { boardOf } from '#shared/halls/seasons/proposal.ts';
import { search, type Searched } from '#shared/halls/seasons/search.ts';

/** What the thread is asked: all that a plan is made from, and what stays where it is. */
export type SearchTask = { input: PlacingInput; locked: readonly Placed[] };

/** What it answers. */
export type SearchAnswer = Searched;

// A thread of its own: looking for a plan takes seconds, in which the server answers others.
parentPort?.once('message', ({ input, locked }: SearchTask) => {
  parentPort?.postMessage(search(boardOf(input), locked) satisfies SearchAnswer);
});
