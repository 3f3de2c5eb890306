import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { authState } from '#web/lib/session/session.ts';
import { askBeforeLeaving } from './leavingQuestion.tsx';

type Leaving = {
  /** How many fields hold something that is not saved; 0 lets everybody go unasked. */ unsaved: () => number;
  /** Sends the form, as its button does. */ send: () => void;
  /** Forgets what was typed. */ drop: () => void;
  /** What was typed stays in this browser and is offered again. */ keepsDraft: boolean;
};

/**
 * Asks before a page is left, or a record on it is closed, while something typed is not saved: to save it and go, to keep it
 * as a draft, to forget it, or to stay. Who saves goes only once it is saved: what is refused is shown, and the page stays.
 */
export function useLeaving({ unsaved, send, drop, keepsDraft }: Leaving): void {
  const client = useQueryClient();
  useBlocker({
    // Somebody whose session ended is led to the sign-in; what was typed stays as a draft.
    shouldBlockFn: async ({ current, next }) => {
      const isElsewhere = current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);
      const count = unsaved();
      if (!isElsewhere || count === 0 || !authState().user) return false;
      const answer = await askBeforeLeaving(count, keepsDraft);
      if (answer === 'save') return !(await isSaved(client, send));
      if (answer === 'drop') drop();
      return answer === 'stay';
    },
    enableBeforeUnload: () => unsaved() > 0,
  });
}

/** Sends a form and waits for the answer: false where it was refused, or asks something before it goes. */
async function isSaved(client: QueryClient, send: () => void): Promise<boolean> {
  const cache = client.getMutationCache();
  const earlier = new Set(cache.getAll());
  send();
  const begun = cache.getAll().filter((one) => !earlier.has(one));
  const isRunning = () => begun.some(({ state }) => state.status === 'pending');
  await new Promise<void>((resolve) => {
    const stop = cache.subscribe(() => look());
    const look = () => {
      if (isRunning()) return;
      stop();
      // The form hears the answer first: it forgets its draft, or shows what was refused.
      setTimeout(resolve);
    };
    look();
  });
  return begun.length > 0 && begun.every(({ state }) => state.status === 'success');
}
