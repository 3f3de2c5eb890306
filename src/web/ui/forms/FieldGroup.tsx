import type { ReactNode } from 'react';
import classes from './FieldGroup.module.css';

/** Fields that belong together, under one heading that is read out with each of them. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{legend}</legend>
      {children}
    </fieldset>
  );
}
