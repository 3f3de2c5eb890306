import { useId, type InputHTMLAttributes } from 'react';
import { useFault } from './forms/faults.ts';
import classes from './plain.module.css';

type PlainFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  /** A help text below the field. */
  note?: string;
};

/** A labelled text field of the light public frame. */
export function PlainField({ label, error: refused, note, ...input }: PlainFieldProps) {
  const id = useId();
  const lacks = useFault(id);
  const error = refused || lacks;
  const describing = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <p className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} aria-invalid={error ? true : undefined} aria-describedby={describing} />
      {note && (
        <span id={`${id}-note`} className={classes['note']}>
          {note}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={classes['error']}>
          {error}
        </span>
      )}
    </p>
  );
}
