import { CallError } from './callError.ts';

/** The German sentence for a call that failed. */
export function failureText(error: unknown): string {
  if (error instanceof CallError) return error.message;
  console.error(error);
  return 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.';
}

/** The server's message for one input field; undefined when there is none. */
export function fieldText(error: unknown, path: string): string | undefined {
  return error instanceof CallError ? error.fields.find((field) => field.path === path)?.message : undefined;
}

/** The first message in the refusal, whichever field it belongs to: for forms that show errors in one place. */
export function firstReason(error: unknown): string {
  return (error instanceof CallError ? error.fields[0]?.message : undefined) ?? failureText(error);
}

const tryAgain = [408, 425, 429];

/** Whether a link or record is refused for good, so that trying again is no use; a failed or lost request is not. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500 && !tryAgain.includes(error.status);
}
