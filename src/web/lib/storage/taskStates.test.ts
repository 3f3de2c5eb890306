import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOver, nextState, publicState, type TaskEvent, type TaskState } from './taskStates.ts';

const events: TaskEvent[] = ['pause', 'resume', 'cancel', 'stopped', 'finished', 'failed'];

/** Section 4 of the specification, written down here once more on purpose. */
const allowed: { [event in 'pause' | 'resume' | 'cancel']: TaskState[] } = {
  pause: ['running'],
  resume: ['paused', 'pausing'],
  cancel: ['running', 'pausing'],
};

function walk(path: TaskEvent[]): TaskState[] {
  const states: TaskState[] = ['running'];
  for (const event of path) states.push(nextState(states.at(-1) ?? 'running', event) ?? states.at(-1) ?? 'running');
  return states;
}

test('pause, resume and cancel work from exactly the states of the specification, whatever happened before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...events)),
      fc.constantFrom('pause' as const, 'resume' as const, 'cancel' as const),
      (path, event) => {
        const state = walk(path).at(-1) ?? 'running';
        expect(nextState(state, event) !== undefined).toBe(allowed[event].includes(state));
      },
    ),
    { numRuns: 10_000 },
  );
});

test('final states are final: no event leads out of success, canceled and error', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (path) => {
      const states = walk(path);
      const end = states.findIndex(isOver);
      if (end !== -1) expect(new Set(states.slice(end)).size).toBe(1);
    }),
    { numRuns: 10_000 },
  );
});

test('callers see the five public states, and a task about to stop is still running', () => {
  expect(publicState('pausing')).toBe('running');
  expect(publicState('canceling')).toBe('running');
  for (const state of ['running', 'paused', 'success', 'canceled', 'error'] as const) expect(publicState(state)).toBe(state);
});
