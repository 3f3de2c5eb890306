import { useForm, type UseFormReturnType } from '@mantine/form';
import { useId, useState } from 'react';
import type { z } from 'zod';
import { validating } from './validating.ts';

type Values = { [field: string]: unknown };

/**
 * A form on a stored row. While nothing is typed it follows the row; as soon as something is, it keeps it, and the
 * version that the edit began from, so that the server can refuse to overwrite another's change.
 */
export function useRowForm<V extends Values>(
  row: { version: number },
  values: V,
  shape: z.ZodType,
): {
  form: UseFormReturnType<V>;
  /** The version that the edit began from. */ version: number;
  /** Takes over a newer row, but keeps the fields that were changed here. */ adopt: (version: number, values: V) => void;
} {
  // Not checked on blur: the sentence that appears would move the button away from under the finger.
  const form = useForm<V>({
    // A name of its own keeps the fields of several forms on a page apart.
    name: useId().replaceAll(/[^0-9a-z]/gi, '-'),
    initialValues: values,
    validate: validating(shape),
  });
  const [version, setVersion] = useState(row.version);

  const adopt = (newer: number, stored: V) => {
    const typed = Object.keys(stored).filter((field) => form.isDirty(field));
    const kept = Object.fromEntries(typed.map((field) => [field, form.getValues()[field]]));
    form.setInitialValues(stored);
    form.setValues({ ...stored, ...kept } as Partial<V>); // The kept fields are the form's own.
    form.resetDirty(stored);
    form.clearErrors();
    setVersion(newer);
  };

  // Set while drawing, so that no old value is ever shown under a new version.
  if (row.version > version && !form.isDirty()) adopt(row.version, values);

  return { form, version, adopt };
}
