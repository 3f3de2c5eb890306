import type { ReactNode } from 'react';

/** The part of a Mantine form that a field needs. */
type Form = {
  getInputProps: (
    path: string,
    options?: { type?: 'input' | 'checkbox' },
  ) => { value?: unknown; checked?: unknown; error?: ReactNode; onChange: (value: unknown) => void; 'data-path'?: string };
};

/** The props that connect a field of the light public frame to a form. */
export function plainInput(form: Form, path: string) {
  const { value, error, onChange, 'data-path': place } = form.getInputProps(path);
  return { value: typeof value === 'string' ? value : '', error: wordsOf(error), onChange, 'data-path': place };
}

/** The props that connect a checkbox of the light public frame to a form. */
export function plainTick(form: Form, path: string) {
  const { checked, error, onChange, 'data-path': place } = form.getInputProps(path, { type: 'checkbox' });
  return { checked: checked === true, error: wordsOf(error), onChange, 'data-path': place };
}

function wordsOf(error: ReactNode): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
