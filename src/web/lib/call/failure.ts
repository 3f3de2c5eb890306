import { CallError } from './callError.ts';

/** The German sentence for a call that failed. */
export function failureText(error: unknown): string {
  if (error instanceof CallError) return error.message;
  console.error(error);
  return 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.';
}

/** What the server says about one field of the input; undefined when it says nothing about it. */
export function fieldText(error: unknown, path: string): string | undefined {
  return error instanceof CallError ? error.fields.find((field) => field.path === path)?.message : undefined;
}

/** The first reason that the server names, wherever it belongs: for a form that shows its refusal in one place. */
export function firstReason(error: unknown): string {
  return (error instanceof CallError ? error.fields[0]?.message : undefined) ?? failureText(error);
}
