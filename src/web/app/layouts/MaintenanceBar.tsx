import { boot } from '#web/lib/boot.ts';
import classes from './MaintenanceBar.module.css';

/** Says over every page that nothing can be changed just now, so that nobody types what cannot be saved. */
export function MaintenanceBar() {
  if (boot.maintenance === null) return null;
  return <output className={`${classes['bar']} no-print`}>{boot.maintenance}</output>;
}
