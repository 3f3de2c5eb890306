import type { ReactNode } from 'react';
import classes from './FieldGroup.module.css';

/** Related fields under a legend, which screen readers announce with each of them. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{legend}</legend>
      {children}
    </fieldset>
  );
}
