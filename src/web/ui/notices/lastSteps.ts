import { useSyncExternalStore } from 'react';
import { authState } from '#web/lib/session/session.ts';

/** Something done that can be undone, by its notification's id. */
type Step = { id: string; message: string; undo: () => void; at: number; /** Whose step it was. */ userId: string | undefined };

/** How long steps can be undone in this tab, and how many are offered. */
const keptMs = 30 * 60_000;
const keptAtMost = 5;

let steps: readonly Step[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Step[]): void {
  steps = next;
  for (const listener of listeners) listener();
}

/** Keeps a step that can be undone longer than its notification is shown. */
export function keepStep(step: Omit<Step, 'at' | 'userId'>): void {
  set([{ ...step, at: Date.now(), userId: authState().user?.id }, ...steps.filter(({ id }) => id !== step.id)].slice(0, keptAtMost));
}

/** Drops a step that was undone. */
export function dropStep(id: string): void {
  set(steps.filter((one) => one.id !== id));
}

/** The last steps that can be undone, latest first. */
export function useLastSteps(): readonly Step[] {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Steps that are too old, or of somebody else who used this tab, are dropped. */
function read(): readonly Step[] {
  const since = Date.now() - keptMs;
  const isOffered = ({ at, userId }: Step) => at >= since && userId === authState().user?.id;
  if (!steps.every(isOffered)) steps = steps.filter(isOffered);
  return steps;
}
