import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { authState } from '#web/lib/session/session.ts';
import { askBeforeLeaving } from './leavingQuestion.tsx';

type Leaving = {
  /** How many fields are unsaved; 0 leaves without asking. */ unsaved: () => number;
  /** Submits the form, as its button does. */ send: () => void;
  /** Discards the input. */ drop: () => void;
  /** The input is kept in this browser as a draft. */ keepsDraft: boolean;
};

/**
 * Asks before navigation, or closing a record, with unsaved changes: save and leave, keep a draft, discard, or stay.
 * Saving leaves only after success; a refusal is shown, and the page stays.
 */
export function useLeaving({ unsaved, send, drop, keepsDraft }: Leaving): void {
  const client = useQueryClient();
  const [wasSignedIn] = useState(() => authState().user !== null);
  // After the session has ended, the user is redirected to sign-in without asking; the input stays as a draft. With the
  // link of a mail there is no session at all.
  const hasEnded = () => wasSignedIn && !authState().user;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isElsewhere = current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);
      const count = unsaved();
      if (!isElsewhere || count === 0 || hasEnded()) return false;
      const answer = await askBeforeLeaving(count, keepsDraft);
      if (answer === 'save') return !(await isSaved(client, send));
      if (answer === 'drop') drop();
      return answer === 'stay';
    },
    enableBeforeUnload: () => unsaved() > 0 && !hasEnded(),
  });
}

/** Submits a form and waits for the response: false if it was refused or waits for a confirmation. */
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
      // The form handles the response first: it deletes its draft, or shows the errors.
      setTimeout(resolve);
    };
    look();
  });
  return begun.length > 0 && begun.every(({ state }) => state.status === 'success');
}
