import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import classes from '../plain.module.css';
import { useFault } from './faults.ts';

type PlainTickProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  children: ReactNode;
  /** The server's error for this checkbox. */
  error?: string | undefined;
};

/** A labelled checkbox with its error below. */
export function PlainTick({ children, error, ...input }: PlainTickProps) {
  const id = useId();
  const lacks = useFault(id);
  const fault = error ?? lacks;
  return (
    <label className={classes['tick']}>
      <input
        id={id}
        type="checkbox"
        {...input}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-error` : undefined}
      />
      <span>
        {children}
        {fault && (
          <span id={`${id}-error`} className={`${classes['error']} ${classes['line']}`}>
            {fault}
          </span>
        )}
      </span>
    </label>
  );
}
