import { useBlocker } from '@tanstack/react-router';
import { authState } from '#web/lib/session/session.ts';
import { asked } from '../notices/confirm.tsx';

/** Asks before a page is left, or a record on it is closed, while something typed is not saved. */
export function useLeaving(isUnsaved: () => boolean): void {
  useBlocker({
    // Somebody whose session ended is led to the sign-in; what was typed stays as a draft.
    shouldBlockFn: async ({ current, next }) => {
      const isElsewhere = current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);
      if (!isElsewhere || !isUnsaved() || !authState().user) return false;
      return !(await asked({
        title: 'Nicht gespeichert',
        text: 'Was Sie hier geändert haben, ist noch nicht gespeichert.',
        action: 'Verwerfen',
        way: 'Weiter bearbeiten',
      }));
    },
    enableBeforeUnload: isUnsaved,
  });
}
