import { boot } from '#web/lib/boot.ts';
import classes from './MaintenanceBar.module.css';

/** Shown on every page while the server is read-only, so that nobody types what cannot be saved. */
export function MaintenanceBar() {
  if (boot.maintenance === null) return null;
  return <output className={`${classes['bar']} no-print`}>{boot.maintenance}</output>;
}
