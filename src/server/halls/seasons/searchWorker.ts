import { parentPort } from 'node:worker_threads';
import type { Placed, PlacingInput } from '#shared/halls/seasons/placing.ts';
import { boardOf } from '#shared/halls/seasons/proposal.ts';
import { search, type Searched } from '#shared/halls/seasons/search.ts';

/** The input of the thread: all that a plan is made from, and the locked grants. */
export type SearchTask = { input: PlacingInput; locked: readonly Placed[] };

/** The output of the thread. */
export type SearchAnswer = Searched;

// Runs in a thread of its own: the search takes seconds, during which the server answers other requests.
parentPort?.once('message', ({ input, locked }: SearchTask) => {
  parentPort?.postMessage(search(boardOf(input), locked) satisfies SearchAnswer);
});
