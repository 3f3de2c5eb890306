import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { useDraft } from '../drafts/useDraft.ts';
import { countUnsaved } from '../saving/unsavedWords.ts';
import { useLeaving } from '../saving/useLeaving.ts';
import { useShapeForm } from './useShapeForm.ts';

type Values = { [field: string]: unknown };

/** A field changed both here and by somebody else, who saved first. */
export type Clashing = { field: string; mine: unknown; theirs: unknown; choice?: 'mine' | 'theirs' };

/** The conflicts of a form with concurrent saves of the same row, shown by `FormProblem`. */
export type Clash = {
  /** The version that the edit is based on. */ version: number;
  /** The conflicting fields, with the choice once made; empty once the form is saved. */ fields: readonly Clashing[];
  /** Puts one of the two values into the form; the choice can be changed until the form is saved. */
  choose: (field: string, choice: 'mine' | 'theirs') => void;
  /** Refetches the row, so that the newer version arrives. */ reload: () => void;
  /** The input element of a field, if it has one. */ inputOf: (field: string) => HTMLElement | null;
};

/** A choice, and the version that it applies to. */
type Chosen = Clashing & { at: number };

type RowForm<V extends Values> = {
  form: UseFormReturnType<V>;
  /** The version that the edit is based on. */ version: number;
  /** Takes over the row that was just saved, but keeps fields changed since. */
  adopt: (version: number, values: V) => void;
  /** How often a field was set from outside; the `key` of an editor that reads its text only on mount. */
  edition: (field: keyof V & string) => number;
  clash: Clash;
  /** Restores the stored values; the returned function restores the input. */
  discard: () => () => void;
  /** The draft of an earlier visit (`FoundDraft` offers it), stored under the option `draft`. */ draft: ReturnType<typeof useDraft<V>>;
};

type RowFormOptions<V extends Values> = NonNullable<Parameters<typeof useShapeForm<V>>[2]> & {
  /** The record under which drafts are kept in this browser; without it there are none. */ draft?: string | undefined;
};

/**
 * A form on a stored row (for new records see `useShapeForm`). It follows the row: fields untouched here take over what
 * somebody else saved, changed fields keep their input. Where both changed the same field, the form shows both values
 * and stays on the version that the edit was based on, so that the server refuses to overwrite the other change until
 * one value is chosen. Leaving with unsaved changes asks first (`useLeaving`).
 */
export function useRowForm<V extends Values>(
  row: { version: number },
  values: V,
  shape: z.ZodType,
  { draft: draftName, ...options }: RowFormOptions<V> = {},
): RowForm<V> {
  const client = useQueryClient();
  const { form, send } = useSending(useShapeForm(values, shape, options));
  const draft = useDraft(draftName, form);
  const [version, setVersion] = useState(row.version);
  const [base, setBase] = useState(values);
  const { edition, replace } = useEditions();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);

  const follow = (newer: number, stored: V) => {
    const typed = Object.keys(stored).filter((field) => form.isDirty(field));
    replace(Object.keys(stored).filter((field) => !typed.includes(field) && !isSame(stored[field], form.getValues()[field])));
    const kept = Object.fromEntries(typed.map((field) => [field, form.getValues()[field]]));
    form.setInitialValues(stored);
    form.setValues({ ...stored, ...kept } as Partial<V>); // The kept keys are the form's own.
    form.resetDirty(stored);
    form.clearErrors();
    setBase(stored);
    setVersion(newer);
    // A newer row and no input left: it was saved from here, so the conflict is over.
    if (typed.every((field) => isSame(stored[field], kept[field]))) setChosen((before) => before.filter(({ at }) => at >= newer));
  };
  const adopt = (newer: number, stored: V) => {
    follow(newer, stored);
    setChosen([]);
  };

  const isClash = (field: string) =>
    form.isDirty(field) &&
    !isSame(values[field], base[field]) &&
    !isSame(values[field], form.values[field]) &&
    !chosen.some((one) => one.field === field && isSame(one.theirs, values[field]));
  const open = row.version > version ? Object.keys(values).filter(isClash) : [];
  // Set during render, so that no old value is ever shown with a new version.
  if (row.version > version && open.length === 0) follow(row.version, values);
  const fields: readonly Clashing[] = [
    ...chosen.filter(({ field }) => !open.includes(field)),
    ...open.map((field) => ({ field, mine: form.values[field], theirs: values[field] })),
  ];
  const choose = (field: string, choice: 'mine' | 'theirs') => {
    const one = fields.find((each) => each.field === field);
    if (!one) return;
    setChosen((before) => [...before.filter((each) => each.field !== field), { ...one, choice, at: row.version }]);
    form.setValues({ [field]: one[choice] } as Partial<V>); // The key is one of the form's own.
    replace([field]);
  };

  const discard = () => (setChosen([]), discardTyped(form, base, replace));

  const drop = () => void [discard(), draft.clear()];
  useLeaving({ unsaved: () => countUnsaved(form), send, drop, keepsDraft: draftName !== undefined });

  const clash = { version, fields, choose, reload: () => void client.invalidateQueries(), inputOf: form.getInputNode };
  return { form, version, adopt, edition, discard, clash, draft };
}

/** Lets a form be submitted without its button. */
function useSending<V extends Values>(form: UseFormReturnType<V>): { form: UseFormReturnType<V>; send: () => void } {
  const last = useRef<() => void>(() => undefined);
  const onSubmit: UseFormReturnType<V>['onSubmit'] = (save, refuse) => {
    const submit = form.onSubmit(save, refuse);
    last.current = () => submit();
    return submit;
  };
  return { form: { ...form, onSubmit }, send: () => last.current() };
}

/** Restores the stored values of a form; the returned function restores the input. */
function discardTyped<V extends Values>(form: UseFormReturnType<V>, stored: V, replace: (fields: readonly string[]) => void): () => void {
  const typed = Object.keys(stored).filter((field) => form.isDirty(field));
  const kept = form.getValues();
  form.setValues(stored);
  form.resetDirty(stored);
  form.clearErrors();
  replace(typed);
  return () => {
    form.setValues(kept);
    replace(typed);
  };
}

/** Counts how often each field was set from outside. */
function useEditions() {
  const [editions, setEditions] = useState<{ [field: string]: number }>({});
  return {
    edition: (field: string) => editions[field] ?? 0,
    replace: (fields: readonly string[]) =>
      setEditions((before) => ({ ...before, ...Object.fromEntries(fields.map((field) => [field, (before[field] ?? 0) + 1])) })),
  };
}

/** Form values are plain JSON data. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
