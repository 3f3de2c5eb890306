import { useState, type ReactNode } from 'react';
import type { ShownDateChanges } from '#shared/halls/dayRules.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { DateChangesDialog, type Dates } from './DateChangesDialog.tsx';
import { useFacilityMutations, type Rule } from '../facilities/queries.ts';

type Change = {
  /** The range that goes or changes. */
  replaces?: string;
  /** What stands afterwards. */
  rules: readonly Omit<Rule, 'dates'>[];
  /** Saves; `onSaved` closes the question. */
  save: (dates: Dates, onSaved: () => void) => void;
};

/** Closes the question after saving; a failure is told as a notice. */
export function closing(onSaved: () => void): { onSuccess: () => void; onError: (error: Error) => void } {
  return {
    onSuccess: onSaved,
    onError: (error) => {
      notifyProblem(error);
      onSaved();
    },
  };
}

/**
 * Before holidays or closures change, shows which dates fall away and which come back, with the choice what becomes of them.
 * A change that concerns no date is saved at once. The dialog belongs into the page that asks.
 */
export function useCalendarChange(): { ask: (change: Change) => void; isAsking: boolean; dialog: ReactNode } {
  const { checkRules } = useFacilityMutations();
  const [asked, setAsked] = useState<Change & { changes: ShownDateChanges }>();
  const [isSaving, setIsSaving] = useState(false);
  const close = () => {
    setAsked(undefined);
    setIsSaving(false);
  };
  const ask = (change: Change) =>
    checkRules.mutate(
      { ...(change.replaces && { replaces: change.replaces }), rules: [...change.rules] },
      {
        onError: notifyProblem,
        onSuccess: (changes) => {
          if (changes.falling.length + changes.returning.length === 0) change.save('stay', close);
          else setAsked({ ...change, changes });
        },
      },
    );
  const dialog = (
    <DateChangesDialog
      changes={asked?.changes}
      isSaving={isSaving}
      onClose={close}
      onSave={(dates) => {
        setIsSaving(true);
        asked?.save(dates, close);
      }}
    />
  );
  return { ask, isAsking: checkRules.isPending, dialog };
}
