import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { draftKey } from '#web/lib/drafts.ts';
import { authState } from '#web/lib/session/session.ts';

type Values = { [field: string]: unknown };
type Draft<V> = { at: string; values: V };

/**
 * Keeps what is typed into a form in this browser, so that neither an error nor an expired session loses it.
 * `name` is the record that the form is about; a draft belongs to the user who typed it.
 */
export function useDraft<V extends Values>(
  name: string,
  form: UseFormReturnType<V>,
): {
  /** What was typed last time and never saved; undefined for nothing. */ found: Draft<V> | undefined;
  /** Forgets what was found. */ dismiss: () => void;
  /** Forgets everything, once it is saved. */ clear: () => void;
} {
  const key = draftKey(authState().user?.id ?? '', name);
  const [found, setFound] = useState(() => readDraft<V>(key));
  const { values } = form;
  const isDirty = form.isDirty();

  useEffect(() => {
    if (!isDirty) return;
    const draft: Draft<V> = { at: new Date().toISOString(), values };
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full or forbidden store keeps nothing; the form itself still does.
    }
  }, [key, isDirty, values]);

  const clear = () => {
    localStorage.removeItem(key);
    setFound(undefined);
  };
  return { found, clear, dismiss: isDirty ? () => setFound(undefined) : clear };
}

function readDraft<V>(key: string): Draft<V> | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Only this hook writes below this key; the form's shape checks the values again before they are sent.
    return typeof draft === 'object' && draft !== null && 'at' in draft && 'values' in draft ? (draft as Draft<V>) : undefined;
  } catch {
    return undefined;
  }
}
