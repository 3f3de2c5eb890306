import type { ReactNode } from 'react';

/** As much of a Mantine form as a field of it needs. */
type Form = {
  getInputProps: (path: string) => { value?: unknown; error?: ReactNode; onChange: (value: string) => void; 'data-path'?: string };
};

/**
 * A field of a form as `DayField` takes it: `<DayField label="Ab" {...dayInput(form, 'from')} />`. Its place is the form's
 * own name for it, so that a refusal finds it; a cleared day is '' unless another day is given.
 */
export function dayInput(form: Form, path: string, cleared = '') {
  const { value, error, onChange, 'data-path': place } = form.getInputProps(path);
  return {
    value: typeof value === 'string' && value !== '' ? value : undefined,
    error,
    onChange: (day: string | undefined) => onChange(day ?? cleared),
    ...(place !== undefined && { path: place }),
  };
}
