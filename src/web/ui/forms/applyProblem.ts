import { CallError } from '#web/lib/call/call.ts';
import { focusFault } from './focusFault.ts';

/** The part of a Mantine form that this needs. */
type Form = { setErrors: (errors: Errors) => void; getInputNode: (path: string) => HTMLElement | null };
type Errors = { [path: string]: string };

/**
 * Assigns the server's refusals to the fields of a form; the input stays. `fieldOf` maps refusal codes that concern a
 * field without naming it, such as a taken email address, to that field.
 */
export function applyProblem(form: Form, error: unknown, fieldOf: { readonly [code in CallError['code']]?: string } = {}): void {
  if (!(error instanceof CallError)) return;
  const field = fieldOf[error.code];
  const errors: Errors = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
  if (field) errors[field] = error.message;
  form.setErrors(errors);
  focusFault(form)(errors);
}
