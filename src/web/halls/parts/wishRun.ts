import type { wishActions } from '#shared/halls/seasons/wishes.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';

type Action = (typeof wishActions)[number];
type Settling = { onSuccess: () => void; onError: (error: unknown) => void };

/** Runs an action on a wish with a notification; `undo` reverts it. */
export function wishRun(groupName: string, act: (action: Action, settle: Settling) => void) {
  const run = (action: Action, words: string, undo?: Action): void =>
    act(action, {
      onSuccess: () => notify(`„${groupName}“ ist ${words}.`, undo && (() => run(undo, 'wieder da'))),
      onError: notifyProblem,
    });
  return run;
}
