import type { ReactNode } from 'react';

/** The part of a Mantine form that a field needs. */
type Form = {
  getInputProps: (path: string) => { value?: unknown; error?: ReactNode; onChange: (value: string) => void; 'data-path'?: string };
};

/**
 * The props that connect a `DayField` to a form: `<DayField label="Ab" {...dayInput(form, 'from')} />`. Errors are
 * found by the form's own path; a cleared field is '' unless `cleared` is given.
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
