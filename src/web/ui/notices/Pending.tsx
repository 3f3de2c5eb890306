import classes from './Pending.module.css';

/** Shown while a page's code is loading. */
export function Pending() {
  return (
    <output className={classes['pending']} data-pending>
      <span className={classes['bar']} />
      <span className={classes['text']}>Wird geladen …</span>
    </output>
  );
}
