import classes from './Pending.module.css';

/** What stands in a page's place while it is loaded. */
export function Pending() {
  return (
    <div className={classes['pending']} role="status">
      <span className={classes['bar']} />
      <span className={classes['text']}>Wird geladen …</span>
    </div>
  );
}
