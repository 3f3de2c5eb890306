import { useLostLine } from '#web/lib/call/line.ts';
import classes from './LostLineBar.module.css';

/** Shown on every page while the server is unreachable. */
export function LostLineBar() {
  return <output className="no-print">{useLostLine() && <p className={classes['bar']}>Keine Verbindung</p>}</output>;
}
