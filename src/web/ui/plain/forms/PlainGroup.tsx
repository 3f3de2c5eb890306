import type { ReactNode } from 'react';
import classes from '../plain.module.css';

/** Related fields of the light public frame under a legend, which screen readers announce with each of them. */
export function PlainGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{legend}</legend>
      <div className={classes['form']}>{children}</div>
    </fieldset>
  );
}

/** Fields that stand beside each other where there is room. */
export function PlainPair({ children }: { children: ReactNode }) {
  return <div className={classes['pair']}>{children}</div>;
}
