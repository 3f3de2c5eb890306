import { useLostLine } from '#web/lib/call/line.ts';
import classes from './LostLineBar.module.css';

/** Says on every page that the server cannot be reached, until it answers again. */
export function LostLineBar() {
  return <output className="no-print">{useLostLine() && <p className={classes['bar']}>Keine Verbindung</p>}</output>;
}
