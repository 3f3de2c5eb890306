import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { draftKey } from '#web/lib/drafts.ts';
import { authState } from '#web/lib/session/session.ts';

type Values = { [field: string]: unknown };
type Draft<V> = { at: string; values: V };

/**
 * Keeps what is typed into a form in this browser, so that neither an error nor an expired session loses it.
 * `name` is the record that the form is about, none keeps nothing; a draft belongs to the user who typed it.
 */
export function useDraft<V extends Values>(
  name: string | undefined,
  form: UseFormReturnType<V>,
): {
  /** What was typed last time and never saved; undefined for nothing. */ found: Draft<V> | undefined;
  /** Forgets what was found. */ dismiss: () => void;
  /** Forgets everything, once it is saved. */ clear: () => void;
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
      // A full or forbidden store keeps nothing; the form itself still does.
    }
  }, [key, isDirty, values]);

  const clear = () => {
    if (key !== undefined) localStorage.removeItem(key);
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
