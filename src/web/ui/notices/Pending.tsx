import classes from './Pending.module.css';

/** What stands in a page's place while it is loaded. */
export function Pending() {
  return (
    <output className={classes['pending']} data-pending>
      <span className={classes['bar']} />
      <span className={classes['text']}>Wird geladen …</span>
    </output>
  );
}
