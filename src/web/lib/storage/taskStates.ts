/** The states of an upload (specification section 4). */
export type TaskState = 'running' | 'pausing' | 'paused' | 'canceling' | 'canceled' | 'success' | 'error';

/** What others see of them. */
export type PublicState = 'running' | 'paused' | 'success' | 'canceled' | 'error';

/** What people ask for (pause, resume, cancel) and what the work tells (stopped, finished, failed). */
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

/** The state after an event; undefined when it is not allowed in this state. */
export function nextState(state: TaskState, event: TaskEvent): TaskState | undefined {
  return transitions[state][event];
}

/** A state as others see it: what is about to stop still runs. */
export function publicState(state: TaskState): PublicState {
  return state === 'pausing' || state === 'canceling' ? 'running' : state;
}

/** Whether nothing comes after a state. */
export function isOver(state: TaskState): boolean {
  return Object.keys(transitions[state]).length === 0;
}
