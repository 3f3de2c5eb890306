import type { ComponentProps } from 'react';
import classes from './ScrollRegion.module.css';

type ScrollRegionProps = {
  /** What it holds, for those who listen. */ label: string;
} & Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'>;

/** What is larger than its box and is moved in it, by the keyboard too. Without a class: a wide table that keeps its head and first column in sight. */
export function ScrollRegion({ label, className = classes['region'], ...section }: ScrollRegionProps) {
  return (
    // What scrolls must be reached by the keyboard, also while it is empty (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section {...section} className={className} aria-label={label} tabIndex={0} />
  );
}
