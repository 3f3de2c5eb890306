import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import classes from './plain.module.css';

type PlainSelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  /** A help text below the field. */
  note?: string;
  /** The options. */
  children: ReactNode;
};

/** A labelled select of the light public frame. */
export function PlainSelect({ label, note, children, ...select }: PlainSelectProps) {
  const id = useId();
  return (
    <p className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} aria-describedby={note && `${id}-note`}>
        {children}
      </select>
      {note && (
        <span id={`${id}-note`} className={classes['note']}>
          {note}
        </span>
      )}
    </p>
  );
}
