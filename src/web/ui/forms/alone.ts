import type { FormEvent } from 'react';

type Submit = (event: FormEvent<HTMLFormElement>) => void;

/** Stops a dialog's submit event: React bubbles it through the portal to the form that opened the dialog, which must not be submitted. */
export function alone(submit: Submit): Submit {
  return (event) => {
    event.stopPropagation();
    submit(event);
  };
}
