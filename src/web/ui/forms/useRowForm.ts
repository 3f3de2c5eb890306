import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { z } from 'zod';
import { useLeaving } from './useLeaving.ts';
import { useShapeForm } from './useShapeForm.ts';

type Values = { [field: string]: unknown };

/**
 * A form on a stored row (`useShapeForm` is the one for a new record). It follows the row: fields that were not changed
 * here take what somebody else saved meanwhile, those that were changed keep what was typed. Only where both changed the
 * same field does the form stay on the version that the edit began from, so that the server refuses to overwrite the
 * other's change. Whoever leaves with something unsaved is asked first.
 */
export function useRowForm<V extends Values>(
  row: { version: number },
  values: V,
  shape: z.ZodType,
  options?: Parameters<typeof useShapeForm<V>>[2],
): {
  form: UseFormReturnType<V>;
  /** The version that the edit began from. */ version: number;
  /** Takes over a newer row, but keeps the fields that were changed here. */ adopt: (version: number, values: V) => void;
  /** How often a field was given another's value: the key of an editor that takes its text over only at its beginning. */
  edition: (field: keyof V & string) => number;
} {
  const form = useShapeForm(values, shape, options);
  const [version, setVersion] = useState(row.version);
  const [base, setBase] = useState(values);
  const [editions, setEditions] = useState<{ [field: string]: number }>({});
  useLeaving(() => form.isDirty());

  const adopt = (newer: number, stored: V) => {
    const typed = Object.keys(stored).filter((field) => form.isDirty(field));
    const replaced = Object.keys(stored).filter((field) => !typed.includes(field) && !isSame(stored[field], form.getValues()[field]));
    setEditions((before) => ({ ...before, ...Object.fromEntries(replaced.map((field) => [field, (before[field] ?? 0) + 1])) }));
    const kept = Object.fromEntries(typed.map((field) => [field, form.getValues()[field]]));
    form.setInitialValues(stored);
    form.setValues({ ...stored, ...kept } as Partial<V>); // The kept fields are the form's own.
    form.resetDirty(stored);
    form.clearErrors();
    setBase(stored);
    setVersion(newer);
  };

  const isClash = (field: string) =>
    form.isDirty(field) && !isSame(values[field], base[field]) && !isSame(values[field], form.values[field]);
  // Set while drawing, so that no old value is ever shown under a new version.
  if (row.version > version && !Object.keys(values).some(isClash)) adopt(row.version, values);

  return { form, version, adopt, edition: (field) => editions[field] ?? 0 };
}

/** The values of a form are plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
