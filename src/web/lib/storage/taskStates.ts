/** The internal states of an upload (specification section 4). */
export type TaskState = 'running' | 'pausing' | 'paused' | 'canceling' | 'canceled' | 'success' | 'error';

/** The states visible to callers. */
export type PublicState = 'running' | 'paused' | 'success' | 'canceled' | 'error';

/** Events of the user (pause, resume, cancel) and of the worker (stopped, finished, failed). */
export type TaskEvent = 'pause' | 'resume' | 'cancel' | 'stopped' | 'finished' | 'failed';

const transitions: { readonly [state in TaskState]: { readonly [event in TaskEvent]?: TaskState } } = {
  running: { pause: 'pausing', cancel: 'canceling', finished: 'success', failed: 'error' },
  pausing: { resume: 'running', cancel: 'canceling', stopped: 'paused' },
  paused: { resume: 'running' },
  canceling: { stopped: 'canceled' },
  canceled: {},
  success: {},
  error: {},
};

/** The state after an event; undefined when the event is not allowed in this state. */
export function nextState(state: TaskState, event: TaskEvent): TaskState | undefined {
  return transitions[state][event];
}

/** Maps an internal state to its public one: a task that is about to stop is still running. */
export function publicState(state: TaskState): PublicState {
  return state === 'pausing' || state === 'canceling' ? 'running' : state;
}

/** Whether a state is final. */
export function isOver(state: TaskState): boolean {
  return Object.keys(transitions[state]).length === 0;
}
