import { useId, type InputHTMLAttributes } from 'react';
import classes from './course.module.css';

type PlainFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string | undefined };

/** A labelled line of a form on the light public pages. */
export function PlainField({ label, error, ...input }: PlainFieldProps) {
  const id = useId();
  return (
    <p className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}-error` : undefined} />
      {error && (
        <span id={`${id}-error`} className={classes['error']}>
          {error}
        </span>
      )}
    </p>
  );
}

/** A day as people type it (24.12.2015) in the form of the interface (2015-12-24); what is no day stays as it is. */
export function toDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
}
