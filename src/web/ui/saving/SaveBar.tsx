import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatTime } from '#web/lib/format.ts';
import { countUnsaved, unsavedWords } from './unsavedWords.ts';
import { notify } from '../notices/notices.tsx';
import classes from './SaveBar.module.css';

type SaveBarProps<V> = {
  form: Pick<UseFormReturnType<V>, 'getValues' | 'isDirty'>;
  /** The write that saves the form. */ saving: { isPending: boolean; isSuccess: boolean; submittedAt: number };
  /** A record that is not stored yet can be saved before anything was typed: its form says what it lacks. */ isNew?: boolean;
  /** Puts back what was loaded, and returns how to get the typed values again; without it nothing can be discarded. */
  onDiscard?: () => () => void;
  /** Further buttons, left of the one that saves. */ children?: ReactNode;
};

/** The end of a long form, in sight wherever one is in it: what is not saved, and the one button that saves (also Strg+S). */
export function SaveBar<V extends { [field: string]: unknown }>({ form, saving, isNew = false, onDiscard, children }: SaveBarProps<V>) {
  const bar = useRef<HTMLDivElement>(null);
  useSaveKey(bar);
  const isDirty = form.isDirty();
  const discard = onDiscard && (() => notify('Verworfen.', onDiscard()));
  return (
    <div ref={bar} data-save-bar className={`${classes['bar']} no-print`}>
      <output className={classes['words']} data-unsaved={isDirty || undefined}>
        {isDirty ? `Nicht gespeichert: ${unsavedWords(countUnsaved(form))}` : stateWords(saving, isNew)}
      </output>
      {children}
      {isDirty && discard && !isNew && (
        <Button variant="subtle" onClick={discard}>
          Verwerfen
        </Button>
      )}
      <Button type="submit" loading={saving.isPending} disabled={!isNew && !isDirty}>
        Speichern
      </Button>
    </div>
  );
}

function stateWords({ isSuccess, submittedAt }: SaveBarProps<object>['saving'], isNew: boolean): string {
  if (isSuccess) return `Gespeichert um ${formatTime(new Date(submittedAt).toISOString())} Uhr`;
  return isNew ? 'Noch nicht gespeichert' : 'Nichts geändert';
}

/** Strg+S sends the form that the bar stands in, unless a dialog lies over it. */
function useSaveKey(bar: { current: HTMLElement | null }): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const form = bar.current?.closest('form');
      const dialogs = [...document.querySelectorAll('[role=dialog]')];
      if (!form || (dialogs.length > 0 && !dialogs.at(-1)?.contains(form))) return;
      event.preventDefault();
      form.requestSubmit();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [bar]);
}
