import { useId, type TextareaHTMLAttributes } from 'react';
import classes from '../plain.module.css';

type PlainTextProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  error?: string | undefined;
  /** A help text below the field. */
  note?: string;
};

/** A labelled text of several lines of the light public frame. */
export function PlainText({ label, error, note, ...text }: PlainTextProps) {
  const id = useId();
  const describing = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <p className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={3} {...text} aria-invalid={error ? true : undefined} aria-describedby={describing} />
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
