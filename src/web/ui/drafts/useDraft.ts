import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { draftKey } from '#web/lib/kept/drafts.ts';
import { authState } from '#web/lib/session/session.ts';
import { useOtherTab } from './useOtherTab.ts';

type Values = { [field: string]: unknown };
type Draft<V> = { at: string; values: V };

/**
 * Keeps a form's input in local storage, so that neither an error nor an expired session loses it. `name` identifies
 * the record being edited (undefined disables it); a draft belongs to the user who typed it.
 */
export function useDraft<V extends Values>(
  name: string | undefined,
  form: UseFormReturnType<V>,
): {
  /** The draft of an earlier visit; undefined if there is none. */ found: Draft<V> | undefined;
  /** Discards the found draft. */ dismiss: () => void;
  /** Deletes the draft, once it is saved. */ clear: () => void;
  /** Another tab has the same form open, and would write the same draft. */ isInOtherTab: boolean;
} {
  const key = name === undefined ? undefined : draftKey(authState().user?.id ?? '', name);
  const [found, setFound] = useState(() => (key === undefined ? undefined : readDraft<V>(key)));
  const { values } = form;
  const isDirty = form.isDirty();

  useEffect(() => {
    if (!isDirty || key === undefined) return;
    const draft: Draft<V> = { at: new Date().toISOString(), values };
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // If the storage is full or blocked, only the draft is lost, not the form.
    }
  }, [key, isDirty, values]);

  const clear = () => {
    if (key !== undefined) localStorage.removeItem(key);
    setFound(undefined);
  };
  return { found, clear, isInOtherTab: useOtherTab(key), dismiss: isDirty ? () => setFound(undefined) : clear };
}

function readDraft<V>(key: string): Draft<V> | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Only this hook writes below this key; the form's shape validates the values again before they are sent.
    return typeof draft === 'object' && draft !== null && 'at' in draft && 'values' in draft ? (draft as Draft<V>) : undefined;
  } catch {
    return undefined;
  }
}
