import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatTime } from '#web/lib/format.ts';
import { countUnsaved, unsavedWords } from './unsavedWords.ts';
import { notify } from '../notices/notices.tsx';
import classes from './SaveBar.module.css';

type SaveBarProps<V> = {
  form: Pick<UseFormReturnType<V>, 'getValues' | 'isDirty'>;
  /** The mutation that saves the form. */ saving: { isPending: boolean; isSuccess: boolean; submittedAt: number };
  /** A new record can be saved before anything was typed: validation then shows what is missing. */ isNew?: boolean;
  /** Restores the loaded values and returns a function that restores the input; without it there is no discard button. */
  onDiscard?: () => () => void;
  /** Further buttons, left of the save button. */ children?: ReactNode;
};

/** The sticky footer of a long form: the number of unsaved fields and the save button (also Strg+S). */
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

/** Strg+S submits the form around the bar, unless a dialog is open. */
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
