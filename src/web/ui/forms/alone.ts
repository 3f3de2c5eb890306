import type { FormEvent } from 'react';

type Submit = (event: FormEvent<HTMLFormElement>) => void;

/** Sends a form of a dialog alone: React passes its event on to the form that the dialog was opened from, which must not be sent along. */
export function alone(submit: Submit): Submit {
  return (event) => {
    event.stopPropagation();
    submit(event);
  };
}
