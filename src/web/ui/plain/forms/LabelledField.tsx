import { useId, type ReactNode } from 'react';
import classes from '../plain.module.css';
import { useFault } from './faults.ts';

/** What every field of the light public frame is told. */
export type Labelled = {
  label: string;
  /** What is wrong with the value, by the server or the form; otherwise what the browser found at the last submit is shown. */
  error?: string | undefined;
  /** A help text below the field. */
  note?: string | undefined;
};

/** What connects a control with its label, its help text and its error. */
type Connected = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** A control with its label above, its help text and its error below. */
export function LabelledField({ label, error: refused, note, children }: Labelled & { children: (connected: Connected) => ReactNode }) {
  const id = useId();
  const lacks = useFault(id);
  const error = refused || lacks;
  const describing = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <p className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describing })}
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
