import { useState, type ReactNode } from 'react';
import type { ShownDateChanges } from '#shared/halls/dayRules.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { DateChangesDialog, type Dates } from './DateChangesDialog.tsx';
import { useFacilityMutations, type Rule } from '../facilities/queries.ts';

type Change = {
  /** The range that is deleted or changed. */
  replaces?: string;
  /** The ranges afterwards. */
  rules: readonly Omit<Rule, 'dates'>[];
  /** Saves; `onSaved` closes the dialog. */
  save: (dates: Dates, onSaved: () => void) => void;
};

/** Closes the dialog after saving; a failure is shown as a notification. */
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
 * Before holidays or closures change, shows which dates are dropped and which return, with the choice how to treat
 * them. A change that affects no date is saved at once. The page must render the dialog.
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
