import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import type { z } from 'zod';
import { focusFault } from './focusFault.ts';
import { validating } from './validating.ts';

type Values = { [field: string]: unknown };

type ShapeFormOptions<V> = {
  /** Checks beyond the shape, e.g. that a guest has to give a name. */ check?: (values: V) => FormErrors;
  /** Maps paths of the shape to form fields where the names differ, e.g. `{ startsAt: 'startTime' }`. */
  fieldOf?: { readonly [path: string]: string };
  /** Called after each change of a field. */ onChange?: (values: V) => void;
  /**
   * Also validates on blur. Off by default, since an appearing message would move the button away from under the
   * pointer; meant for long forms.
   */ checksOnBlur?: boolean;
};

/**
 * A form validated on submit with the shape that its endpoint uses too. Errors, whether from validation or from the
 * server (`applyProblem`), appear at their fields, and the first such field gets the focus; the input stays.
 */
export function useShapeForm<V extends Values>(
  values: V,
  shape: z.ZodType,
  { check, fieldOf = {}, onChange, checksOnBlur = false }: ShapeFormOptions<V> = {},
): UseFormReturnType<V> {
  const atFields = (errors: FormErrors): FormErrors =>
    Object.fromEntries(Object.entries(errors).map(([path, error]) => [fieldOf[path] ?? path, error]));
  const form = useForm<V>({
    // A unique name keeps the field ids of several forms on a page apart.
    name: useId().replaceAll(/[^0-9a-z]/gi, '-'),
    initialValues: values,
    validate: (current) => ({ ...atFields(validating(shape)(current)), ...check?.(current) }),
    validateInputOnBlur: checksOnBlur,
    ...(onChange && { onValuesChange: onChange }),
  });
  return {
    ...form,
    setErrors: (errors) => form.setErrors((before) => atFields(typeof errors === 'function' ? errors(before) : errors)),
    getInputNode: (path) => form.getInputNode(fieldOf[path] ?? path),
    onSubmit: (save, refuse = focusFault(form)) => form.onSubmit(save, refuse),
  };
}
