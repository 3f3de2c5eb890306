import { useId, type InputHTMLAttributes } from 'react';
import classes from './plain.module.css';

type PlainFieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string | undefined };

/** A labelled line of a form in the light public frame. */
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
