import { CallError } from '#web/lib/call/call.ts';
import { focusFault } from './focusFault.ts';

/** As much of a Mantine form as a refusal touches. */
type Form = { setErrors: (errors: Errors) => void; getInputNode: (path: string) => HTMLElement | null };
type Errors = { [path: string]: string };

/**
 * Puts what the server refused to the fields of a form; what was typed stays.
 * `fieldOf` names the field for refusals that are about one without saying so, such as a taken address.
 */
export function applyProblem(form: Form, error: unknown, fieldOf: { readonly [code in CallError['code']]?: string } = {}): void {
  if (!(error instanceof CallError)) return;
  const field = fieldOf[error.code];
  const errors: Errors = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
  if (field) errors[field] = error.message;
  form.setErrors(errors);
  focusFault(form)(errors);
}
