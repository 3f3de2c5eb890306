import type { ReactNode } from 'react';
import classes from './ScrollRegion.module.css';

/** A wide table in a box of its own, at most as high as most of the window: its head and its first column stay in sight. */
export function ScrollRegion({
  label,
  children,
}: {
  /** What the table holds, for those who listen. */ label: string;
  children: ReactNode;
}) {
  return (
    // What scrolls must be reached by the keyboard (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['region']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
