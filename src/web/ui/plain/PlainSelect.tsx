import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import classes from './plain.module.css';

type PlainSelectProps = SelectHTMLAttributes<HTMLSelectElement> & { label: string; /** The options. */ children: ReactNode };

/** A labelled select of the light public frame. */
export function PlainSelect({ label, children, ...select }: PlainSelectProps) {
  const id = useId();
  return (
    <p className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select}>
        {children}
      </select>
    </p>
  );
}
