import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useFault } from '#web/ui/plain/forms/faults.ts';
import classes from './forms.module.css';

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string;
  /** Always shown below the field. */
  hint?: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** Shown inside the field at its right end. */
  end?: ReactNode;
};

/** A labelled input of plain elements, since the sign-in page does not load the design system. */
export function Field({ label, hint, error: refused, end, ...input }: FieldProps) {
  const id = useId();
  const lacks = useFault(id);
  const error = refused ?? lacks;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classes['field']}>
      <label className={classes['label']} htmlFor={id}>
        {label}
      </label>
      <span className={classes['control']}>
        <input
          {...input}
          id={id}
          className={`${classes['input']} ${end ? classes['withToggle'] : ''}`}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        {end}
      </span>
      {error && (
        <span id={`${id}-error`} className={classes['error']} role="alert">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className={classes['hint']}>
          {hint}
        </span>
      )}
    </div>
  );
}
