import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import type { z } from 'zod';
import { focusFault } from './focusFault.ts';
import { validating } from './validating.ts';

type Values = { [field: string]: unknown };

type ShapeFormOptions<V> = {
  /** What the shape cannot know, e.g. that a guest has to give a name. */ check?: (values: V) => FormErrors;
  /** The field that shows what is refused at a path of the shape, where the names differ, e.g. `{ startsAt: 'startTime' }`. */
  fieldOf?: { readonly [path: string]: string };
  /** Called after each change of a field. */ onChange?: (values: V) => void;
  /**
   * Also checks a field when it is left. Default: no, since the sentence that appears would move the button away from
   * under the finger; for long forms whose button is far away.
   */ checksOnBlur?: boolean;
};

/**
 * A form whose values are checked on submit against the shape that its endpoint checks too. A refusal, whether found here
 * or told by the server (`applyProblem`), appears at its field, and the first such field gets the focus; what was typed stays.
 */
export function useShapeForm<V extends Values>(
  values: V,
  shape: z.ZodType,
  { check, fieldOf = {}, onChange, checksOnBlur = false }: ShapeFormOptions<V> = {},
): UseFormReturnType<V> {
  const atFields = (errors: FormErrors): FormErrors =>
    Object.fromEntries(Object.entries(errors).map(([path, error]) => [fieldOf[path] ?? path, error]));
  const form = useForm<V>({
    // A name of its own keeps the fields of several forms on a page apart.
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
