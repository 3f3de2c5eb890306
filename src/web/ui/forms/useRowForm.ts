import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { z } from 'zod';
import { useShapeForm } from './useShapeForm.ts';

type Values = { [field: string]: unknown };

/**
 * A form on a stored row (`useShapeForm` is the one for a new record). While nothing is typed it follows the row; as soon
 * as something is, it keeps it, and the version that the edit began from, so that the server can refuse to overwrite
 * another's change.
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
} {
  const form = useShapeForm(values, shape, options);
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
